/**
 * What is wrong on a page at the size of a desk and of a phone, light and dark: what axe finds, whether it is too wide, and
 * what can only be clicked.
 */
import type { Page } from './browser.ts';

const SCRIPT = new URL('../../node_modules/axe-core/axe.min.js', import.meta.url);
const WIDE = { width: 1360, height: 850 };
const PHONE = { width: 390, height: 844 };

/** What the colours are cannot change what a page is made of. */
const LOOKS = [
  { scheme: 'light', size: WIDE, structure: true, colours: 'all' },
  { scheme: 'light', size: PHONE, structure: true, colours: 'changed' },
  { scheme: 'dark', size: WIDE, structure: false, colours: 'all' },
  { scheme: 'dark', size: PHONE, structure: false, colours: 'changed' },
] as const;
/** For a page that is made of the same parts as one that was looked at in all ways. */
const QUICK_LOOKS = [
  { scheme: 'light', size: PHONE, structure: true, colours: 'none', sameStyles: true },
  { scheme: 'light', size: WIDE, structure: false, colours: 'none' },
] as const;

/**
 * Runs in the page, as text: every rule of axe that is on by default, good practice included. What it cannot decide is
 * no finding. Contrast costs most: `changed` has it looked at only where colours or sizes are not those of the look before.
 */
const run = `async ({ structure, colours, sameStyles }) => {
  const excess = document.documentElement.scrollWidth - innerWidth;
  if (excess > 0) return ['the page is ' + excess + ' px wider than the window'];
  const shown = [...document.body.querySelectorAll('*')].filter((one) => one.checkVisibility());
  const KEYS = 'a[href], button, input, select, textarea, summary, label, dialog, [tabindex]';
  const clicked = shown.filter(
    (one) => takesClicks.has(one) && !one.matches(KEYS) && !one.querySelector(KEYS),
  );
  const styleOf = (one) => {
    const { color, backgroundColor, fontSize } = getComputedStyle(one);
    return [color, backgroundColor, fontSize].join();
  };
  const before = globalThis.styles;
  globalThis.styles = new Map(shown.map((one) => [one, styleOf(one)]));
  const changed = shown.filter((one) => before?.get(one) !== styles.get(one));
  const found = async (where, options) => {
    const { violations } = await axe.run(where, { ...options, resultTypes: ['violations'] });
    return violations.flatMap(({ id, impact, nodes }) =>
      nodes.map(({ target, any, all, none }) => {
        const [first] = [...any, ...all, ...none];
        return id + ' (' + impact + ') ' + target.join(' ') + ': ' + (first?.message ?? '');
      }),
    );
  };
  const without = (...rules) => ({
    rules: Object.fromEntries(rules.map((rule) => [rule, { enabled: false }])),
  });
  const findings = clicked.map((one) => 'only a mouse reaches ' + one.outerHTML.slice(0, 200));
  if (structure && colours === 'all') return [...findings, ...(await found(document, {}))];
  if (structure) {
    const styles = sameStyles ? ['link-in-text-block', 'target-size'] : [];
    findings.push(...(await found(document, without('color-contrast', ...styles))));
  }
  const where = colours === 'all' ? document : { include: changed };
  if (colours === 'all' || (colours === 'changed' && changed.length > 0))
    findings.push(...(await found(where, { runOnly: ['color-contrast'] })));
  return findings;
}`;

/**
 * The page is left light and wide.
 * @returns one line for each fault: how the page was looked at, the rule, its weight, the element and what is wrong
 */
export async function axeFindings(page: Page, looks: 'all' | 'quick' = 'all'): Promise<string[]> {
  const isLoaded = await page.evaluate<boolean>("'axe' in globalThis");
  if (!isLoaded) await page.evaluate(`${await Bun.file(SCRIPT).text()};0`);
  const findings: string[] = [];
  for (const look of looks === 'all' ? LOOKS : QUICK_LOOKS) {
    const { scheme, size } = look;
    await page.scheme(scheme);
    await page.resize(size.width, size.height);
    for (const found of await page.evaluate<string[]>(`(${run})(${JSON.stringify(look)})`))
      findings.push(`${scheme}, ${size.width} px: ${found}`);
  }
  await page.scheme('light');
  await page.resize(WIDE.width, WIDE.height);
  return findings;
}
