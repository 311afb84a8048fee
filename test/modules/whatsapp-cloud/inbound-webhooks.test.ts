/** What comes in for a number of the Cloud API: each message once, in the order of its chat, on disk before it counts. */
import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import type { Database } from '../../../src/core/db/client.ts';
import type { CatalogEvent } from '../../../src/core/events/contract/catalog.ts';
import { insertsOf } from '../../../src/core/messages/rows.ts';
import { Semaphore } from '../../../src/core/shared/async/semaphore.ts';
import { yieldToEventLoop } from '../../../src/core/shared/clock.ts';
import type { FetchedFile } from '../../../src/modules/whatsapp-cloud/files.ts';
import {
  type InboundDeps,
  InboundWebhooks,
} from '../../../src/modules/whatsapp-cloud/inbound-webhooks.ts';
import { People } from '../../../src/modules/whatsapp-cloud/people.ts';
import { decodeContent } from '../../../src/modules/whatsapp-cloud/stored-content.ts';
import { changesIn } from '../../../src/modules/whatsapp-cloud/webhook-changes.ts';
import { type RecordingHost, storingHost } from '../../core/providers/recording-host.ts';
import {
  ANA,
  BUSINESS,
  type Customer,
  change,
  contactOf,
  messageFrom,
  newWamid,
  ofNumber,
  received,
  reported,
  SENT_AT,
  textFrom,
} from '../../doubles/graph/webhooks.ts';
import { manualClock } from '../../doubles/manual-clock.ts';
import { testDatabase } from '../../helpers/database.ts';
import { until } from '../../helpers/until.ts';
import { insertInstance } from './insert-instance.ts';

const ID = 'shop';
const ANA_CHAT = '5511987654321@s.whatsapp.net';
const clock = manualClock();
let db: Database;
let host: RecordingHost;
let tasks: AbortController;
const files = new Map<string, PromiseWithResolvers<FetchedFile>>();
const logged: string[] = [];
const log = Object.fromEntries(
  ['trace', 'debug', 'info', 'warn', 'error'].map((level) => [
    level,
    (line: string) => void logged.push(line),
  ]),
) as unknown as InboundDeps['log'];

beforeEach(async () => {
  db = await testDatabase();
  await insertInstance(db, ID);
  host = storingHost(db, ID);
  tasks = new AbortController();
  files.clear();
});
afterEach(async () => {
  tasks.abort();
  await db.close();
});

const fileOf = (id: string) => {
  const file = files.get(id) ?? Promise.withResolvers<FetchedFile>();
  files.set(id, file);
  return file;
};

const open = (deps: Partial<InboundDeps> = {}): InboundWebhooks =>
  new InboundWebhooks({
    db,
    clock,
    log,
    host,
    ended: tasks.signal,
    people: new People(db, host),
    self: () => ({ jid: BUSINESS, name: 'Corner shop' }),
    isIgnored: () => false,
    historyEvents: false,
    files: { fetch: ({ id }) => fileOf(id).promise, sizeOf: async () => null },
    fileSlots: new Semaphore(4),
    ...deps,
  });
const take = (inbound: InboundWebhooks, webhook: Record<string, unknown>) =>
  inbound.receive(changesIn(webhook));
const texts = () =>
  host.events.flatMap((event) =>
    event.type === 'Message' ? [shown(event.data.Message as Record<string, never>)] : [],
  );
const shown = (message: Record<string, { caption?: string; text?: string }>) =>
  message.conversation ?? message.extendedTextMessage?.text ?? message.imageMessage?.caption;
const last = <T extends CatalogEvent['type']>(type: T) =>
  host.events.findLast((event): event is Extract<CatalogEvent, { type: T }> => event.type === type);
const image = (caption: string, id: string) => ({
  type: 'image',
  image: { id, mime_type: 'image/jpeg', sha256: '', caption },
});

test('a message that comes again is one event, also after a restart', async () => {
  const inbound = open();
  const message = textFrom(ANA, 'Hello');
  const webhook = received(ANA, message, message);
  await Promise.all([take(inbound, webhook), take(inbound, webhook)]);
  await take(open(), webhook);
  expect(texts()).toEqual(['Hello']);
  expect(await host.findMessage(String(message.id))).toMatchObject({
    chat: ANA_CHAT,
    isFromMe: false,
  });
});

test('a message that another app answers is told as one that this account only listens to', async () => {
  const inbound = open();
  const heard = textFrom(ANA, 'to the agent');
  const value = ofNumber({ contacts: [contactOf(ANA)], messages: [heard] });
  await take(inbound, change('standby', value));
  await take(inbound, change('messages', value));
  await until('it is published', () => host.events.length === 1);
  expect(last('Message')?.data).toMatchObject({ Info: { Chat: ANA_CHAT }, standby: true });
  await take(inbound, received(ANA, textFrom(ANA, 'to a person')));
  await until('both are published', () => host.events.length === 2);
  expect(last('Message')?.data).not.toHaveProperty('standby');
  await sent('OURS');
  const status = statusOf('wamid.S9', 'delivered', { biz_opaque_callback_data: 'OURS' });
  await take(inbound, change('standby', ofNumber({ statuses: [status] })));
  expect(host.statuses).toMatchObject([{ id: 'OURS', status: 'Delivered' }]);
});

test('all entries, changes and messages of a webhook are taken', async () => {
  const bob = { number: '5511900000002', name: 'Bob' };
  const one = change('messages', ofNumber({ messages: [textFrom(ANA, 'a'), textFrom(bob, 'b')] }));
  const two = received(ANA, textFrom(ANA, 'c'));
  const three = received(bob, textFrom(bob, 'd'));
  const entry = [one, two, three].flatMap((each) => each.entry as object[]);
  await take(open(), { object: 'whatsapp_business_account', entry });
  // Nothing was there before, so the first of them waited on disk.
  await until('all are published', () => texts().length === 4);
  expect(texts().toSorted()).toEqual(['a', 'b', 'c', 'd']);
});

test('others are served between portions of a large webhook', async () => {
  const inbound = open();
  await take(inbound, received(ANA, textFrom(ANA, 'first')));
  await until('the first is published', () => texts().length === 1);
  let turns = 0;
  let isTaken = false;
  const others = async () => {
    for (; !isTaken; turns++) await yieldToEventLoop();
  };
  const serving = others();
  const statuses = Array.from({ length: 500 }, (_, n) => ({ id: `wamid.${n}`, status: 'sent' }));
  const many = Array.from({ length: 500 }, () => textFrom(ANA, 'more'));
  await take(inbound, change('messages', ofNumber({ messages: many, statuses })));
  isTaken = true;
  await serving;
  expect(texts()).toHaveLength(501);
  expect(turns).toBeGreaterThanOrEqual(10);
});

test('an answer to a very long message names it without what it says', async () => {
  const inbound = open();
  const long = messageFrom(ANA, { type: 'text', text: { body: 'x'.repeat(40_000) } });
  await take(inbound, received(ANA, long));
  await until('it is published', () => texts().length === 1);
  const context = { id: long.id, from: ANA.number };
  await take(inbound, received(ANA, textFrom(ANA, 'yes', { context })));
  expect(last('Message')?.data.Message.extendedTextMessage).toMatchObject({
    text: 'yes',
    contextInfo: { stanzaId: long.id, quotedMessage: {} },
  });
});

test('a file that was fetched is in its message with its size, also as it is stored', async () => {
  const inbound = open();
  const picture = messageFrom(ANA, image('picture', '79'));
  const large = messageFrom(ANA, image('large', '80'));
  const lost = messageFrom(ANA, image('lost', '81'));
  fileOf('79').resolve({ bytes: new Uint8Array(7), mimetype: 'image/jpeg' });
  fileOf('80').resolve({ error: 'the file has more than 5 bytes', size: 6 });
  fileOf('81').resolve({ error: 'Meta did not give the file' });
  await take(inbound, received(ANA, picture, large, lost));
  await until('all are published', () => texts().length === 3);
  const shownSizes = host.events.flatMap((event) =>
    event.type === 'Message' ? [event.data.Message.imageMessage?.fileLength] : [],
  );
  expect(shownSizes).toEqual([7, 6, undefined]);
  const storedSizes = [];
  for (const { id } of [picture, large, lost]) {
    const { content } = decodeContent({
      content: (await host.findMessage(String(id)))?.content ?? null,
    });
    storedSizes.push((content.imageMessage as { fileLength?: number }).fileLength);
  }
  expect(storedSizes).toEqual([7, 6, undefined]);
  expect(host.events[1]).toMatchObject({ media: { error: 'the file has more than 5 bytes' } });
});

test('a file that nobody wants is not fetched, and its message has its size, in its place in the chat', async () => {
  const wantsNone = { ...host, wantsFiles: () => false };
  const asked = Promise.withResolvers<number | null>();
  const inbound = open({
    host: wantsNone,
    files: { fetch: ({ id }) => fileOf(id).promise, sizeOf: () => asked.promise },
  });
  await take(inbound, received(ANA, messageFrom(ANA, image('picture', '84'))));
  await take(inbound, received(ANA, textFrom(ANA, 'after it')));
  expect(texts()).toEqual([]);
  asked.resolve(48_211);
  await until('both are published', () => texts().length === 2);
  expect(texts()).toEqual(['picture', 'after it']);
  expect(host.events[0]).toMatchObject({
    data: { Message: { imageMessage: { fileLength: 48_211 } } },
  });
  expect(host.events[0]).not.toHaveProperty('media');
  expect(files.size).toBe(0);
  const unknown = open({ host: wantsNone });
  await take(unknown, received(ANA, messageFrom(ANA, image('unknown', '85'))));
  await until('it is published', () => texts().length === 3);
  expect(last('Message')?.data.Message.imageMessage).not.toHaveProperty('fileLength');
});

test('nothing is done about a webhook whose parts are missing or of the wrong type', async () => {
  const inbound = open();
  const wrong = [null, 5, 'x', [], [null], {}, [{}]];
  for (const one of wrong) {
    await inbound.receive(changesIn({ object: 'whatsapp_business_account', entry: one }));
    const entry = [
      { id: '1', changes: one },
      { id: '1', changes: [{ field: 'messages', value: one }] },
    ];
    await inbound.receive(changesIn({ object: 'whatsapp_business_account', entry }));
    for (const field of ['messages', 'history', 'calls', 'smb_message_echoes']) {
      const value = { metadata: one, contacts: one, messages: one, statuses: one, history: one };
      const all = { ...value, calls: one, errors: one, message_echoes: one };
      await take(inbound, change(field, all));
    }
  }
  expect(host.events).toEqual([]);
});

test('a file on its way holds back its own chat, and neither the answer nor other chats', async () => {
  const inbound = open();
  await take(inbound, received(ANA, textFrom(ANA, 'first')));
  await until('the first is published', () => texts().length === 1);
  const bob = { number: '5511900000002', name: 'Bob' };
  await take(inbound, received(ANA, messageFrom(ANA, image('picture', '77'))));
  await take(inbound, received(ANA, textFrom(ANA, 'after it')));
  await take(inbound, received(bob, textFrom(bob, 'from Bob')));
  expect(texts()).toEqual(['first', 'from Bob']);
  const bytes = new Uint8Array([1, 2, 3]);
  fileOf('77').resolve({ bytes, mimetype: 'image/jpeg' });
  await until('the chat goes on', () => texts().length === 4);
  expect(texts()).toEqual(['first', 'from Bob', 'picture', 'after it']);
  const picture = host.events.find((event) => event.type === 'Message' && event.media);
  expect(picture).toMatchObject({ media: { bytes, mimetype: 'image/jpeg' } });
});

test('what waits for a file when the service ends is published by the next, in order and once', async () => {
  const inbound = open();
  await take(inbound, received(ANA, textFrom(ANA, 'first')));
  await until('the first is published', () => texts().length === 1);
  const picture = messageFrom(ANA, image('picture', '78'));
  const webhook = received(ANA, picture, textFrom(ANA, 'after it'));
  await take(inbound, webhook);
  tasks.abort();
  fileOf('78').resolve({ error: 'the service has ended' });
  await inbound.stop();
  expect(texts()).toEqual(['first']);

  files.clear();
  tasks = new AbortController();
  const next = open();
  next.begin();
  await take(next, webhook);
  fileOf('78').resolve({ error: 'the file is gone' });
  await until('both are published', () => texts().length === 3);
  await next.stop();
  expect(texts()).toEqual(['first', 'picture', 'after it']);
  expect(host.events[1]).toMatchObject({ media: { error: 'the file is gone' } });
});

test('a message that waited for its file is told once, though the service is killed when its event is on disk', async () => {
  const committed = Promise.withResolvers<void>();
  // The process that is gone hears nothing of the commit.
  const emitAll: RecordingHost['emitAll'] = async (...values) => {
    await host.emitAll(...values);
    if (values[0].length === 0) return;
    committed.resolve();
    await new Promise<never>(() => {});
  };
  const killed = open({ host: { ...host, emitAll } });
  const webhook = received(ANA, messageFrom(ANA, image('picture', '82')));
  fileOf('82').resolve({ error: 'the file is gone' });
  await take(killed, webhook);
  await committed.promise;
  tasks.abort();
  tasks = new AbortController();
  const next = open();
  next.begin();
  await take(next, webhook);
  await next.stop();
  expect(texts()).toEqual(['picture']);
});

test('a message that waited for its file is told once, though its person could not be noted at first', async () => {
  const people = new People(db, host);
  const enter = people.enter.bind(people);
  const inbound = open({ people });
  people.enter = async ({ length }) => {
    if (length > 0) throw new Error('the disk is full');
  };
  fileOf('83').resolve({ error: 'the file is gone' });
  await take(inbound, received(ANA, messageFrom(ANA, image('picture', '83'))));
  await until('it is tried again later', () => clock.pending() > 0);
  people.enter = enter;
  await clock.advance(1_000);
  await inbound.stop();
  expect(texts()).toEqual(['picture']);
  expect(await db.query('select body from whatsapp_inbox', [])).toEqual([[null]]);
});

test('nothing counts as taken while the disk refuses it, and it is taken when it comes again', async () => {
  let isFull = false;
  const emitAll: RecordingHost['emitAll'] = (...values) =>
    isFull ? Promise.reject(new Error('the disk is full')) : host.emitAll(...values);
  const inbound = open({ host: { ...host, emitAll } });
  await take(inbound, received(ANA, textFrom(ANA, 'first')));
  await inbound.stop();
  const webhook = received(ANA, textFrom(ANA, 'Hello'));
  isFull = true;
  expect(await take(inbound, webhook).catch((error) => error.message)).toBe('the disk is full');
  isFull = false;
  await take(inbound, webhook);
  expect(texts()).toEqual(['first', 'Hello']);
});

test('the chat of a person keeps its id when their number appears and vanishes', async () => {
  const inbound = open();
  const id = 'BR.13491208655302741918';
  const hidden = { bsuid: id, name: 'Ana', username: 'ana.sp' };
  const known = { ...hidden, number: '5511987654321' };
  const chats = () =>
    host.events.flatMap((event) => (event.type === 'Message' ? [event.data.Info] : []));
  await take(inbound, received(hidden, textFrom(hidden, 'one')));
  await until('it is published', () => chats().length === 1);
  await take(inbound, received(known, textFrom(known, 'two')));
  await take(inbound, received(ANA, textFrom(ANA, 'three')));
  expect(chats().map(({ Chat, Sender }) => [Chat, Sender])).toEqual([
    [id, id],
    [id, ANA_CHAT],
    [id, ANA_CHAT],
  ]);
  expect(chats()[1]?.SenderIds).toEqual({
    number: '5511987654321',
    bsuid: id,
    username: 'ana.sp',
  });

  const bob = { number: '5511900000002', name: 'Bob' };
  const bobsId = { bsuid: 'BR.2', name: 'Bob' };
  await take(inbound, received(bob, textFrom(bob, 'one')));
  await take(inbound, received({ ...bob, ...bobsId }, textFrom({ ...bob, ...bobsId }, 'two')));
  await take(open(), received(bobsId, textFrom(bobsId, 'three')));
  await until('all are published', () => chats().length === 6);
  expect(
    new Set(
      chats()
        .slice(3)
        .map(({ Chat }) => Chat),
    ),
  ).toEqual(new Set(['5511900000002@s.whatsapp.net']));
});

test('a number that belongs to somebody else by now does not lead into the chat of the former one', async () => {
  const inbound = open();
  const former = { number: '5511987654321', bsuid: 'BR.1', name: 'Ana' };
  await take(inbound, received({ bsuid: 'BR.1' }, textFrom({ bsuid: 'BR.1' }, 'hidden')));
  await take(inbound, received(former, textFrom(former, 'shown')));
  const now = { number: '5511987654321', bsuid: 'BR.9', name: 'Zoe' };
  await take(inbound, received(now, textFrom(now, 'new here')));
  await until('all are published', () => texts().length === 3);
  expect(last('Message')?.data.Info.Chat).toBe(ANA_CHAT);
});

describe('a person with another number or id', () => {
  const ANA_BEFORE = { ...ANA, bsuid: 'BR.1' };
  const ANA_AFTER = { number: '5521977776666', bsuid: 'BR.2', name: 'Ana' };
  const NEW_CHAT = '5521977776666@s.whatsapp.net';
  const note = (from: Customer, type: string, rest: Record<string, unknown>) =>
    messageFrom(from, { type: 'system', system: { body: 'changed', type, ...rest } });
  const changedNumber = { wa_id: ANA_AFTER.number, user_id: 'BR.2', previous_user_id: 'BR.1' };
  const chats = () =>
    host.events.flatMap((event) => (event.type === 'Message' ? [event.data.Info.Chat] : []));

  test.each([
    ['with the ids of both', ANA_BEFORE, 'user_changed_number', changedNumber],
    ['by the ids alone', { bsuid: 'BR.1' }, 'user_changed_number', changedNumber],
    ['by numbers alone', ANA, 'customer_changed_number', { new_wa_id: ANA_AFTER.number }],
    [
      'by the former id in the place of the sender',
      ANA_BEFORE,
      'user_changed_user_id',
      {
        wa_id: ANA_AFTER.number,
        user_id: 'BR.2',
      },
    ],
  ] as const)(
    'stays one contact, who is written to by the new one: %s',
    async (_, from, type, rest) => {
      const inbound = open();
      await take(inbound, received(ANA_BEFORE, textFrom(ANA_BEFORE, 'one')));
      await until('it is published', () => host.events.length === 1);
      const changed = received(from, note(from, type, rest));
      await take(inbound, changed);
      await take(inbound, changed);
      expect(host.people).toContainEqual({ from: ANA_CHAT, to: NEW_CHAT });
      expect(last('Message')?.data.Info).toMatchObject({ Chat: NEW_CHAT, Sender: NEW_CHAT });
      await take(open(), received(ANA_AFTER, textFrom(ANA_AFTER, 'two')));
      await until('all are published', () => host.events.length === 3);
      expect(chats()).toEqual([ANA_CHAT, NEW_CHAT, NEW_CHAT]);
      const late = { bsuid: 'BR.1' };
      await take(inbound, received(late, textFrom(late, 'sent before')));
      expect(chats().at(-1)).toBe(NEW_CHAT);
    },
  );

  test('who had written from both has one chat', async () => {
    const inbound = open();
    await take(inbound, received(ANA_BEFORE, textFrom(ANA_BEFORE, 'one')));
    const hidden = { bsuid: 'BR.2' };
    await take(inbound, received(hidden, textFrom(hidden, 'two')));
    await take(
      inbound,
      received(ANA_BEFORE, note(ANA_BEFORE, 'user_changed_number', changedNumber)),
    );
    expect(host.people).toEqual(
      expect.arrayContaining([
        { from: ANA_CHAT, to: NEW_CHAT },
        { from: 'BR.2', to: NEW_CHAT },
      ]),
    );
  });

  test('whose new number is hidden has the chat of the new id, where answers arrive', async () => {
    const inbound = open();
    await take(inbound, received(ANA_BEFORE, textFrom(ANA_BEFORE, 'one')));
    const ids = { user_id: 'BR.2', previous_user_id: 'BR.1' };
    await take(inbound, received(ANA_BEFORE, note(ANA_BEFORE, 'user_changed_number', ids)));
    const after = { bsuid: 'BR.2' };
    await take(inbound, received(after, textFrom(after, 'two')));
    await until('all are published', () => host.events.length === 3);
    expect(host.people).toContainEqual({ from: ANA_CHAT, to: 'BR.2' });
    expect(last('Message')?.data.Info).toMatchObject({ Chat: 'BR.2', Sender: 'BR.2' });
  });

  const NEW_ID = { user_id: 'BR.2', previous_user_id: 'BR.1' };
  test.each([
    ['with the number and both ids', ANA_BEFORE, NEW_ID],
    ['with the number repeated', ANA_BEFORE, { ...NEW_ID, wa_id: ANA.number }],
    ['with the number repeated in its old place', ANA_BEFORE, { ...NEW_ID, new_wa_id: ANA.number }],
    ['with the other spelling of the number', ANA_BEFORE, { ...NEW_ID, wa_id: '551187654321' }],
    ['with the number and the new id alone', ANA, { user_id: 'BR.2' }],
    ['with the former id in the place of the sender', { bsuid: 'BR.1' }, { user_id: 'BR.2' }],
    ['with the ids alone', { bsuid: 'BR.1' }, NEW_ID],
  ] as const)(
    'who has another id and the same number keeps the chat of the number: %s',
    async (_, from, ids) => {
      const inbound = open();
      await take(inbound, received(ANA_BEFORE, textFrom(ANA_BEFORE, 'one')));
      await until('it is published', () => host.events.length === 1);
      await take(inbound, received(from, note(from, 'user_changed_user_id', ids)));
      const senders = [{ bsuid: 'BR.2' }, ANA, { ...ANA, bsuid: 'BR.2' }, { bsuid: 'BR.1' }];
      for (const one of senders) await take(open(), received(one, textFrom(one, 'two')));
      await until('all are published', () => host.events.length === 6);
      expect(chats()).toEqual(Array(6).fill(ANA_CHAT));
      expect(host.people.filter(({ from: former }) => former === ANA_CHAT)).toEqual([]);
      expect(await new People(db, host).knownChat([ANA_CHAT])).toBe(ANA_CHAT);
    },
  );

  test('who has another id, and had begun a chat by it, has one chat by the number', async () => {
    const inbound = open();
    await take(inbound, received(ANA_BEFORE, textFrom(ANA_BEFORE, 'one')));
    const hidden = { bsuid: 'BR.2' };
    await take(inbound, received(hidden, textFrom(hidden, 'two')));
    await take(inbound, received(ANA_BEFORE, note(ANA_BEFORE, 'user_changed_user_id', NEW_ID)));
    await take(inbound, received(hidden, textFrom(hidden, 'three')));
    await until('all are published', () => host.events.length === 4);
    expect(host.people).toContainEqual({ from: 'BR.2', to: ANA_CHAT });
    expect(chats().slice(2)).toEqual([ANA_CHAT, ANA_CHAT]);
  });

  test('whose number came to a chat by the former id has one by the number, since that id is gone', async () => {
    const inbound = open();
    const hidden = { bsuid: 'BR.1' };
    await take(inbound, received(hidden, textFrom(hidden, 'one')));
    await take(inbound, received(ANA_BEFORE, textFrom(ANA_BEFORE, 'two')));
    await take(inbound, received(ANA_BEFORE, note(ANA_BEFORE, 'user_changed_user_id', NEW_ID)));
    await take(inbound, received(ANA, textFrom(ANA, 'three')));
    await until('all are published', () => host.events.length === 4);
    expect(host.people).toContainEqual({ from: 'BR.1', to: ANA_CHAT });
    expect(chats()).toEqual(['BR.1', 'BR.1', ANA_CHAT, ANA_CHAT]);
  });

  test('who never showed a number has the chat of the new id', async () => {
    const inbound = open();
    const before = { bsuid: 'BR.1' };
    await take(inbound, received(before, textFrom(before, 'one')));
    await take(inbound, received(before, note(before, 'user_changed_user_id', NEW_ID)));
    await until('both are published', () => host.events.length === 2);
    expect(host.people).toContainEqual({ from: 'BR.1', to: 'BR.2' });
    expect(chats()).toEqual(['BR.1', 'BR.2']);
  });

  test('leaves the number to whoever gets it next', async () => {
    const inbound = open();
    await take(inbound, received(ANA_BEFORE, textFrom(ANA_BEFORE, 'one')));
    await take(
      inbound,
      received(ANA_BEFORE, note(ANA_BEFORE, 'user_changed_number', changedNumber)),
    );
    const next = { ...ANA, bsuid: 'BR.9', name: 'Zoe' };
    await take(inbound, received(next, textFrom(next, 'new here')));
    await until('all are published', () => host.events.length === 3);
    expect(chats().at(-1)).toBe(ANA_CHAT);
  });

  test('has what waited for a file in the new chat', async () => {
    const inbound = open();
    await take(inbound, received(ANA_BEFORE, messageFrom(ANA_BEFORE, image('picture', '90'))));
    await until('the file is asked for', () => files.has('90'));
    await take(
      inbound,
      received(ANA_BEFORE, note(ANA_BEFORE, 'user_changed_number', changedNumber)),
    );
    fileOf('90').resolve({ error: 'the file is gone' });
    await until('both are published', () => host.events.length === 2);
    expect(chats()).toEqual([NEW_CHAT, NEW_CHAT]);
  });

  test('has not written by that: it opens no time for free answers', async () => {
    await take(open(), received(ANA, note(ANA, 'user_changed_number', changedNumber)));
    await until('it is published', () => host.events.length === 1);
    expect(host.messages[0]).toMatchObject({ kind: 'system', chat: NEW_CHAT });
    expect(host.messages[0]?.opensWindow).toBeUndefined();
  });

  test.each([{}, { user_id: 'x' }, { wa_id: {} }, { user_id: 'BR.2', wa_id: 'BR.2' }, null, 'x'])(
    'is not who they were before because of a note that is wrong: %j',
    async (system) => {
      const inbound = open();
      const wrong = { type: 'system', system: { type: 'user_changed_number', ...Object(system) } };
      await take(inbound, received({ bsuid: 'BR.7' }, messageFrom({}, wrong)));
      await inbound.stop();
      expect(host.people).toEqual([]);
    },
  );
});

/** A message that was sent through the instance, as sending stores it. */
const sent = (id: string, status: 'Pending' | 'ServerAck' = 'Pending') =>
  db.batch(
    insertsOf(ID, {
      id,
      isFromMe: true,
      chat: ANA_CHAT,
      sender: BUSINESS,
      chatAddress: ANA_CHAT,
      authorAddress: '',
      kind: 'text',
      content: null,
      sentAt: clock.now(),
      status,
    }),
  );
const statusOf = (id: string, status: string, rest: Record<string, unknown> = {}) => ({
  id,
  status,
  timestamp: SENT_AT,
  recipient_id: ANA.number,
  ...rest,
});

test('a status finds its message by what was sent along with it, and tells what Meta calls it', async () => {
  await sent('OURS');
  const callback = { biz_opaque_callback_data: 'OURS' };
  await take(open(), reported(statusOf('wamid.S1', 'delivered', callback)));
  expect(host.statuses).toEqual([
    {
      id: 'OURS',
      platformId: 'wamid.S1',
      status: 'Delivered',
      code: null,
      reason: null,
      at: Number(SENT_AT) * 1000,
    },
  ]);
  expect(last('Receipt')).toMatchObject({
    state: 'Delivered',
    data: {
      ...{ Chat: ANA_CHAT, Sender: ANA_CHAT, IsFromMe: false, Type: '' },
      ...{ MessageIDs: ['OURS'], PlatformIDs: ['wamid.S1'] },
    },
  });
});

test('a failure says what happened and what to do about it', async () => {
  await sent('OURS');
  const errors = [
    {
      code: 131_047,
      title: 'Re-engagement message',
      error_data: { details: 'More than 24 hours have passed' },
    },
  ];
  const failed = statusOf('wamid.S2', 'failed', { biz_opaque_callback_data: 'OURS', errors });
  await take(open(), reported(failed));
  expect(host.statuses[0]).toMatchObject({
    ...{ status: 'Error', code: 131_047 },
    failure: { title: 'Re-engagement message', details: 'More than 24 hours have passed' },
  });
  expect(host.statuses[0]?.reason).toBe(
    'Meta did not deliver the message: Re-engagement message: More than 24 hours have passed. More than 24 hours have passed since the person last wrote: send an approved template.',
  );
  expect(host.events).toEqual([]);
});

test('statuses in any order never go back, and none is published twice', async () => {
  const inbound = open();
  await sent('OURS');
  const status = (name: string) => statusOf('wamid.S3', name, { biz_opaque_callback_data: 'OURS' });
  await take(
    inbound,
    reported(status('read'), status('delivered'), status('sent'), status('read')),
  );
  expect(host.statuses.map(({ status }) => status)).toEqual(['Read']);
  await take(inbound, reported(status('read')));
  expect(host.events.map(({ type }) => type)).toEqual(['Receipt']);
});

test('what Meta charges for a message is kept in its own words, with what began the conversation', async () => {
  const inbound = open();
  await sent('OURS');
  const callback = { biz_opaque_callback_data: 'OURS' };
  const pricing = { billable: true, pricing_model: 'PMP', category: 'utility', type: 'regular' };
  const conversation = {
    ...{ id: 'C', origin: { type: 'service' } },
    expiration_timestamp: '1767698400',
  };
  const priced = (rest: object) => statusOf('wamid.S4', 'sent', { ...callback, ...rest });
  await take(inbound, reported(priced({ pricing, conversation })));
  expect(host.statuses[0]?.pricing).toEqual({
    ...pricing,
    ...{ origin: 'service', conversation: 'C', conversationUntil: '1767698400' },
  });
  const long = { ...pricing, category: 'x'.repeat(65), type: 7, billable: 'yes' };
  await take(inbound, reported(priced({ pricing: long })));
  expect(host.statuses[1]?.pricing).toEqual({ pricing_model: 'PMP' });
  for (const none of [null, {}, [], 'x', { billable: 1 }])
    await take(inbound, reported(priced({ pricing: none, conversation })));
  expect(host.statuses.slice(2).map((one) => 'pricing' in one)).toEqual(Array(5).fill(false));
});

test('receipts of messages that were sent by other systems come once too', async () => {
  const inbound = open();
  const webhook = reported(statusOf('wamid.THEIRS', 'read'));
  await take(inbound, webhook);
  await take(inbound, webhook);
  expect(host.statuses).toEqual([]);
  expect(host.events).toHaveLength(1);
  expect(last('Receipt')?.data).toMatchObject({ Chat: ANA_CHAT, MessageIDs: ['wamid.THEIRS'] });
});

test('a failure of a message that another application of the number sent is told once, by the id of Meta', async () => {
  const inbound = open();
  const errors = [{ code: 131_026, title: 'Message undeliverable' }];
  const webhook = reported(statusOf('wamid.THEIRS', 'failed', { errors }));
  await take(inbound, webhook);
  await take(inbound, webhook);
  expect(host.statuses).toEqual([]);
  expect(host.events).toMatchObject([
    {
      type: 'MessageStatus',
      data: {
        ...{ ID: 'wamid.THEIRS', Chat: ANA_CHAT, Status: 'Error', Code: 131_026 },
        Reason: expect.stringContaining('Message undeliverable'),
      },
    },
  ]);
  const nobodys = statusOf('wamid.NOBODY', 'failed', { errors, recipient_id: '' });
  await take(inbound, reported(nobodys));
  expect(host.events).toHaveLength(1);
});

test('in a group each member who reads gives a receipt of theirs', async () => {
  const inbound = open();
  const inGroup = (participant: string) => ({
    id: 'wamid.G',
    status: 'read',
    timestamp: SENT_AT,
    recipient_id: 'Y2FwaV9ncm91cA',
    recipient_type: 'group',
    recipient_participant_id: participant,
  });
  await take(inbound, reported(inGroup('5511987654321'), inGroup('5511900000002')));
  expect(host.events.map((event) => event.type === 'Receipt' && event.data.Sender)).toEqual([
    ANA_CHAT,
    '5511900000002@s.whatsapp.net',
  ]);
  expect(last('Receipt')?.data).toMatchObject({ Chat: 'Y2FwaV9ncm91cA@g.us', IsGroup: true });
});

test('a reaction and an answer name what was sent by its own id', async () => {
  const inbound = open();
  await sent('OURS');
  await db.query('update messages set platform_id = ? where id = ?', ['wamid.P', 'OURS']);
  const reaction = { message_id: 'wamid.P', emoji: '👍' };
  await take(inbound, received(ANA, messageFrom(ANA, { type: 'reaction', reaction })));
  await until('it is published', () => host.events.length === 1);
  expect(last('Message')?.data.Message.reactionMessage).toMatchObject({
    key: { id: 'OURS', fromMe: true },
  });
  const context = { id: 'wamid.P', from: '551155550100' };
  await take(inbound, received(ANA, textFrom(ANA, 'Yes', { context })));
  expect(last('Message')?.data.Message.extendedTextMessage?.contextInfo).toMatchObject({
    stanzaId: 'OURS',
    participant: BUSINESS,
  });
});

test('a call is offered and ends, each once', async () => {
  const inbound = open();
  const step = (event: string, rest: Record<string, unknown> = {}) => ({
    id: 'wacid.1',
    from: ANA.number,
    to: '551155550100',
    event,
    timestamp: SENT_AT,
    direction: 'USER_INITIATED',
    ...rest,
  });
  const calls = [step('connect'), step('connect'), step('terminate', { status: 'COMPLETED' })];
  await take(inbound, change('calls', ofNumber({ contacts: [contactOf(ANA)], calls })));
  await take(inbound, change('calls', ofNumber({ calls })));
  expect(host.events).toMatchObject([
    { type: 'CallOffer', data: { From: ANA_CHAT, CallCreator: ANA_CHAT, CallID: 'wacid.1' } },
    { type: 'CallTerminate', data: { From: ANA_CHAT, Reason: 'completed' } },
  ]);
});

test('what was typed on the phone that shares the number is a message of the account', async () => {
  const inbound = open();
  const echo = { from: '551155550100', to: ANA.number, id: newWamid(), timestamp: SENT_AT };
  const message_echoes = [{ ...echo, type: 'text', text: { body: 'By hand' } }];
  await take(inbound, change('smb_message_echoes', ofNumber({ message_echoes })));
  await until('it is published', () => host.events.length === 1);
  expect(last('Message')?.data.Info).toMatchObject({
    IsFromMe: true,
    Chat: ANA_CHAT,
    Sender: BUSINESS,
  });
  expect(await host.findMessage(echo.id)).toMatchObject({ isFromMe: true });
  expect(host.messages.at(-1)?.opensWindow).toBeUndefined();
});

const history = (...several: readonly Record<string, unknown>[]) =>
  change(
    'history',
    ofNumber({
      history: [
        {
          metadata: { phase: 0, chunk_order: 1, progress: 10 },
          threads: [{ id: ANA.number, messages: several }],
        },
      ],
    }),
  );
const theirs = () => textFrom(ANA, 'Long ago');
const ours = () => ({ ...textFrom({ number: '551155550100' }, 'Our answer'), to: ANA.number });

test('a message of nobody, or without an id, is left out and noted', async () => {
  logged.length = 0;
  const inbound = open();
  const { id: _, ...nameless } = textFrom(ANA, 'x');
  await take(inbound, received({}, textFrom({}, 'y')));
  await take(inbound, received(ANA, nameless));
  expect(host.messages).toEqual([]);
  expect(logged).toEqual(Array(2).fill('messages without an id or a sender were ignored'));
});

test('faults that Meta reports are noted, however long they are', async () => {
  logged.length = 0;
  const errors = Array.from({ length: 50 }, () => ({ code: 131_000, title: 'x'.repeat(5_000) }));
  await take(open(), change('messages', ofNumber({ errors })));
  expect(logged).toEqual(['Meta reports errors of its own']);
});

test('the history is stored and gives no events', async () => {
  await take(open(), history(theirs(), ours()));
  expect(host.events).toEqual([]);
  expect(host.messages.map(({ isFromMe, chat }) => [isFromMe, chat])).toEqual([
    [false, ANA_CHAT],
    [true, ANA_CHAT],
  ]);
  expect(host.messages[0]).toMatchObject({
    fetchedAt: clock.now(),
    shown: { Message: { conversation: 'Long ago' } },
  });
});

test('the history gives events where that is asked for', async () => {
  await take(open({ historyEvents: true }), history(theirs(), ours()));
  expect(texts()).toEqual(['Long ago', 'Our answer']);
  expect(last('Message')?.data.history).toEqual({ phase: 0, chunkOrder: 1, progress: 10 });
});

test('messages of chats that are ignored give no event, and are not asked about again', async () => {
  const inbound = open({ isIgnored: (chat) => chat.endsWith('@g.us') });
  await take(inbound, received(ANA, textFrom(ANA, 'to all', { group_id: 'Y2FwaQ' })));
  expect(host.events).toEqual([]);
  expect(host.messages).toMatchObject([{ kind: 'ignored', chat: 'Y2FwaQ@g.us', content: null }]);
});

test('a person who writes opens their chat for free answers', async () => {
  const inbound = open();
  await take(inbound, received(ANA, textFrom(ANA, 'Hello')));
  await until('it is published', () => host.events.length === 1);
  expect(host.messages[0]?.opensWindow).toBe(true);
});

test('webhooks that come faster than the disk takes them are refused, so that they come again', async () => {
  const inbound = open();
  await take(inbound, received(ANA, textFrom(ANA, 'first')));
  await until('the first is published', () => texts().length === 1);
  const release = host.hold();
  const all = Array.from({ length: 101 }, () =>
    take(inbound, received(ANA, textFrom(ANA, 'x'))).catch((error) => error.reason),
  );
  expect(await all.at(-1)).toBe('rate_limited');
  release();
  await Promise.all(all);
  expect(texts()).toHaveLength(101);
});

test('two addresses of one person are made one contact once both are stored', async () => {
  const inbound = open();
  const bsuid = 'BR.7';
  await take(inbound, received({ bsuid }, textFrom({ bsuid }, 'hidden')));
  await until('it is published', () => texts().length === 1);
  await take(inbound, received(ANA, textFrom(ANA, 'by number')));
  expect(host.people).toEqual([]);
  const both = { ...ANA, bsuid };
  await take(inbound, received(both, textFrom(both, 'both')));
  await take(inbound, received(both, textFrom(both, 'both again')));
  expect(host.people).toEqual([{ from: bsuid, to: ANA_CHAT }]);
  expect(last('Message')?.data.Info.Chat).toBe(ANA_CHAT);
});

test('messages of an instance with a limit of events wait for their turn, all of them', async () => {
  const inbound = open();
  const counts: number[] = [];
  const wait = async (count: number) => {
    counts.push(count);
    return true;
  };
  host.pace = { perSecond: 2, take() {}, wait };
  inbound.begin();
  await inbound.stop();
  const all = Array.from({ length: 5 }, (_, at) => textFrom(ANA, `text ${at}`));
  await take(inbound, received(ANA, ...all));
  expect(counts).toEqual([2, 2, 1]);
  expect(texts()).toHaveLength(5);
});
