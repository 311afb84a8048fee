/** Splits a webhook of the Cloud API into what it says of each number and account. Pure. */

import {
  type Fields,
  isRecord,
  record,
  records,
  text,
} from '../../core/providers/foreign-values.ts';
import { invalid } from '../../core/shared/errors.ts';

/** One change, about a number or about an account as a whole. */
export interface Change {
  /** Id of the WhatsApp Business Account. */
  readonly accountId: string;
  /** Null when it is about the account. */
  readonly phoneNumberId: string | null;
  /** The subject: `messages`, `history`, `account_update` and others. */
  readonly field: string;
  readonly value: Fields;
}

const FIELD = /^\w{1,64}$/;
/** The most of one webhook: 3 MB have no room for more that bring a message each. */
const CHANGES_MAX = 20_000;

/**
 * Returns the changes in their order; what is not a change, or is of another product, is omitted. Throws `invalid` for
 * more than 20,000.
 */
export function changesIn(webhook: Fields): Change[] {
  if (webhook.object !== 'whatsapp_business_account') return [];
  const changes: Change[] = [];
  for (const entry of records(webhook.entry))
    for (const { field, value } of records(entry.changes)) {
      if (!FIELD.test(text(field)) || !isRecord(value)) continue;
      if (changes.length === CHANGES_MAX)
        throw invalid(`The webhook holds more than ${CHANGES_MAX} changes`);
      const phoneNumberId = text(record(value.metadata).phone_number_id) || null;
      changes.push({ accountId: text(entry.id), phoneNumberId, field: text(field), value });
    }
  return changes;
}
