/** Names a recipient in the form of the Graph API. Pure. */

import type { Fields } from '../../../core/providers/foreign-values.ts';
import { isBusinessId } from '../../../core/shared/business-id.ts';
import { failure } from '../../../core/shared/errors.ts';

const PHONE = /^(\d{5,20})(?::\d{1,3})?(?:@(?:s\.whatsapp\.net|c\.us))?$/;
const GROUP = /^(.+)@g\.us$/;

export interface Recipient {
  /** The chat's id: a JID, or the id that the person has for this business. */
  readonly chat: string;
  /** The fields of a message's body. */
  readonly fields: Fields;
}

/**
 * `number` is digits, a JID of a person or a group, or the id that a person has for this business. Throws `invalid` for
 * others.
 */
export function recipientOf(number: string): Recipient {
  const [, digits] = PHONE.exec(number) ?? [];
  if (digits !== undefined) return personBy(digits);
  if (isBusinessId(number))
    return { chat: number, fields: { recipient_type: 'individual', recipient: number } };
  const [, group] = GROUP.exec(number) ?? [];
  if (group !== undefined) return { chat: number, fields: { recipient_type: 'group', to: group } };
  throw failure('cloud_recipient_unknown', { number });
}

const personBy = (digits: string): Recipient => ({
  chat: `${digits}@s.whatsapp.net`,
  fields: { recipient_type: 'individual', to: digits },
});
