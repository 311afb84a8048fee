/** Chance that can be repeated: the same seed makes the same choices. */
import { generator } from '../../test/helpers/generator.ts';

export interface Random {
  /** An integer from `from` to `to`, both included. */
  between(from: number, to: number): number;
}

export function createRandom(seed: number): Random {
  const next = generator(seed);
  return { between: (from, to) => from + next(to - from + 1) };
}

/** The same ones in another order. */
export function shuffle<T>(all: readonly T[], random: Random): T[] {
  const left = [...all];
  return all.flatMap(() => left.splice(random.between(0, left.length - 1), 1));
}
