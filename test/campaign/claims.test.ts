/** What the READMEs claim of the campaign. */
import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { CLAIMS, killFigures, withClaim } from '../../campaign/claims.ts';
import { DOCUMENT } from '../../campaign/document.ts';
import { projectDir } from '../core/process/spawned-process.ts';

test('the figures of the READMEs are those of the last run that docs/campaign.md shows (else: bun run campaign/claims.ts)', async () => {
  const figures = killFigures(await Bun.file(DOCUMENT).text());
  expect(CLAIMS.size).toBe(2);
  for (const [name, claim] of CLAIMS) {
    const text = await Bun.file(join(projectDir, name)).text();
    expect(text).toContain(`<!-- campaign -->${claim(figures)}<!-- /campaign -->`);
    // Nothing else may say how many, since no run renews it.
    expect(withClaim(text, '')).not.toMatch(/\b\d+[,.]\d{3}\b(?!Z)/);
  }
});

const row = (figures: string, run = '2026-11-27') =>
  `- **kill**: It survives. (${run}) _${figures}_\n`;
const FIGURES = 'kills 40; acknowledged 68,198 (≥400); repeats 1,561 (≤3,840); zero: lost, gaps';

test('figures are read with their day', () => {
  const read = { kills: 40, acknowledged: 68_198, day: '2026-11-27' };
  expect(killFigures(row(FIGURES))).toEqual(read);
  expect(killFigures(row(FIGURES.replace('68,198', '998')))).toMatchObject({ acknowledged: 998 });
});

test.each([
  ['did not hold', row(FIGURES, '2026-11-27: not held: 3 lost')],
  ['lost something', row(FIGURES.replace('zero: lost, gaps', 'lost 3 (≤0); zero: gaps'))],
  ['has not been run', row('–', 'not run yet')],
  ['is not on the page', ''],
])('a run that %s is claimed nowhere', (_, page) => {
  expect(() => killFigures(page)).toThrow('gives nothing to claim');
});
