/** Owns: what `expires_at` may be when it is set. */

import { readInstant } from '../../shared/instant.ts';
import { unprocessable } from '../failures.ts';

/** Undefined: not given; null: never; 422 a time gone by. */
export function expiryOf(text: string | null | undefined, now: number): number | null | undefined {
  if (text === undefined || text === null) return text;
  const at = readInstant(text);
  if (at === null || at <= now) throw unprocessable('expires_at', 'must be in the future');
  return at;
}
