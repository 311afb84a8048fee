/** A case of the campaign, and its findings: figures, and limits that were kept or not. */
import type { Random } from './random.ts';

export interface Case {
  /** The promise, in a sentence. The comment above each case says by what faults and limits it is shown. */
  readonly promise: string;
  /** The long form is ended after this time, and has not held. */
  readonly limitSeconds: number;
  /** Why this machine cannot run the case; null when it can. */
  readonly lacks?: () => string | null;
  run(context: Context): Promise<void>;
}

/** `short` is a few seconds for the test suite; `long` is the campaign's own. */
export type Scale = 'long' | 'short';

export interface Context {
  readonly scale: Scale;
  readonly random: Random;
  readonly findings: Findings;
}

export interface Findings {
  /** A figure without a limit. */
  figure(what: string, value: number | string): void;
  atMost(what: string, value: number, limit: number): void;
  atLeast(what: string, value: number, limit: number): void;
  /** A fact that must be so. */
  holds(what: string, isSo: boolean): void;
  /** All of them, as one line reads. */
  text(): string;
  /** Returns the broken limits, in words. */
  broken(): readonly string[];
}

export function findings(): Findings {
  const figures: string[] = [];
  const broken: string[] = [];
  const check = (what: string, value: number, limit: string, isHeld: boolean) => {
    figures.push(`${what} ${shown(value)} (${limit})`);
    if (!isHeld) broken.push(`${what} ${shown(value)}, promised ${limit}`);
  };
  return {
    figure: (what, value) =>
      void figures.push(`${what} ${typeof value === 'number' ? shown(value) : value}`),
    // Written so that a figure that is not a number holds nothing.
    atMost: (what, value, limit) => check(what, value, `≤ ${shown(limit)}`, value <= limit),
    atLeast: (what, value, limit) => check(what, value, `≥ ${shown(limit)}`, value >= limit),
    holds(what, isSo) {
      figures.push(`${what}: ${isSo ? 'yes' : 'no'}`);
      if (!isSo) broken.push(`not so: ${what}`);
    },
    text: () => figures.join(' · '),
    broken: () => broken,
  };
}

const shown = (value: number): string =>
  Number.isInteger(value) || Math.abs(value) >= 100
    ? Math.round(value).toLocaleString('en-US').replaceAll(',', ' ')
    : value.toFixed(value < 10 ? 2 : 1);
