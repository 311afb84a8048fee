/** What axe, the checker of accessibility, finds wrong on a page: in light, in dark, and as narrow as a phone. */
import type { Page } from './browser.ts';

const SCRIPT = new URL('../../node_modules/axe-core/axe.min.js', import.meta.url);
const HEIGHT = 900;
const WIDE = 1280;
/** The rule that costs most, and the only one that dark colours change. */
const CONTRAST = 'color-contrast';
const LOOKS = [
  { scheme: 'light', width: WIDE, options: {} },
  { scheme: 'dark', width: WIDE, options: { runOnly: [CONTRAST] } },
  { scheme: 'light', width: 375, options: { rules: { [CONTRAST]: { enabled: false } } } },
] as const;

/**
 * Runs in the page, as text: every rule of axe that is on by default, good practice included. What it cannot decide is
 * no finding.
 */
const run = `async (options) => {
  const { violations } = await axe.run(document, { ...options, resultTypes: ['violations'] });
  return violations.flatMap(({ id, impact, nodes }) =>
    nodes.map(({ target, any, all, none }) => {
      const [first] = [...any, ...all, ...none];
      return id + ' (' + impact + ') ' + target.join(' ') + ': ' + (first?.message ?? '');
    }),
  );
}`;

/**
 * The page is left light and wide.
 * @returns one line for each fault: how the page was looked at, the rule, its weight, the element and what is wrong
 */
export async function axeFindings(page: Page): Promise<string[]> {
  const isLoaded = await page.evaluate<boolean>("'axe' in globalThis");
  if (!isLoaded) await page.evaluate(`${await Bun.file(SCRIPT).text()};0`);
  const findings: string[] = [];
  for (const { scheme, width, options } of LOOKS) {
    await page.scheme(scheme);
    await page.resize(width, HEIGHT);
    for (const found of await page.evaluate<string[]>(`(${run})(${JSON.stringify(options)})`))
      findings.push(`${scheme}, ${width} px: ${found}`);
  }
  await page.scheme('light');
  await page.resize(WIDE, HEIGHT);
  return findings;
}
