/** Reads and normalizes recipients. Only the platform knows whether a recipient exists. */
import { Type } from '@sinclair/typebox';
import { readBy, wrong } from '../http/read-fields.ts';
import { BUSINESS_ID, isBusinessId } from '../shared/business-id.ts';

/** Matches a phone number as people write it, or the address of a person, group or channel. */
const RECIPIENT = /^(?:[0-9]{5,20}|\+?[0-9 ().-]{5,40}|[0-9A-Za-z.:_-]{1,64}@[a-z][a-z.]{0,31})$/;

/** No phone number has more digits; a longer one with dashes may be the old id of a group. */
const WRITTEN_DIGITS_MAX = 15;

const RECIPIENT_PROBLEM =
  'must be 5-20 digits, a phone number such as +55 (11) 99999-0000, or a JID';

/** Returns the digits of a phone number, a JID unchanged, or null when the text is not a recipient. */
export function recipientOf(text: string): string | null {
  if (!RECIPIENT.test(text)) return null;
  if (text.includes('@') || /^[0-9]+$/.test(text)) return text;
  const digits = text.replace(/[^0-9]/g, '');
  return digits.length >= 5 && digits.length <= WRITTEN_DIGITS_MAX ? digits : null;
}

/** Like `recipientOf`, but also returns the id that a person has for a business, unchanged. */
export const addresseeOf = (text: string): string | null =>
  isBusinessId(text) ? text : recipientOf(text);

/** Returns the id of the recipient's chat, as far as the text alone determines it. */
export function chatOf(recipient: string): string {
  if (isBusinessId(recipient)) return recipient;
  const jid = recipient.includes('@') ? recipient : `${recipient}@s.whatsapp.net`;
  return jid.replace(/:[0-9]+@/, '@').replace(/@c\.us$/, '@s.whatsapp.net');
}

/** Digits may come as a JSON number. */
function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? `${value}` : '';
}

/** Returns the digits of a phone number as people write it, or null when the value is not one. */
export function phoneOf(value: unknown): string | null {
  const found = recipientOf(textOf(value).trim());
  return found === null || found.includes('@') ? null : found;
}

export const Recipient = readBy(
  Type.String({
    $id: 'Recipient',
    pattern: `${RECIPIENT.source}|${BUSINESS_ID.source}`,
    description:
      'A phone number with its country code, or a JID; digits may be a JSON number. The official API also takes the id that a person has for the business, such as BR.13491208655302741918',
  }),
  (value) => {
    if (value === undefined) return wrong('is required');
    return addresseeOf(textOf(value)) ?? wrong(RECIPIENT_PROBLEM);
  },
);
