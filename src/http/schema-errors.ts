/** What a value breaks of a schema, where the length of a text counts the characters that people see. */
import type { TSchema } from '@sinclair/typebox';
import { type ValueError, ValueErrorType } from '@sinclair/typebox/errors';
import { Value } from '@sinclair/typebox/value';
import { isWithin } from '../shared/characters.ts';

/** Returns what is wrong with the value. TypeBox itself counts an emoji as two characters or more. */
export function errorsIn(schema: TSchema, value: unknown): readonly ValueError[] {
  // Nearly every value is right. What has given the first error does not give it again.
  if (Value.Errors(schema, value).First() === undefined) return [];
  return [...Value.Errors(schema, value)].filter(isError);
}

function isError({ type, schema, value, errors }: ValueError): boolean {
  if (type === ValueErrorType.StringMaxLength && typeof value === 'string')
    return !isWithin(value, Number(schema.maxLength));
  if (type === ValueErrorType.Union) return errors.every((branch) => [...branch].some(isError));
  return true;
}
