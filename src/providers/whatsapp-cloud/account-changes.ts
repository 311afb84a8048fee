/** Reads what webhooks say of an account and its numbers, besides messages. Pure. */
import { record, text } from '../foreign-values.ts';
import type { Fields } from './graph.ts';

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
  /** The number (digits), or null when it is about the whole account. */
  readonly number: string | null;
  /** Why Meta has disabled the account, or null when it has not. */
  readonly ban: string | null;
  /** To how many people a day a number may write first; null when the webhook does not say. */
  readonly messagingLimit: string | null;
}

/** Returns null for a field that is about something else. Anything else it says is read from Meta itself. */
export function accountChangeIn(field: string, value: Fields): AccountChange | null {
  if (!FIELDS.has(field)) return null;
  const state = text(record(value.ban_info).waba_ban_state);
  const isDisabled = text(value.event) === 'DISABLED_UPDATE' && state === 'DISABLE';
  return {
    number: text(value.display_phone_number).replace(/\D/g, '') || null,
    ban: isDisabled ? 'Meta has disabled the account: see the Business Support Home' : null,
    messagingLimit: text(value.current_limit) || null,
  };
}
