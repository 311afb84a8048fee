/** Which texts are a phone number that a code can be asked for: country code and number, digits only. */
import { Type } from '@sinclair/typebox';

const PHONE = /^[0-9]{7,15}$/;

export const PHONE_PROBLEM = 'must be 7-15 digits';
export const isPhone = (value: unknown): value is string =>
  typeof value === 'string' && PHONE.test(value);

/** The schema of such a field. */
export const Phone = (description?: string) =>
  Type.String({
    pattern: PHONE.source,
    failsWith: PHONE_PROBLEM,
    ...(description !== undefined && { description }),
  });
