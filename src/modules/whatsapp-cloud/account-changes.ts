/** Reads what webhooks say of an account and its numbers, besides messages. Pure. */
import type { CatalogEvent } from '../../core/events/contract/catalog.ts';
import { type Fields, record, text } from '../../core/providers/foreign-values.ts';
import type { Change } from './webhook-changes.ts';

/** Fields of webhooks that are about an account or its numbers. */
const FIELDS: ReadonlySet<string> = new Set([
  'account_update',
  'account_alerts',
  'account_review_update',
  'business_capability_update',
  'phone_number_name_update',
  'phone_number_quality_update',
]);

export interface AccountChange {
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
