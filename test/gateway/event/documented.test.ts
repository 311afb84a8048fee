/** The events that the API document promises are those that come. */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { CRM_EVENT_TYPES } from '../../../src/crm/events.ts';
import { EVENT_TYPES } from '../../../src/events/contract/event-names.ts';
import { type RunningApp, startApp } from '../../helpers/app.ts';
import { type JsonSchema, schemaChecker } from '../../helpers/json-schema.ts';

let app: RunningApp;
let document: JsonSchema;
beforeAll(async () => {
  app = await startApp();
  document = (await app.call('GET', '/swagger/json', undefined, null)).body;
});
afterAll(() => app.stop());

const contentOf = (name: string): JsonSchema =>
  document.webhooks[name].post.requestBody.content['application/json'];
const problemsOf = (name: string, body: unknown) =>
  schemaChecker(document)(contentOf(name).schema, body);

test('every type of event is documented, of instances and of the CRM', () => {
  expect(Object.keys(document.webhooks)).toEqual([...EVENT_TYPES, ...CRM_EVENT_TYPES]);
});

test.each([...EVENT_TYPES])('the example of %s keeps its schema', (type) => {
  const { example } = contentOf(type);
  expect(example.event).toBe(type);
  expect(problemsOf(type, example)).toEqual([]);
});

test('a body with a field of another type, or without one, does not', () => {
  const { example } = contentOf('MessageStatus');
  expect(problemsOf('MessageStatus', { ...example, sequence: 'one' })).not.toEqual([]);
  const { Status: _, ...data } = example.data;
  expect(problemsOf('MessageStatus', { ...example, data })).not.toEqual([]);
});

const PERSON = '5511888880000';
const PHONE = { number: '5511999990000', pushName: 'Ana' };

/** What happens at the sandbox, by the last part of the path. */
const STEPS: readonly [string, object][] = [
  ['scan', PHONE],
  ...['text', 'image', 'audio', 'document', 'sticker'].map((kind): [string, object] => [
    'message',
    { kind, from: PERSON, text: 'Hello' },
  ]),
  ['message', { kind: 'location', from: PERSON, latitude: 1, longitude: 2 }],
  ['call', { step: 'offer', from: PERSON, callId: 'C1' }],
  ['call', { step: 'relayLatency', from: PERSON, callId: 'C1' }],
  ['call', { step: 'terminate', from: PERSON, callId: 'C1' }],
  ['group', { step: 'joined', jid: '120363000000000001@g.us', name: 'Team' }],
  ['group', { step: 'info', jid: '120363000000000001@g.us', name: 'Crew', join: [PERSON] }],
  ['receipt', { state: 'Read', chat: PERSON, messageIds: ['A1'] }],
  ['label', { step: 'edit', labelId: '7', name: 'New' }],
  ['label', { step: 'add', labelId: '7', chat: PERSON }],
];

test('what happens at the sandbox comes as it is documented', async () => {
  await app.call('POST', '/instance/create', { instanceName: 'shop', provider: 'sandbox' });
  await app.call('GET', '/instance/connect/shop');
  for (const [step, body] of STEPS) {
    const answer = await app.call('POST', `/sandbox/shop/${step}`, body);
    expect(answer.status < 300 ? 'done' : [step, body, answer.body]).toBe('done');
  }
  await app.call('POST', '/message/sendText/shop', { number: PERSON, text: 'Hello back' });
  await app.call('DELETE', '/instance/logout/shop');
  const { events } = (await app.call('GET', '/event/find/shop?limit=500')).body;
  for (const event of events)
    expect([event.event, problemsOf(event.event, event)]).toEqual([event.event, []]);
  const seen = new Set(events.map((one: { event: string }) => one.event));
  for (const type of ['QRCode', 'PairSuccess', 'Message', 'Receipt', 'CallOffer', 'CallTerminate'])
    expect(seen).toContain(type);
  for (const type of ['JoinedGroup', 'GroupInfo', 'SendMessage', 'Label', 'LoggedOut'])
    expect(seen).toContain(type);
});
