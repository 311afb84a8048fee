/** What is written line by line, as the service takes it. */
import { expect, test } from 'bun:test';
import { IMPOSSIBLE_OPERATIONS } from '../../../src/api/gateway/impossible.ts';
import { GATEWAY_OPERATIONS } from '../../../src/api/gateway/routes.ts';
import { buttonOf, cardOf, rowOf } from '../../../src/manager/page/choice-kinds.js';
import { OUTGOING_KINDS } from '../../../src/manager/page/outgoing-kinds.js';
import { filled, variablesIn } from '../../../src/manager/page/template-kind.js';

test('every kind of message that can be sent is offered, in the composer or at the message it is about', () => {
  const possible = GATEWAY_OPERATIONS.filter((one) => !IMPOSSIBLE_OPERATIONS.includes(one));
  const routes = possible.flatMap((operation) => operation.routes);
  const sending = routes.flatMap((route) => /^POST \/message\/(send\w+)\//.exec(route)?.[1] ?? []);
  const offered = Object.values(OUTGOING_KINDS).map(({ path }) => path);
  const aboutAnother = ['sendReaction', 'sendPollVote'];
  expect([...offered, ...aboutAnother].sort()).toEqual(sending.sort());
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

test('the variables of a template are filled by lines, by name where they have names', () => {
  const template = (text, parameter_format) => ({
    parameter_format,
    components: [{ type: 'BODY', text }],
  });
  expect(variablesIn('{{1}} and {{2}}, {{1}} again')).toEqual(['1', '2']);
  expect(filled(template('Order {{1}}: {{2}}', 'POSITIONAL'), '42\nready')).toEqual([
    {
      type: 'body',
      parameters: [
        { type: 'text', text: '42' },
        { type: 'text', text: 'ready' },
      ],
    },
  ]);
  expect(filled(template('Order {{order}}', 'NAMED'), '42')).toEqual([
    { type: 'body', parameters: [{ type: 'text', text: '42', parameter_name: 'order' }] },
  ]);
  expect(filled(template('Order ready', 'POSITIONAL'), '')).toEqual([]);
});
