/** Which version of the web client sessions connect as, across failures, restarts and nodes. */

import { expect, test } from 'bun:test';
import type { ProxyRoute } from '../../../src/core/outbound/proxy/local-proxy.ts';
import type { WebVersion } from '../../../src/core/providers/whatsapp-variables.ts';
import { createLog } from '../../../src/core/shared/log.ts';
import { BUILT_IN } from '../../../src/modules/whatsapp/web-version.ts';
import { createWebVersionStore } from '../../../src/modules/whatsapp/web-version-store.ts';
import { WebVersions } from '../../../src/modules/whatsapp/web-versions.ts';
import { manualClock } from '../../doubles/manual-clock.ts';
import { VersionPage, versionsAt } from '../../doubles/whatsapp/version-page.ts';
import { testDatabase } from '../../helpers/database.ts';
import { until } from '../../helpers/until.ts';

const FIRST = 1_050_000_000;
const SECOND = 1_060_000_000;
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const NO_ROUTE = { problem: 'no route' };
/** Never used: whoever is given it only passes it on. */
const proxyOf = (instance: string): ProxyRoute => ({
  url: `http://${instance}@127.0.0.1:1`,
  noProxy: '',
});

const version = (revision: number): WebVersion => [2, 3000, revision];

/** A page, a database, and as many services with it as are started. */
async function stage() {
  const page = new VersionPage();
  page.serve(FIRST);
  const db = await testDatabase();
  const clock = manualClock(Date.UTC(2026, 10, 1));
  const lines: string[] = [];
  const start = () => versionsAt(page, db, clock, lines);
  return { page, db, clock, lines, start, versions: start() };
}

const storing = (value: string) => ({
  sql: "insert or replace into service_facts (name, value) values ('whatsapp_web_version', ?)",
  params: [value],
});

test('the version that the operator has set wins, and nobody is asked, also when it is refused', async () => {
  const { page, clock, db } = await stage();
  const versions = new WebVersions({
    clock,
    log: createLog('error', clock.now),
    fixed: [1, 2, 3],
    store: createWebVersionStore(db),
    fetchLatest: () => Promise.reject(new Error('asked')),
  });
  expect(await versions.renew([1, 2, 3], null)).toBe('same');
  expect(await versions.current(null)).toEqual([1, 2, 3]);
  expect(page.asked).toEqual([]);
  expect(versions.problem()).toBeNull();
});

test('what WhatsApp serves is believed for a day', async () => {
  const { versions, page, clock } = await stage();
  expect(await versions.current(null)).toEqual(version(FIRST));
  page.serve(SECOND);
  await clock.advance(DAY - 1);
  expect(await versions.current(null)).toEqual(version(FIRST));
  expect(page.asked).toHaveLength(1);
  await clock.advance(1);
  expect(await versions.current(null)).toEqual(version(SECOND));
});

test('after a restart without network the version that was fetched last is used', async () => {
  const { versions, page, clock, lines, start } = await stage();
  await versions.current(null);
  page.fail(NO_ROUTE);
  await clock.advance(3 * DAY);
  expect(await start().current(null)).toEqual(version(FIRST));
  expect(lines.join()).toContain('no route');
});

test('without an answer and with nothing stored the built-in version serves for ten minutes', async () => {
  const { versions, page, clock } = await stage();
  page.fail(NO_ROUTE);
  expect(await versions.current(null)).toEqual(BUILT_IN.version);
  page.serve(FIRST);
  await clock.advance(10 * MINUTE - 1);
  expect(await versions.current(null)).toEqual(BUILT_IN.version);
  expect(page.asked).toHaveLength(1);
  await clock.advance(1);
  expect(await versions.current(null)).toEqual(version(FIRST));
});

test('a stored version that is older than the built-in one is not fallen back to', async () => {
  const { versions, page, db, clock } = await stage();
  await db.batch([storing(`2.3000.5 ${clock.now() - 3 * DAY}`)]);
  page.fail(NO_ROUTE);
  expect(await versions.current(null)).toEqual(BUILT_IN.version);
});

test('a damaged page leaves the stored version as it is', async () => {
  const { versions, page, clock, start } = await stage();
  await versions.current(null);
  await clock.advance(DAY);
  page.answer('<html>try later</html>');
  expect(await versions.current(null)).toEqual(version(FIRST));
  expect(await start().current(null)).toEqual(version(FIRST));
});

test('what was stored by nobody who could read it counts as nothing', async () => {
  const { page, db, start } = await stage();
  for (const value of ['', '{}', `2.3000.x 5`, `2.3000.${SECOND} later`]) {
    await db.batch([storing(value)]);
    expect(await start().current(null)).toEqual(version(FIRST));
  }
  expect(page.asked).toHaveLength(4);
});

test('a version that a clock in the future has stored is fetched again', async () => {
  const { versions, page, db, clock } = await stage();
  await db.batch([storing(`2.3000.${FIRST} ${clock.now() + DAY}`)]);
  page.serve(SECOND);
  expect(await versions.current(null)).toEqual(version(SECOND));
});

test('an older version than the stored one is not gone back to, unless WhatsApp refused the newer one', async () => {
  const { versions, page, clock } = await stage();
  page.serve(SECOND);
  await versions.current(null);
  page.serve(FIRST);
  await clock.advance(DAY);
  expect(await versions.current(null)).toEqual(version(SECOND));
  expect(await versions.renew(version(SECOND), null)).toBe('another');
  expect(await versions.current(null)).toEqual(version(FIRST));
});

test('two nodes fetch the version once a day together', async () => {
  const { versions, page, clock, start } = await stage();
  const other = start();
  await versions.current(null);
  expect(await other.current(null)).toEqual(version(FIRST));
  expect(page.asked).toHaveLength(1);
  await clock.advance(DAY);
  page.serve(SECOND);
  expect(await other.current(null)).toEqual(version(SECOND));
  expect(await versions.current(null)).toEqual(version(SECOND));
  expect(page.asked).toHaveLength(2);
});

test('what one node fetched after a refusal the other uses without asking', async () => {
  const { versions, page, start } = await stage();
  const other = start();
  await versions.current(null);
  await other.current(null);
  page.serve(SECOND);
  expect(await versions.renew(version(FIRST), null)).toBe('another');
  page.fail(NO_ROUTE);
  expect(await other.renew(version(FIRST), null)).toBe('another');
  expect(await other.current(null)).toEqual(version(SECOND));
  expect(page.asked).toHaveLength(2);
});

test('a thousand instances that are refused at once have the version fetched once', async () => {
  const { versions, page } = await stage();
  await versions.current(null);
  page.serve(SECOND);
  const all = Array.from({ length: 1_000 }, () => versions.renew(version(FIRST), null));
  expect(new Set(await Promise.all(all))).toEqual(new Set(['another']));
  expect(await versions.renew(version(FIRST), null)).toBe('another');
  expect(page.asked).toHaveLength(2);
});

test('while WhatsApp refuses what it serves, the version is fetched every ten minutes and not more often', async () => {
  const { versions, page, clock } = await stage();
  await versions.current(null);
  for (let refused = 0; refused < 50; refused++)
    expect(await versions.renew(version(FIRST), null)).toBe('same');
  expect(page.asked).toHaveLength(2);
  await clock.advance(10 * MINUTE);
  page.serve(SECOND);
  expect(await versions.renew(version(FIRST), null)).toBe('another');
  expect(page.asked).toHaveLength(3);
});

test('while the page is down, a refused version has no known successor', async () => {
  const { versions, page, clock } = await stage();
  await versions.current(null);
  page.fail(NO_ROUTE);
  expect(await versions.renew(version(FIRST), null)).toBe('unknown');
  expect(await versions.renew(version(FIRST), null)).toBe('unknown');
  expect(page.asked).toHaveLength(2);
  page.serve(SECOND);
  await clock.advance(10 * MINUTE);
  expect(await versions.current(null)).toEqual(version(SECOND));
});

test('an answer that does not come is waited for five seconds and no longer', async () => {
  const { clock, db } = await stage();
  const asked: AbortSignal[] = [];
  const versions = new WebVersions({
    clock,
    log: createLog('error', clock.now),
    fixed: null,
    store: createWebVersionStore(db),
    fetchLatest: (signal) => {
      asked.push(signal);
      return new Promise(() => {});
    },
  });
  const current = versions.current(null);
  await until('it is asked', () => asked.length > 0);
  await clock.advance(4_999);
  expect(asked[0]?.aborted).toBe(false);
  await clock.advance(1);
  expect(await current).toEqual(BUILT_IN.version);
  expect(asked[0]?.aborted).toBe(true);
  expect(clock.pending()).toBe(0);
});

test('many who ask at once are one question, and one for each proxy', async () => {
  const { versions, page } = await stage();
  const direct = Array.from({ length: 30 }, () => versions.current(null));
  const proxied = Array.from({ length: 30 }, () => versions.current(proxyOf('shop')));
  await Promise.all([...direct, ...proxied]);
  expect(page.asked).toHaveLength(2);
});

test('what an instance learns through its proxy is good for all', async () => {
  const { versions, page } = await stage();
  expect(await versions.current(proxyOf('shop'))).toEqual(version(FIRST));
  expect(await versions.current(null)).toEqual(version(FIRST));
  expect(page.asked).toHaveLength(1);
});

test('a proxy that does not work keeps no other instance from learning the version', async () => {
  const { versions, page } = await stage();
  page.fail(NO_ROUTE);
  expect(await versions.current(proxyOf('shop'))).toEqual(BUILT_IN.version);
  page.serve(FIRST);
  expect(await versions.current(null)).toEqual(version(FIRST));
});

test('a database that is away keeps nobody from connecting', async () => {
  const { page, clock, lines } = await stage();
  const away = { query: () => Promise.reject(new Error('the disk is full')) };
  const versions = versionsAt(page, away, clock, lines);
  expect(await versions.current(null)).toEqual(version(FIRST));
  expect(lines.join()).toContain('the disk is full');
});

test('an operator is warned of a fallback that is older than 60 days, with its day and what to do', async () => {
  const { versions, page, clock } = await stage();
  expect(versions.problem()).toBeNull();
  page.fail(NO_ROUTE);
  await versions.current(null);
  expect(versions.problem()).toContain('version 2.3000.1043857760 of 2026-08-06 of the web client');
  expect(versions.problem()).toContain('reach web.whatsapp.com, or set WHATSAPP_WEB_VERSION');
  page.serve(FIRST);
  await clock.advance(10 * MINUTE);
  await versions.current(null);
  expect(versions.problem()).toBeNull();
});

test('a stored version is a fallback that grows old as well', async () => {
  const { versions, page, clock } = await stage();
  await versions.current(null);
  page.fail(NO_ROUTE);
  await clock.advance(60 * DAY);
  await versions.current(null);
  expect(versions.problem()).toBeNull();
  await clock.advance(1);
  expect(versions.problem()).toContain(`2.3000.${FIRST} of 2026-11-01`);
});
