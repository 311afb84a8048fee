/**
 * docs/campaign.md: the table of the last run of each case, and what the cases mean. Written by a run, never by hand;
 * `bun run campaign/document.ts` renews what the cases mean.
 */
import { join } from 'node:path';
import { caseOf, NAMES } from './cases.ts';
import { markdownTable, type Outcome, verdictOf } from './kit/table.ts';

export const DOCUMENT = join(import.meta.dir, '../docs/campaign.md');

const INTRODUCTION = `# Faults

What Gatehouse holds while something around it breaks. \`bun run campaign\` (or \`npm run campaign\`) runs every case in about half an hour; \`bun run campaign kill signals\` runs those named, \`--seed N\` makes other choices of moments, \`--short\` takes seconds a case and shows that each runs, and \`--write-docs\` writes this page. The run ends with this table, and with exit code 1 when a case did not hold. Everything stays on the loopback interface and in temporary folders. A case that needs what a machine lacks (a broker, a C compiler, the right to mount) is skipped, and says why.

Times depend on the machine: where no absolute limit is promised, they are compared with the same without the fault, from the same run. The table keeps the last run of each case.`;

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
    const { name, figures, seconds } = outcome;
    rows.set(name, [name, figures, verdictOf(outcome), `${day}, ${seconds} s`]);
  }
  await Bun.write(file, await documentOf(rows));
}

async function documentOf(rows: ReadonlyMap<string, string[]>): Promise<string> {
  const known = NAMES.flatMap((name) => [rows.get(name) ?? [name, '–', 'not run yet', '–']]);
  const table = markdownTable(['Case', 'Figures', 'Held', 'Run'], known);
  const meanings = [];
  for (const name of NAMES) {
    const { promise, means } = await caseOf(name);
    meanings.push(`### ${name}\n\n${promise}\n\n${means}`);
  }
  return `${[INTRODUCTION, table, '## What each case means', ...meanings].join('\n\n')}\n`;
}

/** The rows of a page that was written before, by case. */
export function rowsOf(text: string): Map<string, string[]> {
  const cells = text
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .map((line) =>
      line
        .slice(2, -2)
        .split(' | ')
        .map((cell) => cell.trim()),
    );
  return new Map(
    cells.filter(([name = '']) => NAMES.includes(name)).map((row) => [row[0] ?? '', row]),
  );
}

if (import.meta.main) await writeDocument(DOCUMENT, [], new Date());
