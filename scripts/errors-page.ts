/**
 * Keeps the codes and reasons in docs/errors.md equal to what the code declares.
 * `bun run scripts/errors-page.ts` writes it; a test fails while it is out of date.
 */
import { type Code, docsOf, FAILURE_GUIDE } from '../src/http/failure-guide.ts';
import { FAILURES, statusOf } from '../src/http/failures.ts';
import { REASONS } from '../src/shared/reasons/reasons.ts';

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
  return codes.map(sectionOf).join('\n\n');
}

/** Returns the reasons with a code, with the names of their parameters in braces. */
const reasonsOf = (code: Code): string[] =>
  Object.entries(REASONS)
    .filter(([, [type]]) => FAILURES[type].code === code)
    .map(([name, [, sentence]]) => `\`${[name, ...(sentence.match(/\{\w+\}/g) ?? [])].join(' ')}\``)
    .sort();

/** `docs` of a failure leads to this heading. */
function sectionOf(code: Code): string {
  const { cause, cure } = FAILURE_GUIDE[code];
  const [first = '', ...others] = anchorOf(code).replaceAll('-', ' ');
  const heading = first.toUpperCase() + others.join('');
  const section = `### ${heading}\n\n${statusOf(code)} \`${code}\`: ${cause} ${cure}`;
  const reasons = reasonsOf(code);
  return reasons.length === 0 ? section : `${section}\n\nReasons: ${reasons.join(', ')}.`;
}

const anchorOf = (code: Code): string => docsOf(code).split('#')[1] ?? '';

if (import.meta.main) {
  const file = new URL('../docs/errors.md', import.meta.url).pathname;
  await Bun.write(file, withCodes(await Bun.file(file).text()));
}
