/** The events that the API document promises are those that come. */
import { beforeAll, expect, test } from 'bun:test';
import { EVENT_TYPES } from '../../../../src/core/events/contract/event-names.ts';
import { CRM_EVENT_TYPES } from '../../../../src/modules/crm/events.ts';
import { GLOBAL_KEY } from '../../../helpers/app.ts';
import { type JsonSchema, schemaChecker } from '../../../helpers/json-schema.ts';
import { liveClient } from '../../../helpers/live-client.ts';
import { sharedApp } from '../../../helpers/shared.ts';

let document: JsonSchema;
const app = sharedApp();
beforeAll(async () => {
  document = (await app.call('GET', '/swagger/json', undefined, null)).body;
});

const schemaOf = (name: string): JsonSchema =>
  document.webhooks[name].post.requestBody.content['application/json'].schema;
const exampleOf = (name: string) =>
  document.components.schemas[schemaOf(name).$ref.split('/').at(-1)].examples[0];
const problemsOf = (name: string, body: unknown) => schemaChecker(document)(schemaOf(name), body);

test('every type of event is documented, of instances and of the CRM', () => {
  expect(Object.keys(document.webhooks)).toEqual([...EVENT_TYPES, ...CRM_EVENT_TYPES]);
});

test.each([...EVENT_TYPES, ...CRM_EVENT_TYPES])('the example of %s keeps its schema', (type) => {
  const example = exampleOf(type);
  expect(example.event).toBe(type);
  expect(problemsOf(type, example)).toEqual([]);
});

test('a body with a field of another type, or without one, does not', () => {
  const example = exampleOf('MessageStatus');
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
  [
    'event',
    {
      event: 'Message',
      data: {
        Info: { Type: 'media', MediaType: 'location' },
        Message: { locationMessage: { degreesLatitude: 1, degreesLongitude: 2 } },
      },
    },
  ],
  ['event', { event: 'CallOffer', data: { CallID: 'C1' } }],
  ['event', { event: 'CallRelayLatency', data: { CallID: 'C1' } }],
  ['event', { event: 'CallTerminate', data: { CallID: 'C1' } }],
  ['event', { event: 'JoinedGroup' }],
  ['event', { event: 'GroupInfo', data: { Join: [`${PERSON}@s.whatsapp.net`] } }],
  ['receipt', { state: 'Read', chat: PERSON, messageIds: ['A1'] }],
  ['event', { event: 'Label' }],
  ['event', { event: 'LabelAssociation' }],
];

const listening = (url: string) =>
  liveClient(`${url.replace('http', 'ws')}/ws?instance=shop`, { headers: { apikey: GLOBAL_KEY } });

test('what happens at the sandbox comes as it is documented, in the log and as frames of the WebSocket', async () => {
  await app.call('POST', '/instance/create', { instanceName: 'shop', provider: 'sandbox' });
  await app.call('POST', '/websocket/set/shop', { enabled: true });
  const listener = listening(app.url);
  await listener.opened;
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
  await listener.has(events.length);
  listener.close();
  const { frames } = document['x-websockets']['/ws'];
  for (const frame of listener.frames)
    expect([frame.event, schemaChecker(document)(frames, frame)]).toEqual([frame.event, []]);
  expect(listener.frames.map(({ event }) => event)).toEqual(
    events.map((one: { event: string }) => one.event),
  );
  const seen = new Set(events.map((one: { event: string }) => one.event));
  for (const type of ['QRCode', 'PairSuccess', 'Message', 'Receipt', 'CallOffer', 'CallTerminate'])
    expect(seen).toContain(type);
  for (const type of ['JoinedGroup', 'GroupInfo', 'SendMessage', 'Label', 'LoggedOut'])
    expect(seen).toContain(type);
});

test('the frames of the WebSocket are the events and the gap, with an example that keeps its schema', () => {
  const { frames } = document['x-websockets']['/ws'];
  const [gap, ...events]: JsonSchema[] = frames.anyOf.toReversed();
  expect(events.map(({ $ref }) => $ref.split('/').at(-1))).toEqual(
    EVENT_TYPES.map((type) => `${type}Event`).toReversed(),
  );
  expect(schemaChecker(document)(frames, gap.examples[0])).toEqual([]);
  expect(schemaChecker(document)(frames, { gap: { from: 5 } })).not.toEqual([]);
});
