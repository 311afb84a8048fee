/** What the API document says of every parameter and every field that the service takes or sends to a receiver. */
import { beforeAll, expect, test } from 'bun:test';
import { documentedFields, referredTo } from '../helpers/api-document.ts';
import { startApp } from '../helpers/app.ts';
import type { JsonSchema } from '../helpers/json-schema.ts';

/** What is said of a parameter or field; `at` begins with the schema or the operation that it is in. */
interface Description {
  readonly at: string;
  readonly name: string;
  readonly text: string;
}

let document: JsonSchema;
let described: readonly Description[];

beforeAll(async () => {
  const app = await startApp();
  document = (await app.call('GET', '/swagger/json', undefined, null)).body;
  await app.stop();
  const textOf = (schema: JsonSchema): string =>
    schema.description ?? referredTo(document, schema).description ?? '';
  const fields = (['paths', 'webhooks'] as const).flatMap((part) =>
    documentedFields(document, part),
  );
  described = fields.map(({ at, name, schema, parameter }) => ({
    ...{ at, name, text: parameter?.description ?? textOf(schema) },
  }));
});

const placesOf = (found: readonly Description[]): string[] => [
  ...new Set(found.map(({ at, text }) => (text === '' ? at : `${at}: ${text}`))),
];

const WORDS_MIN = 4;
const words = (text: string): number => text.split(/\s+/).filter((word) => /\w/.test(word)).length;

test('every parameter, and every field of a body at any depth, is described in at least a few words', () => {
  expect(described.length).toBeGreaterThan(2_000);
  expect(placesOf(described.filter(({ text }) => words(text) < WORDS_MIN))).toEqual([]);
});

/** What can only be understood by whoever has read another description, or says nothing. */
const RIDDLE =
  /^(?:The same|As (?:above|it was)|Likewise|Heads it|Ignored)\b|^(?:Its|The) \w+$|^Of (?:it|(?:an?|the) \w+)$/;

test('no description can only be understood after another one', () => {
  expect(placesOf(described.filter(({ text }) => RIDDLE.test(text)))).toEqual([]);
});

/** Names of one thing, which clients of several gateways spell in their own ways. */
const SYNONYMS = [
  'chat Chat jid number remoteJid',
  'autoDisable auto_disable',
  'byEvents by_events',
  'code inviteCode',
  'callFrom callCreator',
  'delaysMs delays_ms',
  'eventIds event_ids',
  'events subscribe',
  'footer footerText',
  'groupJid JID',
  'groupName subject',
  'id messageId pollMessageId',
  'ID jid',
  'image picture sticker',
  'mentionAll mentionsEveryOne',
  'muted IsMuted',
  'name Name',
  'name question',
  'name text',
  'number participants',
  'number phone phoneNumber',
  'onlyFailed only_failed',
  'options values',
  'password proxyPassword',
  'permissions scopes',
  'playedMessages readMessages',
  'port proxyPort',
  'ratePerSecond rate_per_second',
  'username proxyUsername',
].map((names) => new Set(names.split(' ')));

test('fields of different names have the same description only where they are the same thing', () => {
  const byText = Map.groupBy(
    described.filter(({ text }) => text !== ''),
    ({ text }) => text,
  );
  const shared = [...byText].flatMap(([text, found]) => {
    const names = new Set(found.map(({ name }) => name));
    const isOneThing = names.size === 1 || SYNONYMS.some((known) => names.isSubsetOf(known));
    return isOneThing ? [] : [[text, ...names]];
  });
  expect(shared).toEqual([]);
});
