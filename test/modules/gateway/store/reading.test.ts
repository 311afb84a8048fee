/** Pages of stored messages that are large: where they end, what they hold, and whom they keep waiting. */
import { expect, test } from 'bun:test';
import type { CatalogEvent } from '../../../../src/core/events/contract/catalog.ts';
import type { MessageContent } from '../../../../src/core/events/types/message-data.ts';
import { createLabelStore } from '../../../../src/core/messages/labels.ts';
import { yieldToEventLoop } from '../../../../src/core/shared/clock.ts';
import { findChat, findChats } from '../../../../src/modules/gateway/store/chats.ts';
import { findContacts } from '../../../../src/modules/gateway/store/contacts.ts';
import { findMessages, searchMessages } from '../../../../src/modules/gateway/store/messages.ts';
import { findStatuses } from '../../../../src/modules/gateway/store/statuses.ts';
import { testDatabase } from '../../../helpers/database.ts';
import { type GatewayOptions, gateway } from '../../../helpers/gateway.ts';
import { memoryOf } from '../../../helpers/memory.ts';
import { ANA, received, sent } from '../../../helpers/stored-message.ts';

const MEBIBYTE = 1024 * 1024;
/** As a page of events. */
const PAGE_BYTES = 8 * MEBIBYTE;

async function bench(options: GatewayOptions = {}) {
  const g = await gateway({
    ...options,
    operations: [findMessages, findStatuses, findChats, findChat, findContacts, searchMessages],
    with: ({ database }) => ({ labelsOf: (id: string) => createLabelStore(database.orm, id) }),
  });
  const { id, key } = await g.create('shop');
  const post = (verb: string, body: unknown = {}) =>
    g.call('POST', `/chat/${verb}/shop`, { body, key });
  const search = (more: string) =>
    g.call('GET', `/message/search/shop?limit=500&query=hello${more}`, { key });
  const publish = (...events: CatalogEvent[]) =>
    g.messages.publish({ id, name: 'shop' }, events, []);
  return { g, id, key, post, search, publish };
}

const textOf = (bytes: number): string => 'hello '.padEnd(bytes, 'x');

interface ShownRecord {
  readonly key: { readonly id: string };
  readonly message: unknown;
}
const idsOf = (records: readonly ShownRecord[]): string[] => records.map(({ key }) => key.id);
const sizeOf = (value: unknown): number => JSON.stringify(value).length;

test('200 a page of messages ends after about 8 MiB, and next goes on until each was given once', async () => {
  const { g, post, search, publish } = await bench();
  const ids = Array.from({ length: 12 }, (_, at) => `M${at}`);
  await publish(...ids.map((ID, at) => received({ ID, at: at * 1_000, text: textOf(MEBIBYTE) })));
  const readers = [
    (next?: string) => post('findMessages', { offset: 500, after: next }),
    (next?: string) => search(next === undefined ? '' : `&after=${next}`),
  ];
  for (const read of readers) {
    const first = (await read()).body.messages;
    expect(sizeOf(first)).toBeLessThan(PAGE_BYTES + 1024);
    expect(first.records).toHaveLength(7);
    const second = (await read(first.next)).body.messages;
    expect(second.next).toBeNull();
    expect(idsOf([...first.records, ...second.records])).toEqual(ids.toReversed());
    expect([first.total, second.total]).toEqual(first.total === undefined ? [] : [12, 12]);
  }
  expect(g.memory.reserved).toBe(0);
});

test('200 a message that is larger than a page is a page by itself', async () => {
  const { post, publish } = await bench();
  const text = textOf(PAGE_BYTES + 1);
  await publish(received({ ID: 'A', text }), received({ ID: 'B', text }));
  const first = (await post('findMessages')).body.messages;
  expect(idsOf(first.records)).toEqual(['B']);
  const second = (await post('findMessages', { after: first.next })).body.messages;
  expect([idsOf(second.records), second.next]).toEqual([['A'], null]);
});

test('200 a list of chats has every chat, and the last messages that have no room come without their content', async () => {
  const { post, publish } = await bench();
  const sizes = [6, 3, 1, 9].map((mebibytes) => mebibytes * MEBIBYTE);
  const events = sizes.map((size, place) => {
    const Chat = `551190000000${place}@s.whatsapp.net`;
    return received({
      ID: `M${place}`,
      Chat,
      Sender: Chat,
      at: -1_000 * place,
      text: textOf(size),
    });
  });
  await publish(...events);
  const { status, body } = await post('findChats');
  expect(status).toBe(200);
  const last = body.map((chat: { lastMessage: ShownRecord }) => chat.lastMessage);
  expect(idsOf(last)).toEqual(['M0', 'M1', 'M2', 'M3']);
  const without = { message: {}, contextInfo: null, messageLeftOut: true };
  expect(last[0].message.conversation).toHaveLength(6 * MEBIBYTE);
  expect(last[1]).toMatchObject({ ...without, messageType: 'conversation' });
  expect(last[2].message.conversation).toHaveLength(MEBIBYTE);
  expect(last[2]).not.toHaveProperty('messageLeftOut');
  expect(last[3]).toMatchObject(without);
  const where = { key: { id: 'M1' } };
  const [found] = (await post('findMessages', { where })).body.messages.records;
  expect(found.message.conversation).toHaveLength(3 * MEBIBYTE);
});

/** A database that calls `read` before it reads contents. */
async function watched(read: (reserved: number) => void) {
  const memory = memoryOf(128 * MEBIBYTE);
  const database = await testDatabase();
  const query: typeof database.query = async (sql, params) => {
    if (/\bm\.content(,| end)/.test(sql)) read(memory.reserved);
    return database.query(sql, params);
  };
  return { memory, database: { ...database, query } };
}

test('memory is held before contents are read and until the answer has been sent, and then no more', async () => {
  const held: number[] = [];
  const parts = await watched((reserved) => held.push(reserved));
  const { g, post, publish } = await bench(parts);
  const size = 200_000;
  const events = Array.from({ length: 5 }, (_, n) => received({ ID: `M${n}`, text: textOf(size) }));
  await publish(...events);
  const { status } = await post('findMessages');
  expect(status).toBe(200);
  // Two of them are more than is read at once.
  expect(held).toHaveLength(5);
  for (const [place, bytes] of held.entries()) expect(bytes).toBeGreaterThan((place + 1) * size);
  expect(g.memory.reserved).toBe(0);
});

test('429 with retry-after when there is no memory, before any content is read, and nothing is held afterwards', async () => {
  const held: number[] = [];
  const parts = await watched((reserved) => held.push(reserved));
  const { g, post, search, publish } = await bench(parts);
  await publish(received({ ID: 'A', text: textOf(2 * MEBIBYTE) }));
  const others = g.memory.reserve('others', 31 * MEBIBYTE);
  for (const answer of [await post('findMessages'), await post('findChats'), await search('')]) {
    expect(answer.status).toBe(429);
    expect(answer.headers.get('retry-after')).toBe('5');
  }
  expect(held).toEqual([]);
  expect(g.memory.reserved).toBe(31 * MEBIBYTE);
  others.release();
  expect((await post('findMessages')).status).toBe(200);
  expect(g.memory.reserved).toBe(0);
});

test('what became of messages, and one chat, are read without the content of the messages', async () => {
  const held: number[] = [];
  const parts = await watched((reserved) => held.push(reserved));
  const { g, key, post, publish } = await bench(parts);
  await publish(sent({ ID: 'A', text: textOf(MEBIBYTE) }));
  expect((await post('findStatusMessage')).status).toBe(200);
  expect(held).toEqual([]);
  const one = await g.call('GET', `/chat/findChatByRemoteJid/shop?remoteJid=${ANA}`, { key });
  expect(one.body).toMatchObject({ remoteJid: ANA });
  expect(g.memory.reserved).toBe(0);
});

test('the event loop is given back between the parts of a page, which are read one by one', async () => {
  let turn = 0;
  const turns: number[] = [];
  const parts = await watched(() => turns.push(turn));
  const { post, publish } = await bench(parts);
  const events = Array.from({ length: 20 }, (_, n) =>
    received({ ID: `M${n}`, text: textOf(100_000) }),
  );
  await publish(...events);
  let isRead = false;
  const reading = post('findMessages', { offset: 500 }).then(() => {
    isRead = true;
  });
  for (; !isRead; turn++) await yieldToEventLoop();
  await reading;
  // Two of these texts are a part.
  expect(new Set(turns).size).toBe(10);
  expect(turns).toHaveLength(10);
});

test('200 content is answered as it was stored, and contextInfo is that of the message and no other', async () => {
  const { post, publish } = await bench();
  const quoted = { extendedTextMessage: { text: 'a', contextInfo: { stanzaId: 'X' } } };
  const odd = JSON.parse('{"__proto__":{"a":1},"2":1e21,"1":"\\u2028\\ud800\\"","n":null}');
  const contents: Record<string, MessageContent> = {
    A: { conversation: '"contextInfo":{"stanzaId":"no"}' },
    B: { extendedTextMessage: { text: 'b', contextInfo: { quotedMessage: quoted } } } as never,
    C: { imageMessage: { caption: 'c', inner: { contextInfo: { stanzaId: 'no' } } } } as never,
    D: { odd } as never,
  };
  await publish(...Object.entries(contents).map(([ID, content]) => received({ ID, content })));
  const { records } = (await post('findMessages')).body.messages;
  const shown = records.map(
    ({ key, message, contextInfo }: ShownRecord & { contextInfo: unknown }) => [
      key.id,
      JSON.stringify(message),
      contextInfo,
    ],
  );
  const contexts: Record<string, unknown> = { B: { quotedMessage: quoted } };
  expect(shown).toEqual(
    Object.entries(contents)
      .map(([id, content]) => [id, JSON.stringify(content), contexts[id] ?? null])
      .toReversed(),
  );
});
