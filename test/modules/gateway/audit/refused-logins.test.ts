/** Refused log-ins in the audit: all of them counted, few rows written. */
import { expect, test } from 'bun:test';
import { openDatabase } from '../../../../src/core/db/open.ts';
import { createLog } from '../../../../src/core/shared/log.ts';
import type { AuditEntry } from '../../../../src/modules/gateway/audit/chain.ts';
import { createRefusedLogins } from '../../../../src/modules/gateway/audit/refused-logins.ts';
import { manualClock } from '../../../doubles/manual-clock.ts';
import { startApp } from '../../../helpers/app.ts';
import { auditRows } from '../../../helpers/audit.ts';
import { collectGarbage } from '../../../helpers/garbage.ts';
import { until } from '../../../helpers/until.ts';

const MINUTE = 60_000;

/** `entries` are those written; `fails` makes the next ones fail. */
function refusals() {
  const clock = manualClock();
  const entries: AuditEntry[] = [];
  const logged: string[] = [];
  const rows = {
    fails: false,
    async append({ entry }: { entry: AuditEntry }) {
      if (rows.fails) throw new Error('disk full');
      entries.push(entry);
    },
  };
  const log = createLog('info', clock.now, (line) => logged.push(line));
  return { clock, entries, rows, logged, logins: createRefusedLogins(rows, clock, log) };
}
const detailsOf = (entry: AuditEntry | undefined) => JSON.parse(entry?.details ?? 'null');

test('the refusals of one address are one row a minute, with how many there were and why', async () => {
  const { clock, entries, logins } = refusals();
  for (let n = 0; n < 1_000; n++) logins.refused('192.0.2.1', n < 990 ? 'key' : 'missing');
  await clock.advance(MINUTE - 1);
  logins.refused('192.0.2.1', 'ticket');
  logins.refused('192.0.2.2', 'key');
  expect(entries).toEqual([]);
  await clock.advance(1);
  expect(entries).toHaveLength(2);
  expect(entries[0]).toMatchObject({
    action: 'auth.refused',
    actor: 'anonymous',
    address: '192.0.2.1',
    status: 401,
  });
  expect(detailsOf(entries[0])).toEqual({
    count: 1_001,
    reasons: { key: 990, missing: 10, ticket: 1 },
    from: '2026-01-05T10:00:00.000Z',
    to: '2026-01-05T10:00:59.999Z',
  });
  await clock.advance(10 * MINUTE);
  expect(entries).toHaveLength(2);
  expect(clock.pending()).toBe(0);
});

test('a minute has at most 60 rows: the addresses refused most often have one each, the rest is summed up in the last', async () => {
  const { clock, entries, logins } = refusals();
  const addresses = Array.from({ length: 500 }, (_, n) => `192.0.2.${n}`);
  for (const [n, address] of addresses.entries())
    for (let times = 0; times < (n < 59 ? 3 : 2); times++) logins.refused(address, 'key');
  await clock.advance(MINUTE);
  expect(entries).toHaveLength(60);
  expect(entries.slice(0, 59).map(({ address }) => address)).toEqual(addresses.slice(0, 59));
  expect(entries[59]?.address).toBeNull();
  expect(detailsOf(entries[59])).toMatchObject({ count: 441 * 2, reasons: { key: 441 * 2 } });
});

test('60 addresses have a row each', async () => {
  const { clock, entries, logins } = refusals();
  for (let n = 0; n < 60; n++) logins.refused(`192.0.2.${n}`, 'key');
  await clock.advance(MINUTE);
  expect(new Set(entries.map(({ address }) => address)).size).toBe(60);
  expect(entries.every(({ address }) => address !== null)).toBe(true);
});

test('a million addresses take no more memory than ten thousand, and none of their refusals is lost', async () => {
  const { clock, entries, logins } = refusals();
  for (let n = 0; n < 10_000; n++) logins.refused(`a-${n}`, 'key');
  // The figure is that of the last collection, which may have been before other tests.
  collectGarbage();
  const before = process.memoryUsage().heapUsed;
  for (let n = 0; n < 1_000_000; n++) logins.refused(`b-${n}`, 'missing');
  collectGarbage();
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(16 * 1024 * 1024);
  await clock.advance(MINUTE);
  expect(entries).toHaveLength(60);
  const counts = entries.map((entry) => detailsOf(entry).count);
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(1_010_000);
});

test('what the database does not take is logged, and the next minute is recorded again', async () => {
  const { clock, entries, rows, logged, logins } = refusals();
  rows.fails = true;
  logins.refused('192.0.2.1', 'key');
  await clock.advance(MINUTE);
  expect(logged.join()).toContain('refused log-ins could not be recorded');
  rows.fails = false;
  logins.refused('192.0.2.1', 'key');
  await clock.advance(MINUTE);
  expect(entries).toHaveLength(1);
});

test('every way into the gateway zone counts, and a stop records what was counted', async () => {
  const app = await startApp();
  for (const path of ['/instance/fetchInstances', '/audit/find', '/webhook/nothing/here'])
    for (const key of [null, 'guess'])
      expect((await app.call('GET', path, undefined, key)).status).toBe(401);
  expect((await app.call('GET', '/ws?ticket=guess', undefined, null)).status).toBe(401);
  const socket = new WebSocket(`${app.url.replace('http', 'ws')}/ws`, [
    'gatehouse',
    'apikey.guess',
  ]);
  await until('the socket is refused', () => socket.readyState === WebSocket.CLOSED);
  await app.call('GET', '/health', undefined, null);
  await app.call('GET', '/api/v1/permissions', undefined, null);
  await app.stop();
  const db = await openDatabase({ url: `file:${app.dataDir}/gatehouse.db` });
  const [row, ...others] = await auditRows(db);
  await db.close();
  expect(others).toEqual([]);
  expect(row).toMatchObject({ action: 'auth.refused', address: '127.0.0.1', status: 401 });
  expect(JSON.parse(row?.details ?? '')).toMatchObject({
    count: 8,
    reasons: { missing: 3, key: 4, ticket: 1 },
  });
});
