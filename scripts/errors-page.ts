/**
 * Keeps the codes and reasons in docs/errors.md equal to what the code declares.
 * `bun run scripts/errors-page.ts` writes it; a test fails while it is out of date.
 */
import { type Code, docsOf, FAILURE_GUIDE } from '../src/http/failure-guide.ts';
import { FAILURES, statusOf } from '../src/http/failures.ts';
import { REASONS } from '../src/shared/reasons/reasons.ts';
import { markdownTable } from './markdown-table.ts';

const START = '<!-- codes: written by scripts/errors-page.ts -->';
const END = '<!-- /codes -->';

/** Returns the page with its codes renewed; throws when the markers are gone. */
export function withCodes(page: string): string {
  const start = page.indexOf(START);
  const end = page.indexOf(END);
  if (start < 0 || end < start) throw new Error(`the page needs "${START}" and "${END}"`);
  return `${page.slice(0, start + START.length)}\n\n${codesShown()}\n\n${page.slice(end)}`;
}

function codesShown(): string {
  // The cast: the keys of that table are all the codes.
  const codes = Object.keys(FAILURE_GUIDE) as Code[];
  const rows = codes.map((code) => [String(statusOf(code)), `[${code}](#${anchorOf(code)})`]);
  return [
    markdownTable([['Status', 'Code'], ...rows]),
    ...codes.map(sectionOf),
    `### All reasons\n\n${reasonTable()}`,
  ].join('\n\n');
}

const reasonTable = (): string => {
  const rows = Object.entries(REASONS)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, [type, sentence]]) => [`\`${name}\``, FAILURES[type].code, sentence]);
  return markdownTable([['Reason', 'Code', 'Message'], ...rows]);
};

/** `docs` of a failure leads to this heading. */
function sectionOf(code: Code): string {
  const { cause, cure, message } = FAILURE_GUIDE[code];
  const [first = '', ...others] = anchorOf(code).replaceAll('-', ' ');
  const heading = first.toUpperCase() + others.join('');
  return `### ${heading}\n\n${statusOf(code)} \`${code}\`: ${cause} ${cure}\n\nFor example: \`${message}\``;
}

const anchorOf = (code: Code): string => docsOf(code).split('#')[1] ?? '';

if (import.meta.main) {
  const file = new URL('../docs/errors.md', import.meta.url).pathname;
  await Bun.write(file, withCodes(await Bun.file(file).text()));
}
