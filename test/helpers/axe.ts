/** What is wrong on a page in light, in dark, and as narrow as a phone: what axe finds, and whether it is too wide. */
import type { Page } from './browser.ts';

const SCRIPT = new URL('../../node_modules/axe-core/axe.min.js', import.meta.url);
const WIDE = { width: 1360, height: 850 };
const PHONE = { width: 390, height: 844 };
/** The rule that costs most, and the only one that dark colours change. */
const CONTRAST = 'color-contrast';
const LOOKS = [
  { scheme: 'light', size: WIDE, options: {} },
  { scheme: 'dark', size: WIDE, options: { runOnly: [CONTRAST] } },
  { scheme: 'light', size: PHONE, options: { rules: { [CONTRAST]: { enabled: false } } } },
] as const;

/**
 * Runs in the page, as text: every rule of axe that is on by default, good practice included. What it cannot decide is
 * no finding.
 */
const run = `async (options) => {
  const excess = document.documentElement.scrollWidth - innerWidth;
  if (excess > 0) return ['the page is ' + excess + ' px wider than the window'];
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
  for (const { scheme, size, options } of LOOKS) {
    await page.scheme(scheme);
    await page.resize(size.width, size.height);
    for (const found of await page.evaluate<string[]>(`(${run})(${JSON.stringify(options)})`))
      findings.push(`${scheme}, ${size.width} px: ${found}`);
  }
  await page.scheme('light');
  await page.resize(WIDE.width, WIDE.height);
  return findings;
}
