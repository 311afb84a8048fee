/** Chance that can be repeated: a linear congruential generator, of which the high bits are used; the low ones repeat soon. */
export function generator(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}
