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

/** Cells may be long, so columns are not padded. */
export const outcomeTable = (outcomes: readonly Outcome[]): string => {
  const line = (row: readonly string[]) => `| ${row.join(' | ')} |`;
  const rows = outcomes.map((one) => [one.name, one.figures, verdictOf(one)]);
  return [['Case', 'Figures', 'Held'], ['---', '---', '---'], ...rows].map(line).join('\n');
};
