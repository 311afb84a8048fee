/** Phone numbers that a pairing code can be asked for. */

import { Type } from '@sinclair/typebox';
import { errorOf, type FieldError } from '../../../core/http/read-fields.ts';
import { readNumberOrJid } from '../../../core/shared/addresses/chat-address.ts';
import { TOO_SHORT_OR_LONG } from '../../../core/shared/addresses/phone-number.ts';
import { UnreadableAddress } from '../../../core/shared/addresses/unreadable-address.ts';
import { problem, withSentence } from '../../../core/shared/reasons/problems.ts';

const DIGITS_MIN = 7;
const PROBLEM = problem('not_pairing_number', { min: DIGITS_MIN });

export const pairingNumber = (description: string) =>
  Type.Union([Type.String(), Type.Integer()], { description, examples: ['5511999990000'] });

/** Returns the digits, or undefined for an empty text, with which no number is given. */
export function readPairingNumber(value: unknown): string | undefined | FieldError {
  if (value === '' || value === undefined) return undefined;
  const found = readNumberOrJid(value);
  if (found instanceof UnreadableAddress)
    return errorOf(found === TOO_SHORT_OR_LONG ? PROBLEM : withSentence(found.problem));
  return found.length >= DIGITS_MIN ? found : errorOf(PROBLEM);
}
