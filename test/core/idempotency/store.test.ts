/** Requests with an Idempotency-Key to one process that has its database to itself. */
import { describe, expect, test } from 'bun:test';
import { type Database, DatabaseError } from '../../../src/core/db/client.ts';
import { type IdempotentWork, withIdempotency } from '../../../src/core/http/idempotency.ts';
import { createIdempotency } from '../../../src/core/idempotency/store.ts';
import { createVault } from '../../../src/core/shared/crypto.ts';
import type { AppError } from '../../../src/core/shared/errors.ts';
import { createLog } from '../../../src/core/shared/log.ts';
import { type ManualClock, manualClock } from '../../doubles/manual-clock.ts';
import { testDatabase } from '../../helpers/database.ts';
import { conflict } from '../../helpers/failures.ts';
import { until } from '../../helpers/until.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const REQUEST = { credential: 'c', target: 't', key: 'k', body: { a: 1 }, resumes: false };
const made = { status: 201, body: { token: 'shown-once' } };

interface StoreParts {
  readonly db: Database;
  readonly clock: ManualClock;
}

/** A process; several on one database are one after the other. */
async function freshStore({ db, clock = manualClock() }: Partial<StoreParts> = {}) {
  db ??= await testDatabase();
  const logged: string[] = [];
  const log = createLog('info', clock.now, (line) => logged.push(line));
  const vault = createVault(Buffer.alloc(32, 7).toString('base64'));
  const store = createIdempotency({ db, vault, clock, log, node: null });
  const works: IdempotentWork[] = [];
  /** Resolves with the answer, or with the failure. */
  const ask = (
    request: Partial<typeof REQUEST> = {},
    run: (work: IdempotentWork) => Promise<typeof made> = async () => made,
  ) =>
    withIdempotency(store, { ...REQUEST, ...request }, async (work) => {
      works.push(work);
      return run(work);
    }).catch((error: AppError) => error);
  return { db, clock, logged, store, works, ask };
}

const never = () => new Promise<typeof made>(() => {});
const replay = { ...made, isReplayed: true };
const first = { ...made, isReplayed: false };

describe('a stored answer', () => {
  test('is given under its scope and key, and nowhere else', async () => {
    const { ask } = await freshStore();
    expect(await ask()).toEqual(first);
    expect(await ask()).toEqual(replay);
    expect(await ask({ key: 'other' })).toEqual(first);
    expect(await ask({ target: 'other' })).toEqual(first);
    expect(await ask({ credential: 'other' })).toEqual(first);
  });

  test('is given by the next process too', async () => {
    const { db, ask } = await freshStore();
    await ask();
    expect(await (await freshStore({ db })).ask()).toEqual(replay);
  });

  test('is sealed at rest', async () => {
    const { db, ask } = await freshStore();
    await ask();
    const rows = await db.query('select * from idempotency_keys', []);
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain('shown-once');
  });

  test('is gone after 24 hours, and its key is free again', async () => {
    const { ask, clock } = await freshStore();
    await ask();
    await clock.advance(DAY - 1);
    expect(await ask()).toEqual(replay);
    await clock.advance(1);
    expect(await ask()).toEqual(first);
    expect(await ask()).toEqual(replay);
  });
});

describe('a claim', () => {
  test('is on disk before the work begins', async () => {
    const { db, ask } = await freshStore();
    const claims = 'select key, status from idempotency_keys';
    let found: unknown;
    await ask({}, async () => {
      found = await db.query(claims, []);
      return made;
    });
    expect(found).toEqual([['k', null]]);
  });

  test('of a process that has ended is answered that it may have been done, and nothing is done again', async () => {
    const { db, ask, works } = await freshStore();
    void ask({}, never);
    await until('it is under way', async () => works.length === 1);
    const next = await freshStore({ db });
    const unknown = { reason: 'unavailable', mayBeDone: true };
    expect(await next.ask()).toMatchObject(unknown);
    expect(await next.ask({ body: { a: 2 } })).toMatchObject({ reason: 'conflict' });
    expect(await (await freshStore({ db })).ask()).toMatchObject(unknown);
    expect(next.works).toEqual([]);
  });

  test('of a process that has ended goes to a repetition that can tell what was done', async () => {
    const { db, ask, works } = await freshStore();
    void ask({ resumes: true }, never);
    await until('it is under way', async () => works.length === 1);
    const next = await freshStore({ db });
    expect(await next.ask({ resumes: true })).toEqual(first);
    expect(next.works.map(({ isRepeat, done }) => [isRepeat, done])).toEqual([[true, '']]);
    expect(next.works[0]?.messageId()).toBe(works[0]?.messageId() ?? '');
    expect(await next.ask({ resumes: true })).toEqual(replay);
  });

  test('says what was made when the process ended after the commit of the work', async () => {
    const { db, ask, works } = await freshStore();
    const insert = { sql: "insert into service_facts (name, value) values ('m', '1')", params: [] };
    void ask({ resumes: true }, async (work) => {
      await db.batch([insert, work.statementStoring('record 7')]);
      return never();
    });
    await until('it is committed', async () => works.length === 1 && (await isDone(db)));
    const next = await freshStore({ db });
    await next.ask({ resumes: true });
    expect(next.works.map(({ done }) => done)).toEqual(['record 7']);
  });

  test('has its answer in the commit of the work, which is what every caller gets', async () => {
    const { db, ask, works } = await freshStore();
    const insert = { sql: "insert into service_facts (name, value) values ('m', '1')", params: [] };
    void ask({ resumes: true }, async (work) => {
      await db.batch([insert, work.statementStoring('record 7', made)]);
      return never();
    });
    await until('it is committed', async () => works.length === 1 && (await isDone(db)));
    const next = await freshStore({ db });
    expect(await next.ask({ resumes: true })).toEqual(replay);
    expect(next.works).toEqual([]);
  });

  test('stays of work that was committed and then failed, so that nothing is made twice', async () => {
    const { db, ask, works } = await freshStore();
    const insert = { sql: "insert into service_facts (name, value) values ('m', '1')", params: [] };
    await ask({ resumes: true }, async (work) => {
      await db.batch([insert, work.statementStoring('record 7')]);
      throw conflict('it cannot be read');
    });
    await ask({ resumes: true });
    expect(works.map(({ done }) => done)).toEqual(['', 'record 7']);
  });
});

const isDone = async (db: Database): Promise<boolean> =>
  (await db.query("select 1 from idempotency_keys where done <> ''", [])).length === 1;

describe('an answer of the database that is lost', () => {
  const lost = () => {
    throw new DatabaseError('unreachable', 'lost by the test', null, { isUnknown: true });
  };

  test('never frees a key: a repetition finds out what was done, or hears that nobody knows', async () => {
    const { ask, works } = await freshStore();
    expect(await ask({ resumes: true }, lost)).toBeInstanceOf(DatabaseError);
    expect(await ask({ resumes: true })).toEqual(first);
    expect(works.map(({ isRepeat }) => isRepeat)).toEqual([false, true]);
    expect(works[1]?.messageId()).toBe(works[0]?.messageId() ?? '');
    expect(await ask({ key: 'other' }, lost)).toBeInstanceOf(DatabaseError);
    expect(await ask({ key: 'other' })).toMatchObject({ reason: 'unavailable', mayBeDone: true });
    expect(works).toHaveLength(3);
  });

  test('a failure that the work wraps counts as well', async () => {
    const { ask, works } = await freshStore();
    const wrapped = () => Promise.reject(new Error('failed query', { cause: causeOf(lost) }));
    await ask({ resumes: true }, wrapped);
    await ask({ resumes: true });
    expect(works.map(({ isRepeat }) => isRepeat)).toEqual([false, true]);
  });
});

function causeOf(fail: () => never): unknown {
  try {
    return fail();
  } catch (error) {
    return error;
  }
}

test('claims and answers that are stored at the same moment share their commits', async () => {
  const { db, clock } = await freshStore();
  let commits = 0;
  const counted = {
    ...db,
    batch: (statements: Parameters<typeof db.batch>[0]) => {
      commits++;
      return db.batch(statements);
    },
  };
  const { ask } = await freshStore({ db: counted, clock });
  await Promise.all(Array.from({ length: 64 }, (_, index) => ask({ key: `${index}` })));
  expect(commits).toBeLessThanOrEqual(4);
  expect(await db.query('select count(*) from idempotency_keys', [])).toEqual([[64]]);
});

describe('when the wall clock steps', () => {
  test('a day forward, a stored answer is still given and is not pruned', async () => {
    const { store, ask, clock } = await freshStore();
    await ask();
    clock.jump(DAY);
    expect(await store.prune()).toBe(0);
    expect(await ask()).toEqual(replay);
  });

  test('a day back, a stored answer is gone after 24 hours all the same', async () => {
    const { store, ask, clock } = await freshStore();
    await ask();
    clock.jump(-DAY);
    await clock.advance(DAY);
    expect(await store.prune()).toBe(1);
    expect(await ask()).toEqual(first);
  });

  test('back by a year between two starts, a stored answer is gone 24 hours after the second', async () => {
    const ahead = await freshStore({ clock: manualClock(Date.UTC(2027, 0, 5)) });
    await ahead.ask();
    const { db } = ahead;
    const { store, ask, clock } = await freshStore({
      db,
      clock: manualClock(Date.UTC(2026, 0, 5)),
    });
    while ((await store.prune()) > 0);
    expect(await ask()).toEqual(replay);
    await clock.advance(DAY);
    expect(await ask()).toEqual(first);
  });
});

test('pruning removes what is older than 24 hours, 500 at a time', async () => {
  const { db, store, ask, clock } = await freshStore();
  const insert = `insert into idempotency_keys
    (scope, key, body_hash, holder, claim, seed, status, answer_sealed, created_at)
    values (?, ?, ?, 'h', 'c', 's', ?, ?, ?)`;
  const old = Array.from({ length: 501 }, (_, n) => ({
    sql: insert,
    params: ['s', `old-${n}`, 'h', 200, 'x', clock.now()],
  }));
  await db.batch(old);
  await clock.advance(DAY);
  await ask();
  expect(await store.prune()).toBe(500);
  expect(await store.prune()).toBe(1);
  expect(await store.prune()).toBe(0);
  expect(await ask()).toEqual(replay);
});

test('an answer that cannot be stored is logged, not failed: the work is done, and is not done again', async () => {
  const { db, ask, logged, works } = await freshStore();
  const answer = await ask({}, async () => {
    await db.query('alter table idempotency_keys rename to gone', []);
    return made;
  });
  expect(answer).toEqual(first);
  expect(logged[0]).toContain('idempotency_keys');
  expect(logged.join('')).not.toContain('shown-once');
  await until('the write is given up', async () => logged.length === 2);
  await db.query('alter table gone rename to idempotency_keys', []);
  expect(await ask()).toMatchObject({ mayBeDone: true });
  expect(works).toHaveLength(1);
});
