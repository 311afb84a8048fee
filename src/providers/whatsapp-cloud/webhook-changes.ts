/** A webhook of the Cloud API, divided into what it says of each number and account. Pure. */
import { type Fields, isRecord, record, records, text } from '../foreign-values.ts';

/** One change, about a number or about an account as a whole. */
export interface Change {
  /** Id of the WhatsApp Business Account. */
  readonly accountId: string;
  /** Null: it is about the account. */
  readonly phoneNumberId: string | null;
  /** What it tells of: `messages`, `history`, `account_update` and others. */
  readonly field: string;
  readonly value: Fields;
}

/** In the order in which they stand there; what is no change, or of another product, is left out. */
export function changesIn(webhook: Fields): Change[] {
  if (webhook.object !== 'whatsapp_business_account') return [];
  return records(webhook.entry).flatMap((entry) =>
    records(entry.changes).flatMap((change) => {
      const { field, value } = change;
      if (text(field) === '' || !isRecord(value)) return [];
      const phoneNumberId = text(record(value.metadata).phone_number_id) || null;
      return [{ accountId: text(entry.id), phoneNumberId, field: text(field), value }];
    }),
  );
}
