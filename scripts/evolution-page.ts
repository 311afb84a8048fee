/**
 * Keeps the list of docs/evolution-reference.md equal to what EVOLUTION_MODE changes.
 * `bun run scripts/evolution-page.ts` writes it; a test fails while it is out of date.
 */
import { DIFFERENCES } from '../src/modules/evolution/differences.ts';

const START = '<!-- mode: written by scripts/evolution-page.ts -->';
const END = '<!-- /mode -->';

/** The page with its list renewed; throws when the markers are gone. */
export function withDifferences(page: string): string {
  const start = page.indexOf(START);
  const end = page.indexOf(END);
  if (start < 0 || end < start) throw new Error(`the page needs "${START}" and "${END}"`);
  const list = DIFFERENCES.map(
    ({ subject, off, on }) => `- **${subject}**: ${on}; otherwise ${off}`,
  );
  return `${page.slice(0, start + START.length)}\n\n${list.join('\n')}\n\n${page.slice(end)}`;
}

if (import.meta.main) {
  const file = new URL('../docs/evolution-reference.md', import.meta.url).pathname;
  await Bun.write(file, withDifferences(await Bun.file(file).text()));
}
