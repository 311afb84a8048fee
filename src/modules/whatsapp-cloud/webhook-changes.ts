/**
 * Splits a webhook of the Cloud API into what it says of each number and account, and reads the changes of accounts.
 * Pure.
 */
import type { CatalogEvent } from '../../core/events/contract/catalog.ts';
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

/** Fields of webhooks that are about an account or its numbers. */
const FIELDS: ReadonlySet<string> = new Set([
  'account_update',
  'account_alerts',
  'account_review_update',
  'business_capability_update',
  'phone_number_name_update',
  'phone_number_quality_update',
]);

interface AccountChange {
  /** Why Meta has disabled the account, or null when it has not. */
  readonly ban: string | null;
  /** To how many people a day a number may write first; null when the webhook does not say. */
  readonly messagingLimit: string | null;
}

/** Returns the number that a change is about, in digits, or null when it is about the whole account. */
export function numberIn({ value }: Pick<Change, 'value'>): string | null {
  const { display_phone_number, phone_number } = { ...value, ...record(value.metadata) };
  return (text(display_phone_number) || text(phone_number)).replace(/\D/g, '') || null;
}

/** Returns what a change says as Meta sent it. Meta sends it again until it is answered, so it may come twice. */
export const noticeEvent = (change: Change): CatalogEvent => ({
  type: 'PlatformNotice',
  data: { Field: change.field, Number: numberIn(change), Notice: change.value },
});

/** Returns null for a field that is about something else. Anything else it says is read from Meta itself. */
export function accountChangeIn(field: string, value: Fields): AccountChange | null {
  if (!FIELDS.has(field)) return null;
  const state = text(record(value.ban_info).waba_ban_state);
  const isDisabled = text(value.event) === 'DISABLED_UPDATE' && state === 'DISABLE';
  return {
    ban: isDisabled ? 'Meta has disabled the account: see the Business Support Home' : null,
    messagingLimit: text(value.current_limit) || null,
  };
}
