/** Says refusals of operations in the names that the paths of other systems have for their fields. Pure. */
import { AppError, optionsOf } from '../../core/shared/errors.ts';
import {
  type FieldProblem,
  sentenceOf,
  unnamedProblem,
} from '../../core/shared/reasons/problems.ts';

/**
 * Returns the error with sentences about a field, or something inside it, under its name here, and its problems alike.
 * `names` are names here by those of the operation; in place of a field there may be the beginning of a sentence, and
 * `*` is the place in a list.
 */
export function withOtherNames(error: unknown, names: Readonly<Record<string, string>>): unknown {
  if (!(error instanceof AppError)) return error;
  const own = Object.entries(names).sort(([one], [other]) => other.length - one.length);
  const renamed = (sentence: string): string => {
    for (const [theirs, ours] of own) {
      const found = patternOf(theirs).exec(sentence);
      if (found) return `${filled(ours, found.slice(1))}${sentence.slice(found[0].length)}`;
    }
    return sentence;
  };
  const message = error.message.split('; ').map(renamed).join('; ');
  const problems = error.problems?.map((one) => renamedProblem(one, renamed));
  if (message === error.message && Bun.deepEquals(problems, error.problems)) return error;
  return new AppError(error.reason, message, { ...optionsOf(error), problems });
}

/** A sentence that has other words here is a problem without a name, of the fields that it names. */
function renamedProblem(one: FieldProblem, renamed: (sentence: string) => string): FieldProblem {
  const sentence = renamed(sentenceOf([one]));
  const ending = ` ${one.message}`;
  if (one.field === '' || !sentence.endsWith(ending))
    return sentence === one.message ? one : { field: '', ...unnamedProblem(sentence) };
  return { ...one, field: sentence.slice(0, -ending.length) };
}

/** Matches a sentence that is this text, or begins with this field or something inside it. */
const patternOf = (field: string): RegExp =>
  new RegExp(`^${field.split('*').map(literally).join('(\\d+)')}(?=$|[ .])`);

const literally = (text: string): string => text.replaceAll(/[.+?^${}()|[\]\\]/g, '\\$&');

const filled = (name: string, places: readonly string[]): string =>
  places.reduce((text, place) => text.replace('*', place), name);
