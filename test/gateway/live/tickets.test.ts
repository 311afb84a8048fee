import { expect, test } from 'bun:test';
import type { GatewayPrincipal } from '../../../src/gateway/guard.ts';
import { createTickets } from '../../../src/gateway/live/tickets.ts';
import { manualClock } from '../../doubles/manual-clock.ts';

const GLOBAL: GatewayPrincipal = { kind: 'global', keyId: '1' };
const SHOP: GatewayPrincipal = { kind: 'instance', instanceId: 'shop', keyId: '2', scopes: [] };

test('a ticket names its holder, once', () => {
  const tickets = createTickets(manualClock());
  const [{ ticket: one }, { ticket: two }] = [tickets.issue(GLOBAL), tickets.issue(SHOP)];
  expect(tickets.redeem(two)).toEqual(SHOP);
  expect(tickets.redeem(two)).toBeNull();
  expect(tickets.redeem(one)).toEqual(GLOBAL);
  expect(tickets.redeem('never issued')).toBeNull();
});

test('a ticket holds for 60 seconds, whatever wall time does', async () => {
  const clock = manualClock();
  const tickets = createTickets(clock);
  const [early, late] = [tickets.issue(SHOP), tickets.issue(SHOP)];
  expect(early.expiresAt).toBe(clock.now() + 60_000);
  clock.jump(3_600_000);
  await clock.advance(59_999);
  expect(tickets.redeem(early.ticket)).toEqual(SHOP);
  await clock.advance(1);
  expect(tickets.redeem(late.ticket)).toBeNull();
});

test('with 5 000 unused ones a holder loses the oldest, and no other holder loses any', () => {
  const tickets = createTickets(manualClock());
  const others = tickets.issue(GLOBAL);
  const issued = Array.from({ length: 5_002 }, () => tickets.issue(SHOP).ticket);
  expect(tickets.redeem(issued[0]!)).toBeNull();
  expect(tickets.redeem(issued[1]!)).toBeNull();
  expect(tickets.redeem(issued[2]!)).toEqual(SHOP);
  expect(tickets.redeem(others.ticket)).toEqual(GLOBAL);
});
