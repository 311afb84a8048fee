/** The quick cases of the campaign in their short form, and the page the campaign writes. */
import { afterAll, expect, test } from 'bun:test';
import { join } from 'node:path';
import { caseOf, NAMES } from '../../campaign/cases.ts';
import { DOCUMENT, rowsOf, writeDocument } from '../../campaign/document.ts';
import { findings } from '../../campaign/kit/case.ts';
import { createRandom } from '../../campaign/kit/random.ts';
import { cleanUp } from '../core/process/spawned-process.ts';
import { temporaryFolder } from '../helpers/database.ts';

afterAll(cleanUp);

/** What did not hold; empty when all did. */
async function broken(name: string): Promise<readonly string[]> {
  const found = findings();
  const { run } = await caseOf(name);
  await run({ scale: 'short', random: createRandom(7), findings: found });
  return found.broken();
}

test('a service that is killed again and again under load loses nothing it acknowledged', async () => {
  expect(await broken('kill')).toEqual([]);
}, 60_000);

test('a copy of the database files of any moment opens with all that was acknowledged before', async () => {
  expect(await broken('power-cut')).toEqual([]);
}, 60_000);

test('a second signal ends a service under load at once, SIGHUP in order, and neither loses anything', async () => {
  expect(await broken('signals')).toEqual([]);
}, 60_000);

test('a service that is killed while contacts write, whole and damaged, tells every message once and in order', async () => {
  expect(await broken('whatsapp-kill')).toEqual([]);
}, 60_000);

test('a number that is linked just before the service is killed works afterwards', async () => {
  expect(await broken('whatsapp-pairing')).toEqual([]);
}, 60_000);

test('a limit that is passed is named with its figure, and one that is held is not', () => {
  const found = findings();
  found.atMost('lost', 0, 0);
  found.atMost('gaps', 2, 0);
  found.atLeast('copies', Number.NaN, 3);
  found.holds('the disk is full', false);
  expect(found.broken()).toEqual([
    'gaps 2, promised ≤ 0',
    'copies NaN, promised ≥ 3',
    'not so: the disk is full',
  ]);
});

test('docs/campaign.md keeps the lines of cases that were not run again', async () => {
  const file = join(temporaryFolder(), 'campaign.md');
  const outcome = { name: 'kill', figures: 'lost 0', broken: [], skipped: null, seconds: 3 };
  await writeDocument(file, [outcome], new Date(0));
  const other = { ...outcome, name: 'signals', skipped: 'no signals here' };
  await writeDocument(file, [other], new Date(0));
  const rows = rowsOf(await Bun.file(file).text());
  expect(rows.get('kill')).toEqual(['kill', 'lost 0', '1970-01-01']);
  expect(rows.get('signals')?.[2]).toBe('1970-01-01: skipped: no signals here');
  expect([...rows.keys()]).toEqual([...NAMES]);
});

test('docs/campaign.md says what every case proves, in the words of the case', async () => {
  const page = await Bun.file(DOCUMENT).text();
  for (const name of NAMES) {
    const { promise } = await caseOf(name);
    expect(page).toContain(`\n- **${name}**: ${promise} (`);
  }
});
