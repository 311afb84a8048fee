/**
 * Keeps the codes, the reasons and the problems of fields in docs/errors.md equal to what the code declares.
 * `bun run scripts/errors-page.ts` writes it; a test fails while it is out of date.
 */
import { type Code, docsOf, FAILURE_GUIDE } from '../src/core/http/failure-guide.ts';
import { FAILURES, statusOf } from '../src/core/http/failures.ts';
import { PROBLEMS } from '../src/core/shared/reasons/problems.ts';
import { REASONS } from '../src/core/shared/reasons/reasons.ts';

/** Returns the page with all that is written here renewed; throws when a marker is gone. */
export const withDeclared = (page: string): string =>
  withPart(withPart(page, 'problems', problemsShown()), 'codes', codesShown());

function withPart(page: string, name: string, shown: string): string {
  const first = `<!-- ${name}: written by scripts/errors-page.ts -->`;
  const last = `<!-- /${name} -->`;
  const start = page.indexOf(first);
  const end = page.indexOf(last);
  if (start < 0 || end < start) throw new Error(`the page needs "${first}" and "${last}"`);
  return `${page.slice(0, start + first.length)}\n\n${shown}\n\n${page.slice(end)}`;
}

/** Returns a line for each set of parameters that several problems have, and one for all others. */
function problemsShown(): string {
  const sorted = Object.entries(PROBLEMS).sort(([one], [other]) => (one < other ? -1 : 1));
  const groups = [...Map.groupBy(sorted, ([, sentence]) => placesIn(sentence))];
  const [several, few] = [groups.filter(isLarge), groups.filter((group) => !isLarge(group))];
  const lines = several.map(([places, those]) => {
    const names = those.map(([name]) => `\`${name}\``);
    return `- ${places === '' ? '**no parameter**' : `\`${places}\``}: ${names.join(', ')}`;
  });
  const others = few.flatMap(([, those]) => those.map((one) => withPlaces(...one)));
  return [...lines, `- **others**: ${others.sort().join(', ')}`].join('\n');
}

const isLarge = ([, those]: readonly [string, readonly unknown[]]): boolean => those.length > 3;

/** Returns the names of the parameters in a sentence in braces, or nothing. */
const placesIn = (sentence: string): string => {
  const names = new Set(sentence.match(/(?<=\{)\w+(?=\})/g));
  return names.size === 0 ? '' : `{${[...names].join(',')}}`;
};

/** Returns a name with the names of its parameters. */
const withPlaces = (name: string, sentence: string): string => `\`${name}${placesIn(sentence)}\``;

function codesShown(): string {
  // The cast: the keys of that table are all the codes.
  const codes = Object.keys(FAILURE_GUIDE) as Code[];
  return codes.map(sectionOf).join('\n\n');
}

/** Returns the reasons with a code. */
const reasonsOf = (code: Code): string[] =>
  Object.entries(REASONS)
    .filter(([, [type]]) => FAILURES[type].code === code)
    .map(([name, [, sentence]]) => withPlaces(name, sentence))
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
  await Bun.write(file, withDeclared(await Bun.file(file).text()));
}
