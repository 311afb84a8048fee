/** Which version of the web client sessions connect as, across failures, restarts and nodes. */

import { expect, test } from 'bun:test';
import { createNetworkGuard } from '../../../src/core/outbound/network-guard.ts';
import { createOutbound, type Outbound } from '../../../src/core/outbound/outbound.ts';
import type { ProxyRoute } from '../../../src/core/outbound/proxy/local-proxy.ts';
import { versionIn, type WebVersion } from '../../../src/core/providers/all.ts';
import { messageOf } from '../../../src/core/shared/errors.ts';
import { createLog } from '../../../src/core/shared/log.ts';
import { loadBaileys } from '../../../src/modules/whatsapp/engine/baileys.ts';
import {
  BUILT_IN,
  createWebVersionStore,
  datedVersionIn,
  isNewer,
  latestWebVersion,
  WebVersions,
} from '../../../src/modules/whatsapp/web-versions.ts';
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

const latest = (outbound: Pick<Outbound, 'fetchFile'>) =>
  latestWebVersion(outbound, new AbortController().signal).catch(messageOf);

test('the version is read where browsers get theirs, and belongs to the generation that is built in', async () => {
  const page = new VersionPage();
  page.serve(1_050_000_000);
  expect(await latest(page)).toEqual([2, 3000, 1_050_000_000]);
  expect(page.asked).toEqual(['https://web.whatsapp.com/sw.js']);
});

test.each([
  ['another page', '<html>sign in</html>'],
  ['nothing', ''],
  ['a word', '{"client_revision":"soon"}'],
  ['no digits', '{"client_revision":}'],
  ['a negative one', '{"client_revision":-7}'],
  ['more digits than a version has', `{"client_revision":${'9'.repeat(400)}}`],
  ['the name without a value', '"client_revision"'],
  ['bytes that are no text', '\ufffd\u0000"client_rev\u0000ision":5'],
])('an answer with %s names no version', async (_, text) => {
  const page = new VersionPage();
  page.answer(text);
  expect(await latest(page)).toContain('names no revision');
});

test('an answer that is too long, and none at all, say so', async () => {
  const page = new VersionPage();
  page.fail({ isTooLarge: true });
  expect(await latest(page)).toContain('more than 4194304 bytes');
  page.fail({ problem: 'dns_error: no' });
  expect(await latest(page)).toBe('dns_error: no');
});

test('the version is asked of nobody when the name leads into a private network', async () => {
  const clock = manualClock();
  const lookup = async () => ['10.1.2.3'];
  const guard = createNetworkGuard({ allow: [], clock, lookup });
  const outbound = createOutbound({ clock, guard, userAgent: 'gatehouse/test' });
  const version = latest(outbound);
  await clock.advance(500);
  expect(await version).toBe(
    'dns_error: web.whatsapp.com has no address that may be reached: the name does not resolve, or only into networks that are not allowed',
  );
});

test('the version that is built in is that of Baileys', async () => {
  const { version } = (await loadBaileys()).DEFAULT_CONNECTION_CONFIG;
  // After an upgrade of Baileys, name its version and the day of its release in BUILT_IN.
  expect(BUILT_IN.version).toEqual(version);
});

test.each<[WebVersion, WebVersion, boolean]>([
  [[2, 3000, 2], [2, 3000, 1], true],
  [[2, 3000, 1], [2, 3000, 1], false],
  [[2, 3000, 1], [2, 3000, 2], false],
  [[2, 3001, 0], [2, 3000, 9], true],
  [[3, 0, 0], [2, 3000, 9], true],
  [[1, 9999, 9], [2, 0, 0], false],
])('of %j and %j the first is newer: %j', (version, other, isFirst) => {
  expect(isNewer(version, other)).toBe(isFirst);
});

test('a stored version is read as it was written, and anything else as none', () => {
  expect(datedVersionIn('2.3000.7 1770000000000')).toEqual({
    version: [2, 3000, 7],
    servedAt: 1_770_000_000_000,
  });
  const damaged = ['', ' ', '2.3000.7', '2.3000.7 ', '2.3000.7 soon', '2.3000.7 -1', '2.3000 1'];
  for (const value of [...damaged, '{}', 'null', `2.3000.7 ${'9'.repeat(40)}`, '2.3000.x 1'])
    expect(datedVersionIn(value)).toBeNull();
  expect(versionIn('2.3000.7\n')).toBeNull();
});
