/** What an instance may be called. */

/**
 * Any letters, digits, marks, punctuation, symbols and plain blanks. No slash, which ends a part of a path; no dot in
 * front, since `.` and `..` are folders to whoever takes a URL apart; no dash there, which commands take for an option;
 * and no blank at either end, which nobody sees.
 */
const NAME = /^(?![-. ])(?:[^\p{C}\p{Z}/]| ){1,64}(?<! )$/u;

/** `text` as it is stored and compared: an accent is one character with its letter, however it was typed. */
export const storedName = (text: string): string => text.normalize('NFC');

export const isInstanceName = (text: string): boolean => NAME.test(storedName(text));

export const INSTANCE_NAME_PROBLEM =
  'must be 1-64 characters, without slashes and control characters, and start with no dot or dash; blanks may stand between others';
