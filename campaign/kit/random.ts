/** Chance that can be repeated: the same seed makes the same choices. */
export interface Random {
  /** An integer from `from` to `to`, both included. */
  between(from: number, to: number): number;
}

/** A linear congruential generator; its high bits are used, the low ones repeat soon. */
export function seeded(seed: number): Random {
  let state = seed >>> 0;
  return {
    between(from, to) {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      return from + Math.floor((state / 2 ** 32) * (to - from + 1));
    },
  };
}
