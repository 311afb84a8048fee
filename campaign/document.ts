/**
 * docs/campaign.md: the list of the cases, their promises and their last runs. Written by a run, never by hand;
 * `bun run campaign/document.ts` renews the promises.
 */
import { join } from 'node:path';
import { caseOf, NAMES } from './cases.ts';
import { HELD, type Outcome, verdictOf } from './kit/table.ts';

export const DOCUMENT = join(import.meta.dir, '../docs/campaign.md');

const INTRODUCTION = `# Faults

For operators who ask what Gatehouse guarantees while something fails, and for contributors who run these cases.

\`\`\`sh
bun run campaign                # every case, in about half an hour
bun run campaign kill signals   # some; --seed N chooses other moments for the faults
bun run campaign --short        # takes seconds for each case and shows only that it runs
bun run campaign --write-docs   # writes this page
\`\`\`

The exit code is 1 if a case did not hold. Cases that need a broker, a C compiler or the right to mount are skipped without it.

## The cases and their last runs

A figure is the worst of its kind, with its limit in brackets. After "zero" are figures that had to be 0, and were: "lost" are acknowledged messages that did not arrive, "gaps" missing numbers of a sequence, "out of order" first attempts within a chat. \`campaign/cases\` says what is done. Runs without another verdict held.`;

const ENDING =
  '**Read next:** [Benchmarks](../bench/README.md) for speed, [Decisions](decisions/README.md) for the reasons.';

/** Writes the page with the rows of these outcomes renewed; rows of other cases stay. */
export async function writeDocument(
  file: string,
  outcomes: readonly Outcome[],
  now: Date,
): Promise<void> {
  const before = Bun.file(file);
  const rows = rowsOf((await before.exists()) ? await before.text() : '');
  const day = now.toISOString().slice(0, 10);
  for (const outcome of outcomes) {
    const { name, figures } = outcome;
    const verdict = verdictOf(outcome);
    rows.set(name, [name, condensed(figures), verdict === HELD ? day : `${day}: ${verdict}`]);
  }
  await Bun.write(file, await documentOf(rows));
}

/** A figure as `findings` writes it: what it is of, what it is, its value, and the limit if there is one. */
const FIGURE = /^(?:.*: )?(.*?) (-?[\d.]+(?: \d{3})*)( \(([≤≥]) .*\))?$/;

/**
 * The first figure, and each that has a limit once, with the worst of its values; facts that are so are left out,
 * and figures that must be 0, and were, are named at the end.
 */
function condensed(figures: string): string {
  const worst = new Map<string, { what: string; limit: string; value: number; shown: string }>();
  const limited = new Set<string>();
  const zeros = new Set<string>();
  for (const figure of figures.split(' · ').filter((one) => !one.endsWith(': yes'))) {
    const [, what = figure, text = '', limit = '', sign] = FIGURE.exec(figure) ?? [];
    const value = Number(text.replaceAll(' ', '')) * (sign === '≥' ? -1 : 1);
    if (limit === ' (≤ 0)' && value === 0) {
      zeros.add(what);
      continue;
    }
    if (limit !== '') limited.add(what);
    const before = worst.get(what + limit);
    if (before === undefined || value > before.value)
      worst.set(what + limit, { what, limit, value, shown: `${what} ${text}${limit}`.trim() });
  }
  const shown = [...worst.values()]
    .filter(({ limit, shown }, at) => limit !== '' || (at === 0 && /\d$/.test(shown)))
    .map((one) => one.shown);
  const never = [...zeros].filter((what) => !limited.has(what));
  return [
    ...shown.slice(0, FIGURES_SHOWN).map(withoutBlanks),
    ...(never.length > 0 ? [`zero: ${listOf(never)}`] : []),
  ].join('; ');
}

/** Returns a figure with its thousands and its limit written as in other texts. */
const withoutBlanks = (figure: string): string =>
  figure.replaceAll(/(?<=\d) (?=\d{3})/g, ',').replaceAll(/(?<=[≤≥]) /g, '');

/** Returns the first names, and how many others there are. */
const listOf = (names: readonly string[]): string =>
  [
    ...names.slice(0, ZEROS_SHOWN),
    ...(names.length > ZEROS_SHOWN ? [`and ${names.length - ZEROS_SHOWN} more`] : []),
  ].join(', ');
const ZEROS_SHOWN = 3;
const FIGURES_SHOWN = 2;

async function documentOf(rows: ReadonlyMap<string, string[]>): Promise<string> {
  const lines = [];
  for (const name of NAMES) {
    const { promise } = await caseOf(name);
    const [, figures, run] = rows.get(name) ?? [name, '–', 'not run yet'];
    lines.push(`- **${name}**: ${promise} (${run}) _${figures}_`);
  }
  return `${[INTRODUCTION, lines.join('\n'), ENDING].join('\n\n')}\n`;
}

/** A line as `documentOf` writes it: name, promise, run, figures. A run begins with its day, or says why there is none. */
const LINE = /^- \*\*([\w-]+)\*\*: .* \((\d{4}-\d\d-\d\d.*?|n[^()]*)\) _(.*)_$/gm;

/** Returns the rows of a page that was written before, by case: name, figures, and run with its verdict if it did not hold. */
export const rowsOf = (text: string): Map<string, string[]> =>
  new Map(
    [...text.matchAll(LINE)]
      .filter(([, name = '']) => NAMES.includes(name))
      .map(([, name = '', run = '', figures = '']) => [name, [name, figures, run]]),
  );

if (import.meta.main) await writeDocument(DOCUMENT, [], new Date());
