/** The names that instances can have. */

/**
 * Allows any letters, digits, marks, punctuation, symbols and plain blanks. It forbids slashes, which divide paths; a
 * leading dot, since `.` and `..` are folders in URLs; a leading dash, which commands take for an option; and blanks at
 * either end, which nobody sees.
 */
const NAME = /^(?![-. ])(?:[^\p{C}\p{Z}/]| ){1,64}(?<! )$/u;

/** Returns `text` as it is stored and compared: a letter and its accent are one character, however they were typed. */
export const storedName = (text: string): string => text.normalize('NFC');

export const isInstanceName = (text: string): boolean => NAME.test(storedName(text));
