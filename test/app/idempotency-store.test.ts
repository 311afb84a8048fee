import { describe, expect, test } from 'bun:test';
import { createIdempotencyStore } from '../../src/app/idempotency-store.ts';
import type { Database } from '../../src/db/client.ts';
import { createVault } from '../../src/shared/crypto.ts';
import { createLog } from '../../src/shared/log.ts';
import { type ManualClock, manualClock } from '../doubles/manual-clock.ts';
import { testDatabase } from '../helpers/database.ts';

const HOUR = 3_600_000;
const answer = { bodyHash: 'h', status: 201, answer: '{"token":"shown-once"}' };

interface Start {
  readonly db: Database;
  readonly clock: ManualClock;
}

async function freshStore({ db, clock = manualClock() }: Partial<Start> = {}) {
  db ??= await testDatabase();
  const logged: string[] = [];
  const log = createLog('info', clock.now, (line) => logged.push(line));
  const vault = createVault(Buffer.alloc(32, 7).toString('base64'));
  return { db, clock, logged, store: createIdempotencyStore({ db, vault, clock, log }) };
}

describe('a stored answer', () => {
  test('is found under its scope and key, and nowhere else', async () => {
    const { store } = await freshStore();
    await store.save('s', 'k', answer);
    expect(await store.begin('s', 'k', 'h')).toEqual(answer);
    expect(await store.begin('s', 'other', 'h')).toBeNull();
    expect(await store.begin('other', 'k', 'h')).toBeNull();
  });

  test('is sealed at rest', async () => {
    const { db, store } = await freshStore();
    await store.save('s', 'k', answer);
    const rows = await db.query('select * from idempotency_keys', []);
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain('shown-once');
  });

  test('is gone after 24 hours, and its key is free again', async () => {
    const { store, clock } = await freshStore();
    await store.save('s', 'k', answer);
    await clock.advance(24 * HOUR - 1);
    expect(await store.begin('s', 'k', 'h')).toEqual(answer);
    await clock.advance(1);
    expect(await store.begin('s', 'k', 'h')).toBeNull();
    await store.save('s', 'k', { ...answer, status: 200 });
    expect(await store.begin('s', 'k', 'h')).toMatchObject({ status: 200 });
  });
});

test('answers that are stored at the same moment share a commit', async () => {
  const { db, clock } = await freshStore();
  let commits = 0;
  const counted = {
    ...db,
    batch: (statements: Parameters<typeof db.batch>[0]) => {
      commits++;
      return db.batch(statements);
    },
  };
  const store = createIdempotencyStore({
    db: counted,
    vault: createVault(Buffer.alloc(32, 7).toString('base64')),
    clock,
    log: createLog('info', clock.now, () => {}),
  });
  await Promise.all(Array.from({ length: 64 }, (_, index) => store.save('s', `${index}`, answer)));
  expect(commits).toBeLessThanOrEqual(2);
  expect(await db.query('select count(*) from idempotency_keys', [])).toEqual([[64]]);
});

describe('when the wall clock steps', () => {
  const DAY = 24 * HOUR;

  test('a day forward, a stored answer is still found and is not pruned', async () => {
    const { store, clock } = await freshStore();
    await store.save('s', 'k', answer);
    clock.jump(DAY);
    expect(await store.prune()).toBe(0);
    expect(await store.begin('s', 'k', 'h')).toEqual(answer);
  });

  test('a day back, a stored answer is gone after 24 hours all the same', async () => {
    const { store, clock } = await freshStore();
    await store.save('s', 'k', answer);
    clock.jump(-DAY);
    await clock.advance(DAY);
    expect(await store.begin('s', 'k', 'h')).toBeNull();
    expect(await store.prune()).toBe(1);
  });

  test('back by a year between two starts, a stored answer is gone 24 hours after the second', async () => {
    const ahead = await freshStore({ clock: manualClock(Date.UTC(2027, 0, 5)) });
    await ahead.store.save('s', 'k', answer);
    const { db } = ahead;
    const { store, clock } = await freshStore({ db, clock: manualClock(Date.UTC(2026, 0, 5)) });
    while ((await store.prune()) > 0);
    expect(await store.begin('s', 'k', 'h')).toEqual(answer);
    await clock.advance(DAY);
    expect(await store.begin('s', 'k', 'h')).toBeNull();
  });
});

test('pruning removes what is older than 24 hours, 500 at a time', async () => {
  const { db, store, clock } = await freshStore();
  const insert = `insert into idempotency_keys (scope, key, body_hash, status, answer_sealed, created_at)
    values (?, ?, ?, ?, ?, ?)`;
  const old = Array.from({ length: 501 }, (_, n) => ({
    sql: insert,
    params: ['s', `old-${n}`, 'h', 200, 'x', clock.now()],
  }));
  await db.batch(old);
  await clock.advance(24 * HOUR);
  await store.save('s', 'new', answer);
  expect(await store.prune()).toBe(500);
  expect(await store.prune()).toBe(1);
  expect(await store.prune()).toBe(0);
  expect(await store.begin('s', 'new', 'h')).toEqual(answer);
});

test('an answer that cannot be stored is logged, not failed: the work is done', async () => {
  const { db, store, logged } = await freshStore();
  await db.query('drop table idempotency_keys', []);
  await store.save('s', 'k', answer);
  expect(logged).toHaveLength(1);
  expect(logged[0]).toContain('idempotency_keys');
  expect(logged[0]).not.toContain('shown-once');
});
