/** Finds the numbers of a JSON text that would not be the same once it is parsed, such as ids above 2^53. Pure. */

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const MINUS = 0x2d;
const ZERO = 0x30;
const NINE = 0x39;
/** Every decimal number of as many digits can be held. */
const SURE_CHARACTERS = 15;
/** Matches a number where one begins. */
const NUMBER = /-?[\d.]+(?:e[+-]?\d+)?/iy;

/** Returns where in a valid JSON text the first number is that would become another one, or null. */
export function inexactNumberIn(json: string): number | null {
  for (let at = 0; at < json.length; at++) {
    const sign = json.charCodeAt(at);
    if (sign === QUOTE) at = endOfText(json, at);
    else if (sign === MINUS || (sign >= ZERO && sign <= NINE)) {
      NUMBER.lastIndex = at;
      const { length } = NUMBER.exec(json)?.[0] ?? ' ';
      if (!isExact(json.slice(at, at + length))) return at;
      at += length - 1;
    }
  }
  return null;
}

/**
 * Returns whether a number is the same when it is read and written again with as many digits. `9007199254740993` is not,
 * nor is `1e400`; `0.10000000000000001`, as some languages write 0.1, is.
 */
export function isExact(number: string): boolean {
  if (number.length <= SURE_CHARACTERS && !/e/i.test(number)) return true;
  const value = Number(number);
  const digits = digitsOf(number);
  if (digits === '' || !Number.isFinite(value)) return digits === '';
  return digits.length <= 100 && digitsOf(value.toPrecision(digits.length)) === digits;
}

/** Returns the significant digits: `12` of `-0.0120e5`, and '' of nothing. */
function digitsOf(number: string): string {
  const digits = number.replace(/e.*/i, '').replaceAll(/[-.]/g, '').replace(/^0+/, '');
  // A pattern would look at zeros that are not the last ones again from each of them.
  let { length } = digits;
  while (length > 0 && digits.charCodeAt(length - 1) === ZERO) length--;
  return digits.slice(0, length);
}

/** Returns the position of the quote that ends a text, or the end when none does. */
export function endOfText(json: string, from: number): number {
  const quote = json.indexOf('"', from + 1);
  if (quote === -1) return json.length;
  // Nearly every text ends at its first quote, which is found without looking at each character.
  if (json.charCodeAt(quote - 1) !== BACKSLASH) return quote;
  let at = from + 1;
  while (at < json.length && json.charCodeAt(at) !== QUOTE)
    at += json.charCodeAt(at) === BACKSLASH ? 2 : 1;
  return at;
}

/** Returns the line and the column of a place in a text, from 1. */
export function placeOf(
  text: string,
  at: number,
): { readonly line: number; readonly column: number } {
  const before = text.slice(0, at).split('\n');
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}
