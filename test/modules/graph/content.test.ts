/** Content of messages of the Graph API in spellings that clients use. */
import { expect, test } from 'bun:test';
import { toOperationRequest } from '../../../src/modules/graph/content.ts';
import type { GraphCall } from '../../../src/modules/graph/operation.ts';

// The cast is safe: choices need no more of a call.
const CALL = { instance: { provider: 'sandbox' } } as GraphCall;
const asked = (type: string, action: unknown) => {
  const interactive = { type, body: { text: 'Which one?' }, action };
  return toOperationRequest({ type: 'interactive', interactive }, CALL, '5511999990000');
};

test.each([
  ['button', { buttons: [{ type: 'reply', reply: { id: 'y', title: 'Yes' } }] }],
  ['list', { button: 'Menu', sections: [{ rows: [{ id: '1', title: 'One' }] }] }],
])('the action of a %s may be JSON in a text, as Chatwoot sends it', async (type, action) => {
  expect(await asked(type, JSON.stringify(action))).toEqual(await asked(type, action));
});

test('cards may be JSON in a text, as whatsapp-api-js sends them', () => {
  const contacts = [{ name: { formatted_name: 'Bob' }, phones: [{ phone: '+55 11 77777-0000' }] }];
  const cards = (value: unknown) =>
    toOperationRequest({ type: 'contacts', contacts: value }, CALL, '5511999990000');
  expect(cards(JSON.stringify(contacts))).toEqual(cards(contacts));
});

test('an action that is no JSON is refused, however deep', async () => {
  for (const action of ['{', '['.repeat(100_000), 'x'])
    expect(async () => asked('button', action)).toThrow('interactive.action must have another');
});

test.each([
  [true, 'sendWhatsAppAudio'],
  ['true', 'sendWhatsAppAudio'],
  ['True', 'sendWhatsAppAudio'],
  [false, 'sendMedia'],
  ['false', 'sendMedia'],
  ['', 'sendMedia'],
  [null, 'sendMedia'],
  [1, 'sendMedia'],
  [undefined, 'sendMedia'],
])('audio with voice %p goes by %s', async (voice, route) => {
  const audio = { link: 'https://shop.example.com/note.ogg', voice };
  const found = await toOperationRequest({ type: 'audio', audio }, CALL, '5511999990000');
  expect(found.route).toBe(`POST /message/${route}/:instanceName`);
});
