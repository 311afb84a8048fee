/** Strings of any characters at all. */
import fc from 'fast-check';

const SURROGATES = { from: 0xd800, count: 0x800 };
const LAST = 0x10ffff;

/** The library's own (`unit: 'binary'`) first makes a map of all 1.1 million characters, and holds it for good. */
export const anyText = (maxLength: number): fc.Arbitrary<string> =>
  fc
    .array(fc.integer({ min: 0, max: LAST - SURROGATES.count }), { maxLength })
    .map((points) => String.fromCodePoint(...points.map(withoutSurrogates)));

const withoutSurrogates = (point: number): number =>
  point < SURROGATES.from ? point : point + SURROGATES.count;
