/** What is written line by line, and into the variables of templates, as the service takes it. */
import { expect, test } from 'bun:test';
import {
  buttonOf,
  cardOf,
  linesOf,
  rowOf,
} from '../../../../../src/modules/manager/page/chat/lines.ts';
import {
  chosenTemplate,
  type Template,
  templateBody,
  variablesIn,
} from '../../../../../src/modules/manager/page/chat/template-body.ts';

test('blank lines say nothing', () => {
  expect(linesOf(' Monday \n\n  \nTuesday')).toEqual(['Monday', 'Tuesday']);
});

test('a line is a reply button, and with an address a link', () => {
  expect(buttonOf('Yes, please')).toEqual({
    type: 'reply',
    displayText: 'Yes, please',
    id: 'Yes, please',
  });
  expect(buttonOf('Our shop https://shop.test/a?b=c')).toEqual({
    type: 'url',
    displayText: 'Our shop',
    url: 'https://shop.test/a?b=c',
  });
});

test('a line is a row, with its description after a bar', () => {
  expect(rowOf('Monday')).toEqual({ title: 'Monday', rowId: 'Monday' });
  expect(rowOf('Monday | until nine | or ten')).toEqual({
    title: 'Monday',
    rowId: 'Monday',
    description: 'until nine | or ten',
  });
});

test('a line is a card, with its picture and its buttons after bars', () => {
  expect(cardOf('Bread | Fresh | https://shop.test/a.png | Order; Open https://shop.test')).toEqual(
    {
      title: 'Bread',
      body: 'Fresh',
      imageUrl: 'https://shop.test/a.png',
      buttons: [
        { type: 'reply', displayText: 'Order', id: 'Order' },
        { type: 'url', displayText: 'Open', url: 'https://shop.test' },
      ],
    },
  );
  expect(cardOf('| Fresh | | Order')).toEqual({
    body: 'Fresh',
    buttons: [{ type: 'reply', displayText: 'Order', id: 'Order' }],
  });
});

test('the variables of a template are filled in their order, by name where they have names', () => {
  const sent = (text: string, parameter_format: string, values: Record<string, string>) => {
    const template = { name: 'order', language: 'en', parameter_format };
    const choice = chosenTemplate({
      ...template,
      components: [{ type: 'BODY', text }],
    } as unknown as Template);
    return templateBody({ template: JSON.stringify(choice), ...values }).components;
  };
  expect(variablesIn('{{1}} and {{2}}, {{1}} again')).toEqual(['1', '2']);
  const values = { 'variable 1': '42', 'variable 2': 'ready' };
  expect(sent('Order {{1}}: {{2}}', 'POSITIONAL', values)).toEqual([
    {
      type: 'body',
      parameters: [
        { type: 'text', text: '42' },
        { type: 'text', text: 'ready' },
      ],
    },
  ]);
  expect(sent('Order {{order}}', 'NAMED', { 'variable order': '42' })).toEqual([
    { type: 'body', parameters: [{ type: 'text', text: '42', parameter_name: 'order' }] },
  ]);
  expect(sent('Order ready', 'POSITIONAL', {})).toBeUndefined();
});
