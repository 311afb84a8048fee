/** What a commit sends to a database server: one statement for all rows of a kind, and the same rows as without that. */
import { afterEach, expect, test } from 'bun:test';
import type { Database, Row, Statement, Value } from '../../../../src/core/db/client.ts';
import { openDatabase } from '../../../../src/core/db/open.ts';
import {
  attemptStatements,
  discardStatements,
  JOINABLE_RESULTS,
} from '../../../../src/core/events/deliver/attempt.ts';
import { forMany, joinStatements } from '../../../../src/core/events/publish/joined-statements.ts';
import { JOINABLE_INSERTS } from '../../../../src/core/events/publish/publish.ts';
import { JOINABLE_COUNTS } from '../../../../src/core/events/publish/sequences.ts';
import type { MessageData } from '../../../../src/core/events/types/message-data.ts';
import { insertMessage, type MessageRecord } from '../../../../src/core/messages/rows.ts';
import { insertStored, JOINABLE_CHANGES } from '../../../../src/core/messages/store/statements.ts';
import { refusal } from '../../../doubles/scripted-channel.ts';
import { testDatabase } from '../../../helpers/database.ts';
import { CAFE, engineBench, message, nodeBench, SHOP } from '../../../helpers/engine.ts';
import { insertInstances, SHOP as STORE } from '../../../helpers/gateway-server.ts';
import { isSqldMissing, type Sqld, startMigratedSqld } from '../../../helpers/sqld.ts';
import { until } from '../../../helpers/until.ts';

let server: Sqld | null = null;
afterEach(async () => {
  await server?.kill();
  server = null;
});

const JOINABLE = new Map([
  ...JOINABLE_CHANGES.onServer,
  ...JOINABLE_COUNTS,
  ...JOINABLE_INSERTS,
  ...JOINABLE_RESULTS,
]);
const [INSERT_MEDIA = '', INSERT_EVENT = '', INSERT_DELIVERY = ''] = JOINABLE_INSERTS.keys();

/** Texts that JSON, SQLite or a wire might change. */
const AWKWARD = [
  'plain',
  '',
  '"\\\'%?',
  'Olá 👋\n',
  'a\0b',
  'half \ud83d',
  '{"a":"\\u0000"}',
  '12',
  null,
];

/** The rows of a received message, as a provider writes them beside its event. */
function received(id: string, text: string, fields: Partial<MessageRecord> = {}): Statement[] {
  const record: MessageRecord = {
    id,
    isFromMe: false,
    chat: text,
    sender: text,
    chatAddress: text,
    authorAddress: '',
    kind: 'conversation',
    content: new Uint8Array([0, 255, 39]),
    sentAt: 1_767_606_000_000,
    status: null,
    ...fields,
  };
  const data = {
    ...(message(text, id).data as MessageData),
    Message: { conversation: text.toWellFormed() },
  };
  return [
    insertMessage(STORE.id, record),
    insertStored(STORE.id, data, { source: 'unknown' }, record.sentAt),
  ];
}

/** Messages with texts that might be changed; some come again, of which one could not be read at first. */
const messageCommit = (): Statement[] => [
  ...received('m1', 'again', { kind: 'undecryptable', content: null, isFromMe: true }),
  ...AWKWARD.flatMap((text, index) => received(`m${index}`, text ?? '')),
  ...received('empty', 'bytes', { content: new Uint8Array() }),
  ...received('m1', 'again', { isFromMe: true, status: 'Pending' }),
  ...received('m2', AWKWARD[2] ?? '', { content: null }),
];

/** A stream with a delivery for each text, and results of which the last two are those of other leases. */
function commits(): Statement[][] {
  const [stream, at] = [SHOP.id, 9_007_199_254_740_991];
  const ids = AWKWARD.map((_, index) => `d${index}`);
  const written = AWKWARD.flatMap((text, index): Statement[] => [
    ...(index === 4
      ? [{ sql: INSERT_MEDIA, params: ['m1', 'a/b', new Uint8Array([0, 255]), at] }]
      : []),
    {
      sql: INSERT_EVENT,
      params: [stream, index + 1, `e${index}`, 'Message', text, text ?? '{}', null, null, at, text],
    },
    {
      sql: INSERT_DELIVERY,
      params: [
        `d${index}`,
        stream,
        index + 1,
        'webhook',
        `e${index}`,
        'Message',
        text ?? '',
        'sending',
        null,
        'p1',
        at,
        at,
      ] satisfies Value[],
    },
  ]);
  const delivery = (id: string, attemptCount: number, lease: string) =>
    ({ id, endpoint: 'webhook', attemptCount, holder: lease }) as Parameters<
      typeof attemptStatements
    >[0]['delivery'];
  const results = (attemptCount: number) =>
    ids.slice(0, -1).flatMap((id, index) =>
      attemptStatements({
        delivery: delivery(id, attemptCount, index === 6 ? 'p2' : 'p1'),
        number: attemptCount + 1,
        startedAt: at - 10,
        durationMs: 5,
        outcome: refusal(500, AWKWARD[index]?.toWellFormed() ?? 'x'),
        decision: { state: 'waiting', nextAttemptAt: at },
        maskedAddress: AWKWARD[index] ?? 'x',
      }),
    );
  const leased = {
    sql: "update deliveries set state = 'sending', next_attempt_at = null, holder = 'p1'",
    params: [],
  };
  const discarded = ['d1', 'd2', 'd3'].flatMap((id) =>
    discardStatements({ delivery: delivery(id, 2, id === 'd3' ? 'p2' : 'p1'), reason: 'gone', at }),
  );
  return [written, [...results(0), leased, ...results(1)], [leased, ...discarded]];
}

const READS = [
  'events',
  'deliveries',
  'attempts',
  'media',
  'messages',
  'stored_messages',
  'chats',
].map((table) => `select rowid, * from ${table} order by rowid`);
const tablesOf = (db: Database): Promise<Row[][]> =>
  Promise.all(READS.map((sql) => db.query(sql, [])));

async function expectSameRows(joinedOn: Database) {
  const oneByOne = await testDatabase();
  await Promise.all([oneByOne, joinedOn].map(insertInstances));
  for (const statements of [messageCommit(), ...commits()]) {
    await oneByOne.batch(statements);
    const joined = joinStatements(statements, JOINABLE);
    expect(joined.statements.length).toBeLessThan(statements.length);
    await joinedOn.batch(joined.statements);
    expect(await tablesOf(joinedOn)).toEqual(await tablesOf(oneByOne));
  }
}

test('a commit of joined statements leaves the rows that its statements would one by one', async () => {
  await expectSameRows(await testDatabase());
});

test.skipIf(isSqldMissing)('so it does on a libSQL server', async () => {
  server = await startMigratedSqld();
  const db = await openDatabase({ url: `http://${server.address}` });
  await expectSameRows(db);
  await db.close();
});

test('what is not to be joined keeps its place among the others, and its rows', () => {
  const one = (sql: string, value: Value) => ({ sql, params: [value] });
  const joinable = new Map([
    ['a', 'many a'],
    ['b', 'many b'],
  ]);
  const statements = [
    one('b', 1),
    one('a', 2),
    one('b', 3),
    one('x', 4),
    one('b', 5),
    one('a', 6),
    one('a', 7),
  ];
  const joined = joinStatements(statements, joinable);
  expect(joined.statements).toEqual([
    one('a', 2),
    one('many b', '[[1],[3]]'),
    one('x', 4),
    one('many a', '[[6],[7]]'),
    one('b', 5),
  ]);
  expect(joined.rowsOf([[[0]], [[0]], [['x']], [[0]], [[0]]])).toEqual([
    [],
    [],
    [],
    [['x']],
    [],
    [],
    [],
  ]);
});

test('what is large is sent by itself, and what is large together in several statements', () => {
  const one = (bytes: number) => ({ sql: 'a', params: ['x'.repeat(bytes)] });
  const half = one(100_000);
  const joinable = new Map([['a', 'many a']]);
  const { statements } = joinStatements([half, half, half, one(1_000_000), half], joinable);
  expect(statements.map(({ sql }) => sql)).toEqual(['many a', 'a', 'a', 'a']);
  expect(statements.slice(1)).toEqual([half, one(1_000_000), half]);
});

test('a statement of a form that has no text for many rows is refused at the start', () => {
  expect(() => forMany('delete from events')).toThrow('not to be joined: delete from events');
});

/** The statements of each commit that writes events. */
function watched(db: Database) {
  const batches: string[][] = [];
  const link: Database = {
    ...db,
    batch: (list) => {
      const texts = list.map(({ sql }) => sql);
      if (texts.some((sql) => sql.startsWith('insert into events'))) batches.push(texts);
      return db.batch(list);
    },
  };
  return { link, batches };
}

const burst = Array.from({ length: 40 }, (_, index) => message(`chat${index}`, String(index)));
const stored = async (db: Database) =>
  (await db.query('select sequence, chat from events order by rowid', [])).map(([n, chat]) => [
    n,
    chat,
  ]);
const inOrder = burst.map((_, index) => [index + 1, `chat${index}`]);

test('forty calls at once are one statement for the events and one for the deliveries on a server', async () => {
  const db = await testDatabase();
  const { link, batches } = watched(db);
  const { engine, channel, rows } = await nodeBench({ db: link });
  await engine.start();
  await Promise.all(burst.map((event) => engine.publish(SHOP, [event])));
  await until('all are delivered', async () =>
    (await rows()).every(({ state }) => state === 'delivered'),
  );
  const inserts = batches[0]?.filter((sql) => sql.startsWith('insert into')) ?? [];
  expect([batches.length, inserts.length]).toEqual([1, 3]);
  expect(await stored(db)).toEqual(inOrder);
  expect(channel.sent).toHaveLength(40);
});

test('forty received messages are one statement for each of their tables, and stored before their events are counted', async () => {
  const db = await testDatabase();
  await insertInstances(db);
  const { link, batches } = watched(db);
  const { engine } = await nodeBench({ db: link, joinableChanges: JOINABLE_CHANGES });
  await engine.start();
  await Promise.all(
    burst.map((event, index) => engine.publish(STORE, [event], received(`m${index}`, `c${index}`))),
  );
  const inserts = batches[0]?.filter((sql) => sql.startsWith('insert into')) ?? [];
  expect([batches.length, inserts.length]).toEqual([1, 5]);
  const after = 'select count(*), max(after_sequence) from messages';
  expect(await db.query(after, [])).toEqual([[40, 0]]);
  expect(await db.query('select count(*) from stored_messages', [])).toEqual([[40]]);
});

test('a file gets a prepared statement for each row, but one for all that are stored to be read back', async () => {
  const db = await testDatabase();
  await insertInstances(db);
  const { link, batches } = watched(db);
  const { engine } = await engineBench({ db: link, joinableChanges: JOINABLE_CHANGES });
  await engine.start();
  await Promise.all(
    burst.map((event, index) => engine.publish(STORE, [event], received(`m${index}`, `c${index}`))),
  );
  const texts = (table: string) =>
    batches[0]?.filter((sql) => sql.startsWith(`insert into ${table}`)).length;
  expect(['events', 'messages', 'stored_messages'].map(texts)).toEqual([40, 40, 1]);
  expect(await stored(db)).toEqual(inOrder);
  expect(await db.query('select chat, messages from chats order by id', [])).toEqual(
    burst.map((_, index) => [`c${index}`, 1]),
  );
  const found = "select count(*) from stored_texts where stored_texts match 'text : c7'";
  expect(await db.query(found, [])).toEqual([[1]]);
});

test('a stream that another node has taken refuses its own calls alone, among those that share the commit', async () => {
  const db = await testDatabase();
  const { engine } = await nodeBench({ db });
  await engine.start();
  await engine.publish(SHOP, [message('a')]);
  await engine.publish(CAFE, [message('a')]);
  await db.query("update streams set owner = 'other', term = term + 1 where id = ?", [CAFE.id]);
  const calls = [SHOP, CAFE, SHOP, CAFE, SHOP].map((stream) =>
    engine.publish(stream, [message('b')]).then(
      () => 'written',
      (error) => error.fault,
    ),
  );
  expect(await Promise.all(calls)).toEqual(['written', 'fenced', 'written', 'fenced', 'written']);
  const counts = await db.query(
    'select stream_id, count(*) from events group by stream_id order by stream_id',
    [],
  );
  expect(counts).toEqual([
    [SHOP.id, 4],
    [CAFE.id, 1],
  ]);
});

test('a commit with nothing to join is sent as it is', () => {
  const statements = [INSERT_DELIVERY, INSERT_EVENT, INSERT_DELIVERY].map((sql) => ({
    sql,
    params: [],
  }));
  const unjoined = new Map([...JOINABLE_INSERTS.keys()].map((sql) => [sql, null]));
  const { statements: sent, rowsOf } = joinStatements(statements, unjoined);
  expect(sent).toEqual(statements);
  const rows: Row[][] = [[['a']], [], [['b']]];
  expect(rowsOf(rows)).toEqual(rows);
});
