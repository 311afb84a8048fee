/** Reads content of messages of the Graph API as clients write it, and what it is translated to. Pure. */

import { type Fields, fieldsIn } from '../../core/http/read-fields.ts';
import type { Route } from '../gateway/api.ts';
import { refusedAs } from './errors.ts';

/** The request to an operation of the gateway: its fields beside the recipient, and our names of its fields. */
export interface OperationRequest {
  readonly route: Route;
  readonly body: Fields;
  readonly names?: Readonly<Record<string, string>>;
}

/** SDKs write null or an empty text into fields without a value. */
export const valueOrUndefined = (value: unknown): unknown =>
  value === null || value === '' ? undefined : value;

/** Some clients write flags as texts. */
export const isTrue = (value: unknown): boolean => `${value}`.toLowerCase() === 'true';

export const objectsIn = (value: unknown): readonly Fields[] =>
  Array.isArray(value) ? value.map(fieldsIn) : [];

export const ownField = <T>(record: Readonly<Record<string, T>>, name: string): T | undefined =>
  Object.hasOwn(record, name) ? record[name] : undefined;

/** Returns what a field holds, which some clients send as JSON in a text: Meta takes that too. */
export function valueIn(value: unknown, field: string): unknown {
  if (typeof value !== 'string') return value;
  try {
    return JSON.parse(value);
  } catch {
    throw refusedAs(131009, `${field} must have another value, or one as JSON in a text`);
  }
}

const TYPE_CHARACTERS_MAX = 64;
export const shownType = (type: unknown): string =>
  typeof type === 'string' ? type.slice(0, TYPE_CHARACTERS_MAX) : typeof type;
