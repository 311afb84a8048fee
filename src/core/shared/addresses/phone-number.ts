/** Reads phone numbers as people write, copy and export them. Every operation reads numbers here. Pure. */
import { asciiOf } from './copied-text.ts';
import { isPhoneLink, numberInLink } from './phone-link.ts';
import { UnreadableAddress, unreadable } from './unreadable-address.ts';

/** A number with the code of its country, as nearly all callers send it. */
const PLAIN = /^[1-9][0-9]{4,14}$/;

/** The bounds of E.164, with room for services that have short numbers. */
const DIGITS_MIN = 5;
const DIGITS_MAX = 15;

/** Links that open a chat may hold its first message. */
const CHARACTERS_MAX = 4_096;

export const NO_NUMBER = unreadable('not_phone_number');
const NO_CODE = unreadable('no_country_code');
const TRUNK_ZERO = unreadable('trunk_zero');
export const TOO_SHORT_OR_LONG = unreadable('wrong_digit_count', {
  min: DIGITS_MIN,
  max: DIGITS_MAX,
});
const DECIMAL = unreadable('number_with_decimals');
const EXPONENT = unreadable('number_with_exponent');
const EXTENSION = unreadable('number_with_extension');
const PLUS_INSIDE = unreadable('plus_inside');

/** Matches without looking at what else people write: for the path that every message takes. */
export const isPlainNumber = (value: unknown): value is string =>
  typeof value === 'string' && PLAIN.test(value);

/** Returns the digits of a phone number, or why the value is not one. */
export function readPhoneNumber(value: unknown): string | UnreadableAddress {
  if (isPlainNumber(value)) return value;
  const text = textOf(value);
  return text === null ? NO_NUMBER : readWrittenNumber(asciiOf(text));
}

/**
 * Returns what a value says as a text, or null if it cannot be a number or an address. Digits may be a JSON number up
 * to the largest that is exact.
 */
export function textOf(value: unknown): string | null {
  if (typeof value === 'number') {
    const isExact = !Number.isInteger(value) || Number.isSafeInteger(value);
    return isExact && value > 0 ? `${value}` : null;
  }
  return typeof value === 'string' && value.length <= CHARACTERS_MAX ? value : null;
}

/** Returns the digits of a number in a text that `asciiOf` returned, or why it is no number. */
export function readWrittenNumber(text: string): string | UnreadableAddress {
  if (NUMBER_FORM.test(text)) return digitsIn(text);
  if (!isPhoneLink(text)) return problemIn(text);
  const found = numberInLink(text);
  if (found instanceof UnreadableAddress) return found;
  const number = asciiOf(found);
  return NUMBER_FORM.test(number) ? digitsIn(number) : problemIn(number);
}

/**
 * Returns what a phone dials for a written number. It may lack the code of its country, as 0800 does, which no address
 * may; a + stays.
 */
export function readDialledNumber(text: string): string | UnreadableAddress {
  const found = readPhoneNumber(text);
  if (found instanceof UnreadableAddress && found !== NO_CODE) return found;
  return asciiOf(text).replace(/[^0-9+]/g, '');
}

/** Matches `4.9151123456E10` and `4,91511E+10`. */
const EXPONENT_FORM = /^\+?\d+(?:[.,]\d*)?e[+-]?\d+$/i;
const EXTENSION_FORM = /\d[\s,;)]*(?:ext(?:ension|n)?|extensi[oó]n|ramal|x|#)[\s.:=]*\d+$/i;
/** The characters that people put between digits. */
const NUMBER_FORM = /^[0-9 ().+-]+$/;
const PLUS_FORM = /^[ (]*\+?[^+]+$/;

/** Says what is wrong with a text that has more than the characters of one number. */
function problemIn(text: string): UnreadableAddress {
  if (!/\d/.test(text)) return NO_NUMBER;
  if (EXPONENT_FORM.test(text)) return EXPONENT;
  if (hasDecimals(text)) return DECIMAL;
  return EXTENSION_FORM.test(text) ? EXTENSION : foreignIn(text);
}

function digitsIn(text: string): string | UnreadableAddress {
  const digits = text.replace(/[^0-9]/g, '');
  if (digits === '') return NO_NUMBER;
  if (hasDecimals(text)) return DECIMAL;
  if (!PLUS_FORM.test(text)) return PLUS_INSIDE;
  if (digits.startsWith('0')) return NO_CODE;
  if (showsTrunkZero(text)) return TRUNK_ZERO;
  return PLAIN.test(digits) ? digits : TOO_SHORT_OR_LONG;
}

/**
 * Tells whether the end of a text reads like a fraction, which would be dropped into the number: `49151123456.0`,
 * `49.151.123.456,00`. Groups between dots, `+55.11.88888.0000` or `+33.6.12.34.56.78`, are no fractions.
 */
function hasDecimals(text: string): boolean {
  if (!text.includes('.') && !text.includes(',')) return false;
  if (!/[.,]\d+$/.test(text)) return false;
  return (
    /[.,]\d$/.test(text) ||
    /^[\d.+ ]*,\d{1,3}$/.test(text) ||
    /^[\d,+ ]*,[\d,+ ]*\.\d+$/.test(text) ||
    /^[^.]*\.\d\d$/.test(text) ||
    /^\+?\d{5,}\.(?:\d{3}|0+)$/.test(text) ||
    /^\+?\d{8,}\.\d+$/.test(text)
  );
}

/**
 * Countries in which no number begins with 0 unless it is dialled inside of them. A number of Italy and of some
 * others may begin with it, and so may free numbers such as 0800.
 */
const TRUNK_FORM =
  /^[ (]*\+?(?:1|7|2[07]|3[0-46]|4[013-689]|5[1-8]|6[0-6]|8[1246]|9[0-58])([ ).(-]*)0(?![3-9]00)/;

/** Tells whether the 0 stands there at all; only where it is set apart it is certainly not a part of the number. */
export const hasTrunkZero = (text: string): boolean => TRUNK_FORM.test(text);

const showsTrunkZero = (text: string): boolean =>
  /\(0\)/.test(text) || (TRUNK_FORM.exec(text)?.[1] ?? '') !== '';

/** Names the first character that no number has. */
function foreignIn(text: string): UnreadableAddress {
  const [char = ''] = /[^0-9 ().+-]/u.exec(text) ?? [];
  return unreadable('foreign_character', { character: JSON.stringify(char) });
}
