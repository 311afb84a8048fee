/** Stored bodies, given the shape that a webhook asked for. */
import { expect, test } from 'bun:test';
import { sampleBody } from '../../../../src/core/events/contract/catalog.ts';
import { EVENT_TYPES } from '../../../../src/core/events/contract/event-names.ts';
import {
  DEFAULT_SHAPE,
  type FormatFacts,
  reshapeFor,
  type Shape,
} from '../../../../src/core/webhooks/format/formats.ts';

const ADDRESS = 'https://receiver.test/hook/?token=a';
const RECEIVER = { address: ADDRESS, gets: () => false };
const FRAME = { id: 'event-id', instanceId: 'instance-id', instanceName: 'shop', now: 0 };
const facts: FormatFacts = {
  defaultFormat: 'gatehouse',
  serverUrl: () => 'https://gate.test',
  filesAt: null,
  ownerOf: (id) => `${id}@lid`,
  keyOf: () => null,
  idsOf: () => null,
};

const shaped = (body: string, shape: Partial<Shape>) => {
  const asked: Shape = { ...DEFAULT_SHAPE, format: 'evolution-api', ...shape };
  return reshapeFor(asked, RECEIVER, facts)?.(body);
};

test('the default shape is no shape: stored bodies go as they are', () => {
  expect(
    reshapeFor({ ...DEFAULT_SHAPE, format: 'gatehouse', byEvents: true }, RECEIVER, facts),
  ).toBeUndefined();
});

test.each(EVENT_TYPES.map((type) => [type]))(
  '%s keeps its body for evolution-go, and gets the key of the instance',
  (type) => {
    const body = sampleBody(type, FRAME);
    const sent = shaped(body, { format: 'evolution-go', instanceToken: 'a "key"' });
    expect(sent?.address).toBe(ADDRESS);
    expect(JSON.parse(sent?.body ?? '')).toEqual({
      ...JSON.parse(body),
      instanceToken: 'a "key"',
    });
  },
);

test('with byEvents the name of the event follows the path, before the query', () => {
  const addressOf = (type: (typeof EVENT_TYPES)[number]) =>
    shaped(sampleBody(type, FRAME), { byEvents: true })?.address;
  expect(addressOf('Message')).toBe('https://receiver.test/hook/messages-upsert?token=a');
  expect(addressOf('GroupInfo')).toBe('https://receiver.test/hook/group-update?token=a');
  expect(addressOf('Receipt')).toBe('https://receiver.test/hook/messages-update?token=a');
});

test('a shape without a format is that of the deployment', () => {
  const body = sampleBody('Message', FRAME);
  const inDefault = (defaultFormat: FormatFacts['defaultFormat']) =>
    reshapeFor(DEFAULT_SHAPE, RECEIVER, { ...facts, defaultFormat })?.(body).body;
  expect(inDefault('gatehouse')).toBeUndefined();
  expect(inDefault('evolution-api')).toBe(shaped(body, {})?.body);
});

test('a receiver without a URL and headers finds id and sequence of the event in its body', () => {
  const asked: Shape = { ...DEFAULT_SHAPE, format: 'evolution-api', byEvents: true };
  const sent = reshapeFor(
    asked,
    { ...RECEIVER, address: null },
    facts,
  )?.(sampleBody('Message', FRAME));
  const { destination: _, ...others } = JSON.parse(
    shaped(sampleBody('Message', FRAME), {})?.body ?? '',
  );
  expect(JSON.parse(sent?.body ?? '')).toEqual({ ...others, id: 'event-id', sequence: 0 });
  expect(sent?.address).toBeNull();
});

test('the account of the instance is the sender, and the URL that was set the destination', () => {
  expect(JSON.parse(shaped(sampleBody('Message', FRAME), {})?.body ?? '')).toMatchObject({
    sender: 'instance-id@lid',
    destination: ADDRESS,
    server_url: 'https://gate.test',
  });
});

test.each([1, 100_000])('a file of %p characters arrives as it was', (characters) => {
  const stored = JSON.parse(sampleBody('Message', FRAME));
  const base64 = '$&'.repeat(characters).slice(0, characters);
  stored.data.Message = {
    imageMessage: { caption: 'say "base64":"x"' },
    base64,
  };
  const { data } = JSON.parse(shaped(JSON.stringify(stored), {})?.body ?? '');
  expect(data.message).toEqual(stored.data.Message);
  expect(data.messageType).toBe('imageMessage');
});

test('a body for whatsapp-cloud is in ASCII alone, as Meta’s are, and says the same', () => {
  const said = 'Olá 😀 \u007f "Ação" \u2028';
  const { data, ...event } = JSON.parse(sampleBody('Message', FRAME));
  const stored = { ...event, data: { ...data, Message: { conversation: said } } };
  const idsOf = () => ({ phoneNumberId: '1', wabaId: '2' });
  const shape: Shape = { ...DEFAULT_SHAPE, format: 'whatsapp-cloud' };
  const { body = '' } =
    reshapeFor(shape, RECEIVER, { ...facts, idsOf })?.(JSON.stringify(stored)) ?? {};
  expect(body).toMatch(/^[ -~]+$/);
  expect(body).toContain('Ol\\u00e1 \\ud83d\\ude00 \\u007f');
  expect(JSON.parse(body).entry[0].changes[0].value.messages[0].text).toEqual({ body: said });
});
