/** What a tap on a button or a row is told as, whatever form the platform gave it. */
import { describe, expect, test } from 'bun:test';
import { tapReply } from '../../../src/core/providers/read-content.ts';

const native = (name: string, params: unknown, body?: string) => ({
  interactiveResponseMessage: {
    ...(body !== undefined && { body: { text: body } }),
    nativeFlowResponseMessage: {
      name,
      paramsJson: typeof params === 'string' ? params : JSON.stringify(params),
    },
  },
});

describe('a tap is told by the id and the words of what was tapped', () => {
  test.each<[string, Record<string, unknown>, ReturnType<typeof tapReply>]>([
    [
      'a button',
      { buttonsResponseMessage: { selectedButtonId: 'y', selectedDisplayText: 'Yes', type: 1 } },
      { button_reply: { id: 'y', title: 'Yes' } },
    ],
    [
      'a button of a template',
      { templateButtonReplyMessage: { selectedId: 'stop', selectedDisplayText: 'Stop' } },
      { button_reply: { id: 'stop', title: 'Stop' } },
    ],
    [
      'a row',
      { listResponseMessage: { title: 'Small', singleSelectReply: { selectedRowId: 'r1' } } },
      { list_reply: { id: 'r1', title: 'Small', description: '' } },
    ],
    [
      'a row with a description',
      {
        listResponseMessage: {
          title: 'Small',
          description: '250 g',
          singleSelectReply: { selectedRowId: 'r1' },
        },
      },
      { list_reply: { id: 'r1', title: 'Small', description: '250 g' } },
    ],
    [
      'a button of the newer form',
      native('quick_reply', { id: 'y' }, 'Yes'),
      { button_reply: { id: 'y', title: 'Yes' } },
    ],
    [
      'a button whose words only its parameters have',
      native('quick_reply', { id: 'y', display_text: 'Yes' }),
      { button_reply: { id: 'y', title: 'Yes' } },
    ],
    [
      'a row of the newer form',
      native('menu_options', { id: 'r1', title: 'Small', description: '250 g' }),
      { list_reply: { id: 'r1', title: 'Small', description: '250 g' } },
    ],
  ])('%s', (_, content, told) => {
    expect(tapReply(content)).toEqual(told);
  });
});

test.each<[string, Record<string, unknown>]>([
  ['a text', { conversation: 'Yes' }],
  ['a form that has a field of this name', native('flow', { id: 'y' }, 'Sent')],
  ['parameters that are no JSON', native('quick_reply', '{id')],
  ['parameters that are no object', native('quick_reply', '["y"]')],
  ['parameters that are far too long', native('quick_reply', { id: 'y', more: 'x'.repeat(9_000) })],
  ['an answer without an id', { buttonsResponseMessage: { selectedDisplayText: 'Yes' } }],
  ['a field of another kind', { buttonsResponseMessage: 'y', listResponseMessage: 7 }],
])('%s is no tap', (_, content) => {
  expect(tapReply(content)).toBeNull();
});
