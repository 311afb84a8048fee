/**
 * Keeps the errors in docs/graph.md equal to the table that failures are answered by.
 * `bun run scripts/graph-page.ts` writes it; a test fails while it is out of date.
 */
import { GRAPH_ROWS } from '../src/modules/graph/errors.ts';

const START = '<!-- errors: written by scripts/graph-page.ts -->';
const END = '<!-- /errors -->';

/** Returns the page with its errors renewed; throws when the markers are gone. */
export function withErrors(page: string): string {
  const start = page.indexOf(START);
  const end = page.indexOf(END);
  if (start < 0 || end < start) throw new Error(`the page needs "${START}" and "${END}"`);
  return `${page.slice(0, start + START.length)}\n\n${errorsShown()}\n\n${page.slice(end)}`;
}

function errorsShown(): string {
  const causes = new Map<string, string[]>();
  for (const { code, subcode, status, when } of GRAPH_ROWS.toSorted((a, b) => a.code - b.code)) {
    const shown = subcode === undefined ? `${code}` : `${code}/${subcode}`;
    causes.getOrInsertComputed(`- **${shown}** (${status})`, () => []).push(when);
  }
  return [...causes].map(([key, whens]) => `${key}: ${whens.join('. ')}`).join('\n');
}

if (import.meta.main) {
  const file = new URL('../docs/graph.md', import.meta.url).pathname;
  await Bun.write(file, withErrors(await Bun.file(file).text()));
}
