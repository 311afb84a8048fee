/** An outcome as a row of the table. */
export interface Outcome {
  readonly name: string;
  readonly figures: string;
  /** The broken limits; empty if all were kept. */
  readonly broken: readonly string[];
  /** Why the case was not run. */
  readonly skipped: string | null;
  readonly seconds: number;
}

/** The verdict of a case that held. */
export const HELD = 'held';

export const verdictOf = ({ broken, skipped }: Outcome): string => {
  if (skipped !== null) return `skipped: ${skipped}`;
  return broken.length === 0 ? HELD : `not held: ${broken.join('; ')}`;
};

export const outcomeTable = (outcomes: readonly Outcome[]): string =>
  markdownTable(
    ['Case', 'Figures', 'Held'],
    outcomes.map((outcome) => [outcome.name, outcome.figures, verdictOf(outcome)]),
  );

/** Cells may be long, so columns are not padded. */
export function markdownTable(head: readonly string[], rows: readonly string[][]): string {
  const line = (row: readonly string[]) => `| ${row.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}
