/** Checks values against schemas. The length of a text counts the characters that people see. */
import type { TSchema } from '@sinclair/typebox';
import { type ValueError, ValueErrorType } from '@sinclair/typebox/errors';
import { Value } from '@sinclair/typebox/value';
import { isWithin } from '../shared/characters.ts';

/** Returns what is wrong with the value. TypeBox itself counts an emoji as two characters or more. */
export function errorsIn(schema: TSchema, value: unknown): readonly ValueError[] {
  // Nearly every value is valid and needs nothing more. An iterator does not repeat its first error, so a new one lists
  // all errors.
  if (Value.Errors(schema, value).First() === undefined) return [];
  return [...Value.Errors(schema, value)].filter(isError);
}

function isError({ type, schema, value, errors }: ValueError): boolean {
  if (type === ValueErrorType.StringMaxLength && typeof value === 'string')
    return !isWithin(value, Number(schema.maxLength));
  if (type === ValueErrorType.Union) return errors.every((branch) => [...branch].some(isError));
  return true;
}
