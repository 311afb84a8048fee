/** Compares two versions by pairs of measurements. Measures nothing itself. */
import { median } from '../measure.ts';

export const PART_NAMES = ['delivery', 'api', 'whatsapp in', 'whatsapp out'] as const;
export type PartName = (typeof PART_NAMES)[number];

export interface Cost {
  readonly perSecond: number;
  /** µs of CPU an event, a request or a text. */
  readonly cpu: number;
}

/** Both versions measured twice, in the order this, earlier, earlier, this: a machine that slows down is even to both. */
export interface Pair {
  readonly own: readonly Cost[];
  readonly earlier: readonly Cost[];
}

/** The median of the pairs, and the least and the most of them. */
export interface Range {
  readonly middle: number;
  readonly least: number;
  readonly most: number;
}

export interface Comparison {
  readonly part: PartName;
  /** The reason why the earlier version cannot do it; absent if it can. */
  readonly lacks?: string;
  readonly pairs: readonly Pair[];
}

const sum = (costs: readonly Cost[], of: (cost: Cost) => number): number =>
  costs.reduce((total, one) => total + of(one), 0);

export const ratioOf = ({ own, earlier }: Pair, of: (cost: Cost) => number): number =>
  sum(own, of) / sum(earlier, of);

function spreadOf(values: readonly number[]): Range {
  return { middle: median(values), least: Math.min(...values), most: Math.max(...values) };
}

export const cpuOf = ({ cpu }: Cost): number => cpu;
export const rateOf = ({ perSecond }: Cost): number => perSecond;

export const spread = (pairs: readonly Pair[], of: (cost: Cost) => number): Range =>
  spreadOf(pairs.map((pair) => ratioOf(pair, of)));

const written = ({ middle, least, most }: Range): string =>
  `${middle.toFixed(2)} (${least.toFixed(2)} to ${most.toFixed(2)})`;

/** One line for a note or a release. `own` and `earlier` name the versions. */
export function lineOf(
  comparisons: readonly Comparison[],
  versions: { readonly own: string; readonly earlier: string },
): string {
  const parts = comparisons.map(({ part, lacks, pairs }) =>
    lacks === undefined
      ? `${part} ${written(spread(pairs, cpuOf))} of the CPU and ${written(spread(pairs, rateOf))} of the rate`
      : `${part} not measured, because ${versions.earlier} lacks ${lacks}`,
  );
  const counts = comparisons
    .filter(({ lacks }) => lacks === undefined)
    .map(({ pairs }) => pairs.length);
  const count = Math.max(0, ...counts);
  return `${versions.own} beside ${versions.earlier}, ${count} ${count === 1 ? 'pair' : 'pairs'} in turns: ${parts.join('; ')}`;
}

/** The parts that the variable `PART` names, all of them without it. */
export function partsOf(named: string | undefined): readonly PartName[] {
  if (named === undefined || named === '') return PART_NAMES;
  return named.split(',').map((one) => {
    const part = PART_NAMES.find((name) => name === one.trim());
    if (part === undefined)
      throw new Error(
        `there is no part '${one.trim()}': PART takes ${PART_NAMES.join(', ')}, with commas between`,
      );
    return part;
  });
}

/** Returns how often the variable `PAIRS` wants each version measured twice. */
export function pairsOf(wanted: string | undefined): number {
  const count = Number(wanted ?? 5);
  if (!Number.isInteger(count) || count < 1)
    throw new Error(`PAIRS is '${wanted}' and must be a whole number from 1 on`);
  return count;
}
