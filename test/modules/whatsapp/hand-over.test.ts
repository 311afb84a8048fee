import { expect, test } from 'bun:test';
import { type Database, DatabaseError } from '../../../src/core/db/client.ts';
import type { MessageData } from '../../../src/core/events/types/message-data.ts';
import {
  type ArrivingMessage,
  createInbox,
  createMessageCommit,
} from '../../../src/core/messages/inbox.ts';
import type { MessageRecord } from '../../../src/core/messages/rows.ts';
import { offlineSyncCompleted } from '../../../src/core/providers/session-events.ts';
import { yieldToEventLoop } from '../../../src/core/shared/clock.ts';
import { messageOf } from '../../../src/core/shared/errors.ts';
import { loadBaileys } from '../../../src/modules/whatsapp/engine/baileys.ts';
import { OutgoingRecords } from '../../../src/modules/whatsapp/hand-over.ts';
import { KeyCache, keyOfMessage } from '../../../src/modules/whatsapp/key-memory.ts';
import { createKeyRows } from '../../../src/modules/whatsapp/key-rows.ts';
import { KeyStore } from '../../../src/modules/whatsapp/key-store.ts';
import { CONTACT, PHONE } from '../../conformance/provider-stage.ts';
import { recordingHost } from '../../core/providers/recording-host.ts';
import { manualClock } from '../../doubles/manual-clock.ts';
import { testDatabase } from '../../helpers/database.ts';
import { until } from '../../helpers/until.ts';
import { insertInstance, screenOf, vault, whatsAppStage } from './stage.ts';

/** A session that is open, and a contact who has written to it once. */
async function conversation() {
  const host = recordingHost();
  const db = await testDatabase();
  await insertInstance(db, host.instanceId);
  /** The tables that each commit inserts into. */
  const commits: (string | undefined)[][] = [];
  const watched: Database = {
    ...db,
    batch(statements) {
      commits.push(statements.map(({ sql }) => /^insert into (\w+)/.exec(sql)?.[1]));
      return db.batch(statements);
    },
  };
  const { whatsapp, provider, lines } = await whatsAppStage(host.instanceId, { db: watched });
  const phone = whatsapp.phone({ number: PHONE, name: 'Shop' });
  const ana = whatsapp.contact({ number: CONTACT, name: 'Ana' });
  const session = provider.open(host, null);
  await session.connect({});
  await until('a code is on show', () => session.offer() !== null);
  await phone.scan(screenOf(session));
  await until('the connection is open', () => host.phases.at(-1)?.phase === 'open');
  const messages = () => host.events.filter(({ type }) => type === 'Message').length;
  await ana.writes(phone, { text: 'first' });
  await until('the first message is published', () => messages() === 1);
  return {
    ana,
    phone,
    db,
    commits,
    messages,
    refuse: (table: string) =>
      db.query(
        `create trigger refusal before insert on ${table} begin select raise(abort, 'no'); end`,
        [],
      ),
    sessions: () =>
      db.query("select id, value_sealed from whatsapp_keys where type = 'session' order by id", []),
    inbox: () => db.query('select message_key from whatsapp_inbox', []),
    /** Baileys' own text for it must not be logged. */
    refused: () =>
      until('the library complains', () => lines.some((line) => line.includes('said something'))),
    async end() {
      await session.stop();
      await whatsapp.stop();
    },
  };
}

test('the keys that open a message are not on disk without it', async () => {
  const { ana, phone, refuse, refused, sessions, end } = await conversation();
  const before = await sessions();
  await refuse('whatsapp_inbox');
  await ana.writes(phone, { text: 'second' });
  await refused();
  expect(await sessions()).toEqual(before);
  await end();
});

test('a message is neither on disk nor published without the keys that open it', async () => {
  const { ana, phone, refuse, refused, inbox, messages, end } = await conversation();
  await refuse('whatsapp_keys');
  await ana.writes(phone, { text: 'second' });
  await refused();
  expect(await inbox()).toHaveLength(1);
  expect(messages()).toBe(1);
  await end();
});

const recordOf = (id: string): MessageRecord => ({
  id,
  isFromMe: false,
  chat: `${CONTACT}@s.whatsapp.net`,
  sender: `${CONTACT}@s.whatsapp.net`,
  chatAddress: `${CONTACT}@s.whatsapp.net`,
  authorAddress: '',
  kind: 'text',
  content: null,
  sentAt: 0,
  status: null,
});

/** Keys over a database, and a host that records what is told with them. */
async function keyStage() {
  const host = recordingHost();
  const id = host.instanceId;
  const db = await testDatabase();
  await insertInstance(db, id);
  host.writeChangesTo(db);
  const clock = manualClock();
  const ended = new AbortController().signal;
  const inbox = createInbox(db, clock, id);
  const commit = createMessageCommit(db, inbox, host);
  const rows = createKeyRows({ db, vault, clock }, await loadBaileys(), id);
  const own = { instanceId: id, rows, commit, keyCache: new KeyCache(), clock };
  const keyStore = new KeyStore({ ...own, ended, abandoned: ended });
  const keys = keyStore.forConnection({ end() {}, changesWritten: async () => true });
  const written: (readonly [string, boolean])[] = [];
  /** One that is told with its keys. */
  const arriving = (key: string): ArrivingMessage => ({
    ...inbox.arrival(key, null),
    publication: { event: offlineSyncCompleted(0), record: recordOf(key) },
    written: (isNew) => written.push([key, isNew]),
    dropped() {},
  });
  const set = async (value: string, ...messages: readonly ArrivingMessage[]) => {
    for (const message of messages) await keys.set(keyOfMessage(message));
    await keys.set({ session: { ana: Buffer.from(value) } });
  };
  const session = async () => {
    const { ana } = await keys.get('session', ['ana']);
    return String(ana ?? '');
  };
  const stored = () => db.query('select message_key from whatsapp_inbox order by 1', []);
  return { host, db, clock, keyStore, commit, arriving, set, session, stored, written };
}

test('a message whose commit failed goes along with the next try, and with that alone', async () => {
  const { db, clock, keyStore, arriving, set, stored, written } = await keyStage();
  await db.query('alter table whatsapp_keys rename to elsewhere', []);
  await set('ana', arriving('A1'));
  await until('it is to be tried again', () => clock.pending() === 1);
  expect(await stored()).toEqual([]);
  await db.query('alter table elsewhere rename to whatsapp_keys', []);
  await clock.advance(1_000);
  await keyStore.settled();
  await set('again');
  await keyStore.settled();
  expect(written).toEqual([['A1', true]]);
  expect(await stored()).toEqual([['A1']]);
});

test('a message that is stored already is not told again by a commit that brings it, and all else of it is', async () => {
  const { host, keyStore, commit, arriving, set, session, stored, written } = await keyStage();
  await commit([arriving('A1')], []);
  await set('after', arriving('A1'), arriving('A2'));
  await keyStore.settled();
  expect(written).toEqual([
    ['A1', true],
    ['A1', false],
    ['A2', true],
  ]);
  expect(await stored()).toEqual([['A1'], ['A2']]);
  expect(host.messages.map(({ id }) => id)).toEqual(['A1', 'A2']);
  expect(await session()).toBe('after');
});

test('a message is told once although the answer to its commit was lost', async () => {
  const { host, commit, arriving, written } = await keyStage();
  const message = arriving('A1');
  await commit([message], []);
  await commit([message], []);
  expect(host.messages).toHaveLength(1);
  expect(written).toEqual([
    ['A1', true],
    ['A1', true],
  ]);
});

test('what is refused for another reason than that it is stored is not tried for ever', async () => {
  const { db, commit, arriving, stored } = await keyStage();
  await db.query(
    "create trigger refusal before insert on whatsapp_inbox begin select raise(abort, 'UNIQUE constraint failed: elsewhere'); end",
    [],
  );
  expect(await commit([arriving('A1')], []).catch(messageOf)).toContain('elsewhere');
  expect(await stored()).toEqual([]);
});

test('a text, its event and the keys that opened it are one commit, and it waits for nothing', async () => {
  const { ana, phone, db, commits, messages, end } = await conversation();
  commits.length = 0;
  await ana.writes(phone, { text: 'second' });
  await until('it is published', () => messages() === 2);
  expect(commits).toEqual([['whatsapp_inbox', 'whatsapp_keys']]);
  expect(await db.query('select 1 from whatsapp_inbox where body is not null', [])).toEqual([]);
  await end();
});

/** The records of each write, which ends as `write` says. */
function recording(write: (ids: readonly string[]) => Promise<void>) {
  const writes: string[][] = [];
  const records = new OutgoingRecords({
    emitAll: (events, stored = []) => {
      expect(events.map(({ type }) => type)).toEqual(stored.map(() => 'SendMessage'));
      writes.push(stored.map(({ id }) => id));
      return write(stored.map(({ id }) => id));
    },
  });
  const store = (id: string) => records.store({} as MessageData, { id } as MessageRecord);
  return { writes, store };
}

const numbered = (count: number) => Array.from({ length: count }, (_, index) => `m${index}`);

test('messages that come while others are written are written together, in their order, 40 at once', async () => {
  const { writes, store } = recording(async () => {});
  const ids = numbered(100);
  await Promise.all(ids.map(store));
  expect(writes.map(({ length }) => length)).toEqual([1, 40, 40, 19]);
  expect(writes.flat()).toEqual(ids);
});

test('a message resolves when its own write has ended, not before', async () => {
  const first = Promise.withResolvers<void>();
  const { store } = recording((ids) => (ids[0] === 'm0' ? first.promise : Promise.resolve()));
  const stored: string[] = [];
  const all = ['m0', 'm1'].map((id) => store(id).then(() => stored.push(id)));
  await yieldToEventLoop();
  expect(stored).toEqual([]);
  first.resolve();
  await Promise.all(all);
  expect(stored).toEqual(['m0', 'm1']);
});

test('a message that the database refuses keeps no other from being stored', async () => {
  const { store } = recording(async (ids) => {
    if (ids.includes('m2')) throw new DatabaseError('constraint', 'refused');
  });
  const results = await Promise.allSettled(numbered(5).map(store));
  expect(results.map(({ status }) => status === 'fulfilled')).toEqual([
    true,
    true,
    false,
    true,
    true,
  ]);
});

test('nothing is written again when it is not known whether it was written', async () => {
  const { writes, store } = recording(async (ids) => {
    if (!ids.includes('m0'))
      throw new DatabaseError('unreachable', 'no answer', { isUnknown: true });
  });
  const results = await Promise.allSettled(numbered(4).map(store));
  expect(results.map(({ status }) => status)).toEqual([
    'fulfilled',
    'rejected',
    'rejected',
    'rejected',
  ]);
  expect(writes).toEqual([['m0'], ['m1', 'm2', 'm3']]);
});
