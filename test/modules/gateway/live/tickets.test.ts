/** One-time tickets for WebSockets, in memory and in the database that several nodes share. */
import { describe, expect, test } from 'bun:test';
import type { GatewayPrincipal } from '../../../../src/modules/gateway/guard.ts';
import {
  createSharedTickets,
  createTickets,
} from '../../../../src/modules/gateway/live/tickets.ts';
import { manualClock } from '../../../doubles/manual-clock.ts';
import { testDatabase } from '../../../helpers/database.ts';

const GLOBAL: GatewayPrincipal = { kind: 'global', keyId: '1' };
const SHOP: GatewayPrincipal = { kind: 'instance', instanceId: 'shop', keyId: '2', scopes: [] };

async function inMemory() {
  const clock = manualClock();
  const tickets = createTickets(clock);
  return { clock, issuer: tickets, other: tickets };
}

/** Two nodes on one database. */
async function inDatabase() {
  const [db, clock] = [await testDatabase(), manualClock()];
  const node = () => createSharedTickets(db, () => String(clock.steady()));
  return { db, clock, issuer: node(), other: node() };
}

describe.each([
  ['in the memory of the one process', inMemory],
  ['in the database of several nodes', inDatabase],
])('%s', (_, start) => {
  test('a ticket names its holder once, at whichever node it is used', async () => {
    const { issuer, other } = await start();
    const [one, two] = [await issuer.issue(GLOBAL), await issuer.issue(SHOP)];
    expect(await other.redeem(two.ticket)).toEqual(SHOP);
    expect(await other.redeem(two.ticket)).toBeNull();
    expect(await issuer.redeem(two.ticket)).toBeNull();
    expect(await issuer.redeem(one.ticket)).toEqual(GLOBAL);
    expect(await issuer.redeem('never issued')).toBeNull();
  });

  test('a ticket holds for 60 seconds, whatever wall time does', async () => {
    const { clock, issuer, other } = await start();
    const [early, late] = [await issuer.issue(SHOP), await issuer.issue(SHOP)];
    expect(early.expiresAt).toBe(clock.now() + 60_000);
    clock.jump(3_600_000);
    await clock.advance(59_999);
    expect(await other.redeem(early.ticket)).toEqual(SHOP);
    await clock.advance(1);
    expect(await other.redeem(late.ticket)).toBeNull();
  });
});

test('with 5 000 unused ones a holder loses the oldest, and no other holder loses any', async () => {
  const { issuer } = await inMemory();
  const others = await issuer.issue(GLOBAL);
  const issued: string[] = [];
  for (let n = 0; n < 5_002; n++) issued.push((await issuer.issue(SHOP)).ticket);
  expect(await issuer.redeem(issued[0]!)).toBeNull();
  expect(await issuer.redeem(issued[1]!)).toBeNull();
  expect(await issuer.redeem(issued[2]!)).toEqual(SHOP);
  expect(await issuer.redeem(others.ticket)).toEqual(GLOBAL);
});

test('so it is at several nodes, whose table forgets those that have ended', async () => {
  const { db, clock, issuer, other } = await inDatabase();
  const others = await issuer.issue(GLOBAL);
  const early = await issuer.issue(SHOP);
  const next = await other.issue(SHOP);
  const more = `with recursive n (i) as (select 1 union all select i + 1 from n where i < 4998)
    insert into ws_tickets select 'unused ' || i, 'shop', '{}', ? from n`;
  await db.query(more, [clock.steady() + 60_000]);
  await other.issue(SHOP);
  expect(await issuer.redeem(early.ticket)).toBeNull();
  expect(await issuer.redeem(next.ticket)).toEqual(SHOP);
  expect(await issuer.redeem(others.ticket)).toEqual(GLOBAL);
  await clock.advance(60_000);
  for (let left = 5; left > 0; left--) await issuer.issue(GLOBAL);
  expect(await db.query('select count(*) from ws_tickets', [])).toEqual([[5]]);
});

test('a ticket is nowhere in the table, and what is no ticket is not looked up', async () => {
  const { db, issuer } = await inDatabase();
  const { ticket } = await issuer.issue(SHOP);
  expect(JSON.stringify(await db.query('select * from ws_tickets', []))).not.toContain(ticket);
  await db.query('drop table ws_tickets', []);
  for (const text of ['', 'a', `${ticket}x`, "' or 1 = 1"])
    expect(await issuer.redeem(text)).toBeNull();
});
