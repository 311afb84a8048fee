/** Says refusals of operations in the names that the paths of other systems have for their fields. Pure. */
import { AppError, optionsOf } from '../../shared/errors.ts';

/**
 * Returns the error with sentences about a field, or something inside it, under its name here. `names` are names here by
 * those of the operation; in place of a field there may be the beginning of a sentence.
 */
export function inOtherNames(error: unknown, names: Readonly<Record<string, string>>): unknown {
  if (!(error instanceof AppError)) return error;
  const own = Object.entries(names).sort(([one], [other]) => other.length - one.length);
  const message = error.message
    .split('; ')
    .map((sentence) => {
      const found = own.find(([theirs]) => isNamedBy(sentence, theirs));
      return found ? `${found[1]}${sentence.slice(found[0].length)}` : sentence;
    })
    .join('; ');
  if (message === error.message) return error;
  return new AppError(error.reason, message, optionsOf(error));
}

/** Tells whether a sentence is this text, or begins with this field or something inside it. */
const isNamedBy = (sentence: string, field: string): boolean =>
  sentence.startsWith(field) && ['', ' ', '.'].includes(sentence.charAt(field.length));
