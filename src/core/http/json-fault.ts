/** Says where a text stops being JSON, and what should be there. */
import { placeOf } from '../shared/exact-numbers.ts';

/** Loaded for the first text that is not as it should be. */
const parser = () => require('jsonc-parser') as typeof import('jsonc-parser');

/** Longer texts would stop all other work for too long. */
const CHARACTERS_MAX = 1024 * 1024;
const PATH_CHARACTERS_MAX = 128;

/** By the names that the parser has for faults. */
const WANTED = {
  InvalidSymbol: 'names and texts must be in double quotes',
  InvalidNumberFormat: 'a number is incomplete',
  PropertyNameExpected: 'a name in double quotes is wanted',
  ValueExpected: 'a value is wanted',
  ColonExpected: 'a colon is wanted',
  CommaExpected: 'a comma is wanted',
  CloseBraceExpected: 'a closing brace is wanted',
  CloseBracketExpected: 'a closing bracket is wanted',
  EndOfFileExpected: 'the end is wanted',
  InvalidCommentToken: 'comments are not allowed',
  UnexpectedEndOfComment: 'comments are not allowed',
  UnexpectedEndOfString: 'a text must end in double quotes on its own line',
  UnexpectedEndOfNumber: 'a number is incomplete',
  InvalidUnicode: 'four hexadecimal digits are wanted after \\u',
  InvalidEscapeCharacter: 'a backslash must not be before this character',
  InvalidCharacter: 'control characters must be escaped',
};

type FaultName = keyof typeof WANTED;

/** Thrown to stop at the first fault. */
class Fault {
  readonly name: FaultName;
  readonly at: number;

  constructor(name: FaultName, at: number) {
    this.name = name;
    this.at = at;
  }
}

/** Returns `a comma is wanted at line 2, column 5, found "`, or null when the place is not known. */
export function jsonFault(text: string): string | null {
  const fault = text.length > CHARACTERS_MAX ? null : firstFault(text);
  if (fault === null) return null;
  const { line, column } = placeOf(text, fault.at);
  return `${WANTED[fault.name]} at line ${line}, column ${column}, found ${foundAt(text, fault.at)}`;
}

/** Returns the names around a value in a valid JSON text, such as `rows.0.id`, or '' if nothing is around it. */
export const fieldAt = (text: string, at: number): string =>
  parser().getLocation(text, at).path.join('.').slice(0, PATH_CHARACTERS_MAX);

/** These are reported at the beginning of their text, and are found later in it. */
const IN_TEXT: Partial<Record<FaultName, RegExp>> = {
  UnexpectedEndOfString: /[\n\r]|$/g,
  InvalidEscapeCharacter: /\\(?!["\\/bfnrtu])/g,
  InvalidUnicode: /\\u(?![\da-f]{4})/gi,
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for.
  InvalidCharacter: /[\u0000-\u001f]/g,
};

function firstFault(text: string): Fault | null {
  const { printParseErrorCode, visit } = parser();
  try {
    visit(
      text,
      {
        onError(code, offset) {
          // The cast is safe: those are all the names that the parser has.
          const name = printParseErrorCode(code) as FaultName;
          const pattern = IN_TEXT[name];
          if (pattern) pattern.lastIndex = offset;
          throw new Fault(name, pattern?.exec(text)?.index ?? offset);
        },
      },
      { disallowComments: true },
    );
    return null;
  } catch (error) {
    // Anything else is a text nested too deeply to be looked through.
    return error instanceof Fault ? error : null;
  }
}

/** One character, because a failure repeats no more of a body. */
function foundAt(text: string, at: number): string {
  const [found = ''] = text.slice(at, at + 2);
  if (found === '') return 'the end';
  if (found === '\n' || found === '\r') return 'a line break';
  return /[\p{C}\p{Z}]/u.test(found) ? 'a character that is not shown' : found;
}
