/** What an instance stores is counted, whatever table it is in. */
import { expect, test } from 'bun:test';
import { getTableName } from 'drizzle-orm';
import { COUNTED_TABLES, UNCOUNTED_TABLES } from '../../../src/core/db/instance-tables.ts';
import { measureRows, removeOldestRows } from '../../../src/core/events/log/stored-rows.ts';
import { testDatabase } from '../../helpers/database.ts';
import { planned } from '../../helpers/query-plans.ts';

test('every table that names an instance counts towards its storage, or says why it does not', async () => {
  const db = await testDatabase();
  const tables = await db.query(
    `select distinct m.name from sqlite_master m, pragma_table_info(m.name) c
      where m.type = 'table' and c.name in ('instance_id', 'stream_id') order by m.name`,
    [],
  );
  const declared = [...COUNTED_TABLES, ...UNCOUNTED_TABLES].map(({ table }) => getTableName(table));
  expect(declared.toSorted()).toEqual(tables.map(([name]) => String(name)));
  for (const { why } of UNCOUNTED_TABLES) expect(why.length).toBeGreaterThan(20);
});

const SECOND = 1_000;
const NOW = 10_000 * SECOND;

/** Messages of shop and of cafe, one a second up to NOW. */
async function storedMessages(count: number) {
  const db = await testDatabase();
  for (const id of ['shop', 'cafe']) {
    await db.query(
      `insert into instances (id, name, provider, state, phase, key_hash, created_at, updated_at)
        values (?1, ?1, 'sandbox', 'close', 'created', ?1, 0, 0)`,
      [id],
    );
    await db.query(
      `with recursive n(s) as (select 1 union all select s + 1 from n where s < ${count})
        insert into messages (instance_id, id, is_from_me, chat, sender, chat_address, author_address, kind,
          sent_at, status)
        select ?, hex(s * 7919 % 10007), 1, 'chat', '', '', '', 'text', ${NOW} - s * ${SECOND},
          case s % 10 when 0 then 'Pending' else 'Read' end from n`,
      [id],
    );
  }
  return db;
}

test('what an instance stores is measured and removed by indexes, in their order', async () => {
  const db = await storedMessages(5_000);
  const { query, plans } = planned(db);
  const { bytes } = await measureRows({ query }, 'shop', NOW);
  const removal = { instanceId: 'shop', enough: bytes, isNeeded: () => false };
  await removeOldestRows({ query }, removal, { byAge: new Map([[0, 1]]) }, NOW);
  const steps = plans.flat();
  expect(plans.filter((plan) => plan.some((step) => step.includes('ORDER BY')))).toEqual([]);
  expect(steps.filter((step) => /^SCAN (?!\(subquery)/.test(step))).toEqual([]);
  for (const { table } of COUNTED_TABLES)
    expect(steps.some((step) => step.startsWith(`SEARCH ${getTableName(table)} `))).toBe(true);
});

test('the oldest that may be removed goes first, however many there are, and of no other instance', async () => {
  const db = await storedMessages(5_000);
  const stored = await measureRows(db, 'shop', NOW);
  const enough = stored.bytes / 2;
  const removal = { instanceId: 'shop', enough, isNeeded: () => false };
  const removed = await removeOldestRows(db, removal, stored, NOW);
  expect(removed.bytes).toBeGreaterThanOrEqual(enough);
  expect(removed.bytes).toBeLessThan(enough * 1.01);
  expect((await measureRows(db, 'shop', NOW)).bytes).toBe(stored.bytes - removed.bytes);
  const [[pending, newest, oldest] = []] = await db.query(
    `select sum(status = 'Pending'), max(sent_at), min(case status when 'Read' then sent_at end)
      from messages where instance_id = 'shop'`,
    [],
  );
  expect([pending, newest]).toEqual([500, NOW - SECOND]);
  // Of ten messages one is pending and stays: half of the bytes are five ninths of the others.
  expect(Math.abs(Number(oldest) - (NOW - (5_000 * 4 * SECOND) / 9))).toBeLessThan(60 * SECOND);
  expect(await db.query("select count(*) from messages where instance_id = 'cafe'", [])).toEqual([
    [5_000],
  ]);
});
