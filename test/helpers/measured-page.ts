/** Measures a page of the manager: words, controls and the page itself, at several widths. */
import { en } from '../../src/core/languages/en.ts';
import { es } from '../../src/core/languages/es.ts';
import { ptBR } from '../../src/core/languages/pt-BR.ts';
import type { Page } from './browser.ts';

/** What the page calls them, and their texts. */
export const LANGUAGES = [
  ['en', 'English', en],
  ['es', 'Español', es],
  ['pt-BR', 'Português (Brasil)', ptBR],
] as const;
export const WIDTHS = [390, 768, 1360, 1720];
/** No dialog is wider than the second of the widths. */
export const DIALOG_WIDTHS = WIDTHS.slice(0, 2);
/** The longest name, of words, and one that is written from right to left. */
export const WORDY_NAME = 'Negotiation of the winter prices '.repeat(8).slice(0, 254).concat('.');
export const RIGHT_TO_LEFT = 'محمد عبد الله الطويل';

/** What is wrong with the page, or with the dialog over it: an expression, whose value is a list of texts. */
const FINDINGS = `(() => {
  const found = [];
  const root = document.documentElement;
  const dialog = document.querySelector('dialog[open]');
  const place = dialog ?? document.querySelector('#main');
  const nameOf = (one) => one.tagName.toLowerCase() + ' "' + (one.ariaLabel || one.name || one.textContent).slice(0, 40) + '"';
  const isCut = (one) => one.scrollWidth > one.clientWidth + 1;
  // Words of letters and digits on more than one line; addresses and code may break.
  const range = document.createRange();
  const isBroken = () => new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1;
  const walker = document.createTreeWalker(place, NodeFilter.SHOW_TEXT);
  for (let text = walker.nextNode(); text !== null; text = walker.nextNode()) {
    const parent = text.parentElement;
    if (!parent.checkVisibility() || parent.closest('.address, pre, code, .bubble, script')) continue;
    range.selectNodeContents(text);
    // One line has no broken word.
    if (!isBroken()) continue;
    for (const { index, 0: word } of text.nodeValue.matchAll(/[\\p{L}\\p{N}]+/gu)) {
      range.setStart(text, index);
      range.setEnd(text, index + word.length);
      if (isBroken()) found.push('the word ' + word + ' is broken in ' + nameOf(parent));
    }
  }
  const GROUPS = '.field, fieldset, td, th, form, dialog, .side-panel, .card, .page-line, main';
  for (const control of place.querySelectorAll('button, input, select, textarea')) {
    if (!control.checkVisibility() || control.type === 'hidden') continue;
    const group = control.parentElement.closest(GROUPS);
    const [inner, outer] = [control, group].map((one) => one.getBoundingClientRect());
    if (inner.width > outer.width + 1) found.push(nameOf(control) + ' is wider than its group');
  }
  for (const one of place.querySelectorAll('.chip, .thread-name .hint'))
    if (isCut(one)) found.push(nameOf(one) + ' is cut');
  if (dialog) {
    const { left, right } = dialog.getBoundingClientRect();
    if (left < 0 || right > root.clientWidth || isCut(dialog)) found.push('the dialog is too wide');
    return found;
  }
  for (const table of document.querySelectorAll('.table-place'))
    if (isCut(table) && innerWidth !== 768)
      found.push('the table ' + table.querySelector('table').ariaLabel + ' is ' + (table.scrollWidth - table.clientWidth) + ' px too wide');
  // On a phone a row is two lines: its name and state, then the rest.
  for (const row of innerWidth < 640 ? document.querySelectorAll('.dense tbody tr') : []) {
    const rest = [...row.querySelectorAll('td:not(.state, .row-menu, .select)')].filter((one) => one.checkVisibility() && one.offsetHeight > 0);
    const [top, bottom] = [Math.min(...rest.map((one) => one.getBoundingClientRect().top)), Math.max(...rest.map((one) => one.getBoundingClientRect().bottom))];
    if (bottom - top > 36) found.push('the second line of ' + nameOf(row) + ' is ' + Math.round(bottom - top) + ' px high');
  }
  // Names and summaries end after two lines, above what else a name may have, unless the row itself is open.
  for (const row of innerWidth >= 1360 ? document.querySelectorAll('.dense tbody tr:not(:has(details[open]))') : []) {
    const cell = getComputedStyle(row.querySelector('td'));
    const lines = row.querySelector('th br') ? 3 : 2;
    const highest = lines * parseFloat(cell.lineHeight) + parseFloat(cell.paddingTop) + parseFloat(cell.paddingBottom) + 2;
    if (row.offsetHeight > highest) found.push(nameOf(row) + ' is ' + row.offsetHeight + ' px high');
  }
  for (const title of document.querySelectorAll(':is(.page-line, .card-line) > :is(h1, h2)'))
    if (title.offsetHeight > 2.1 * parseFloat(getComputedStyle(title).lineHeight)) found.push(nameOf(title) + ' has more than two lines');
  // Texts of cards have the size of its fields, or that of hints.
  const sizes = [getComputedStyle(document.body).fontSize, '13px'];
  for (const text of document.querySelectorAll(':is(.card, .side-panel) p'))
    if (!sizes.includes(getComputedStyle(text).fontSize)) found.push(nameOf(text) + ' has a size of its own');
  for (const table of document.querySelectorAll('#main table')) {
    const next = (table.closest('.table-place') ?? table).nextElementSibling;
    if (next?.checkVisibility() && !next.matches('.side-panel, :empty') && next.getBoundingClientRect().top - table.getBoundingClientRect().bottom < 8)
      found.push(nameOf(next) + ' touches the table above it');
  }
  for (const end of document.querySelectorAll('.side-panel .actions > .danger'))
    if (end.parentElement.getBoundingClientRect().right - end.getBoundingClientRect().right > 1)
      found.push(nameOf(end) + ' is not at the end of its panel');
  for (const back of document.querySelectorAll('#main section > a:not(.card *)'))
    if (back.textContent.startsWith('←') && (back.nextElementSibling?.className !== 'page-line' || getComputedStyle(back).fontSize !== getComputedStyle(document.body).fontSize))
      found.push(nameOf(back) + ' is not above its title, or larger than texts');
  for (const head of document.querySelectorAll('.side-panel > .card-line')) {
    const [title, close] = [...head.children].map((one) => one.getBoundingClientRect());
    if (close.left < title.right) found.push(nameOf(head) + ' has its button below its title');
  }
  for (const one of document.querySelectorAll('.header :is(nav, a, button)'))
    if (one.checkVisibility() && (isCut(one) || one.getBoundingClientRect().right > innerWidth))
      found.push(nameOf(one) + ' of the bar is cut');
  if (root.scrollWidth > root.clientWidth) found.push('the page is ' + (root.scrollWidth - root.clientWidth) + ' px too wide');
  const end = Math.max(innerHeight, document.querySelector('.footer, .portal main').getBoundingClientRect().bottom + scrollY);
  if (root.scrollHeight > end + 1) found.push('the page scrolls ' + (root.scrollHeight - end) + ' px beyond its content');
  return found;
})()`;

/** Resolves with what is wrong at each width, once the page has `part`. */
export async function findingsAt(
  shown: Page,
  widths: readonly number[],
  part: string,
): Promise<string[]> {
  const found: string[] = [];
  for (const width of widths) {
    await shown.resize(width, 850);
    await shown.has(part);
    const wrong = await shown.evaluate<string[]>(FINDINGS);
    found.push(...wrong.map((one) => `${width}: ${one}`));
  }
  return found;
}

/** Shows the page in a language. */
export async function showIn(
  page: Page,
  [code, language]: readonly [code: string, name: string, ...texts: unknown[]],
): Promise<void> {
  const isThere = `document.documentElement.lang === '${code}' && document.querySelector('#main :is(.page, .gate)') !== null`;
  if (!(await page.evaluate<boolean>(isThere))) await page.press(language);
  await page.holds(`the page is in ${language}`, isThere);
}
