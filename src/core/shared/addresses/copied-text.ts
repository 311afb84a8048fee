/** Reads past what comes along when a number is copied from a page, a chat, a PDF or a table. Pure. */

/** Marks of direction, joiners, soft hyphens, and which picture of a character is shown: nobody sees them. */
const INVISIBLE = /\p{Cf}|[\ufe0e-\ufe0f]/u;
const BLANK = /\p{Zs}/u;
const DASH = /[\p{Pd}\u2212]/u;
const DIGIT = /^\p{Nd}$/u;
const QUOTES = /^(?:=?["'\u2018\u201c]|<)|["'\u2019\u201d>]$/g;

/**
 * Returns the text with the blanks, dashes and digits of every script as those of ASCII, without invisible marks,
 * without blanks around it, and without quotes such as `="5511999990000"` of a table. Others stay as they are.
 */
export function asciiOf(text: string): string {
  const shown = /[^ -~]/.test(text) ? text.replace(/[^ -~]/gu, plainOf) : text;
  return shown.trim().replace(QUOTES, '').trim();
}

function plainOf(char: string): string {
  if (INVISIBLE.test(char)) return '';
  if (BLANK.test(char)) return ' ';
  if (DASH.test(char)) return '-';
  const code = char.charCodeAt(0);
  if (code >= 0xff01 && code <= 0xff5e) return String.fromCharCode(code - 0xfee0);
  return char.length === 1 && DIGIT.test(char) ? digitOf(code) : char;
}

/** Each script has its ten digits in a row, 0 first, and no two rows touch below U+10000. */
function digitOf(code: number): string {
  let value = 0;
  while (value < 9 && DIGIT.test(String.fromCharCode(code - value - 1))) value += 1;
  return `${value}`;
}
