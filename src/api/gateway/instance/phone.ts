/** Phone numbers that a pairing code can be asked for: country code and number, digits only. */
import { Type } from '@sinclair/typebox';
import { type Wrong, wrong } from '../../../http/read-fields.ts';

const PHONE = /^[0-9]{7,15}$/;
const PROBLEM = 'must be 7-15 digits';

/** The schema of such a field. */
export const Phone = (description?: string) =>
  Type.String({
    pattern: PHONE.source,
    failsWith: PROBLEM,
    ...(description !== undefined && { description }),
  });

export const readPhone = (value: unknown): string | Wrong =>
  typeof value === 'string' && PHONE.test(value) ? value : wrong(PROBLEM);
