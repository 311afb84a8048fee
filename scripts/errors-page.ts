/**
 * Keeps the table of docs/errors.md equal to what the API document says of each code.
 * `bun run scripts/errors-page.ts` writes it; a test fails while it is out of date.
 */
import { type Code, FAILURE_GUIDE } from '../src/http/failure-guide.ts';
import { statusOf } from '../src/http/failures.ts';
import { markdownTable } from './markdown-table.ts';

const START = '<!-- codes: written by scripts/errors-page.ts -->';
const END = '<!-- /codes -->';

/** The page with its table renewed; throws when the markers are gone. */
export function withCodes(page: string): string {
  const start = page.indexOf(START);
  const end = page.indexOf(END);
  if (start < 0 || end < start) throw new Error(`the page needs "${START}" and "${END}"`);
  return `${page.slice(0, start + START.length)}\n\n${codesTable()}\n\n${page.slice(end)}`;
}

function codesTable(): string {
  // The cast: the keys of that table are all the codes.
  const codes = Object.keys(FAILURE_GUIDE) as Code[];
  const rows = codes.map((code) => {
    const { cause, cure } = FAILURE_GUIDE[code];
    return [String(statusOf(code)), `\`${code}\``, cause, cure];
  });
  return markdownTable([['Status', 'Code', 'Cause', 'What to do'], ...rows]);
}

if (import.meta.main) {
  const file = new URL('../docs/errors.md', import.meta.url).pathname;
  await Bun.write(file, withCodes(await Bun.file(file).text()));
}
