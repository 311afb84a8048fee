import { pathOf } from '../http/zone.ts';

/** Markup that is safe to put into a page; any other text is escaped. */
export class Html {
  constructor(readonly markup: string) {}
}

/** False, null and undefined leave nothing, so that a part can be written as `condition && html…`. */
type Value = string | number | Html | false | null | undefined | readonly Value[];

/** Returns the markup of the template with every value escaped, unless it is markup itself. */
export function html(parts: TemplateStringsArray, ...values: readonly Value[]): Html {
  return new Html(parts.map((part, index) => part + markupOf(values[index])).join(''));
}

function markupOf(value: Value): string {
  if (value instanceof Html) return value.markup;
  if (value === undefined || value === null || value === false) return '';
  if (typeof value === 'string' || typeof value === 'number') return Bun.escapeHTML(value);
  return value.map(markupOf).join('');
}

/** Returns a text in which what stands between backquotes is code. */
export const withCode = (text: string): Html =>
  html`${text.split('`').map((part, at) => (at % 2 === 1 ? html`<code>${part}</code>` : part))}`;

// Addresses that hold wherever a proxy puts the service: `https://example.com/` or `https://example.com/evolution/`.

/** Returns the address of the service's root as seen from the address of a request: `./` or `../../`. */
export const rootOf = ({ url }: Pick<Request, 'url'>): string =>
  '../'.repeat(pathOf(url).split('/').length - 2) || './';

/** The attributes of pages that hold an address of the service. */
const FROM_ROOT = / (href|src|data-index)="\//g;

/** Returns markup in which every address that begins with a slash begins with `root`. */
export const belowRoot = (markup: string, root: string): string =>
  markup.replaceAll(FROM_ROOT, (_, name: string) => ` ${name}="${root}`);
