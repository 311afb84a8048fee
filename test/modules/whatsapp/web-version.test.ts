import { expect, test } from 'bun:test';
import { createNetworkGuard } from '../../../src/core/outbound/network-guard.ts';
import { createOutbound, type Outbound } from '../../../src/core/outbound/outbound.ts';
import { versionIn, type WebVersion } from '../../../src/core/providers/whatsapp-variables.ts';
import { messageOf } from '../../../src/core/shared/errors.ts';
import { loadBaileys } from '../../../src/modules/whatsapp/engine/baileys.ts';
import { BUILT_IN, isNewer, latestWebVersion } from '../../../src/modules/whatsapp/web-version.ts';
import { datedVersionIn } from '../../../src/modules/whatsapp/web-version-store.ts';
import { manualClock } from '../../doubles/manual-clock.ts';
import { VersionPage } from '../../doubles/whatsapp/version-page.ts';

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
