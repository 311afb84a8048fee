import type { CatalogEvent } from '../events/contract/catalog.ts';
import { iso } from '../shared/clock.ts';
import {
  callbackOf,
  type Fate,
  formOf,
  type MessageForm,
  pricingOf,
  type StatusAt,
} from './fate.ts';
import type { StatusChange } from './status.ts';

export const afterChange = (before: Fate, change: StatusChange): Fate => {
  const { status, code, reason, at, pricing } = change;
  const latest = { status, at, ...(pricing && { pricing }) };
  const { chat, platformId = change.platformId } = before;
  const named = platformId !== undefined && { platformId };
  return { chat, status, code, reason, history: [...before.history, latest], ...named };
};

/** Adds what is charged, which came with a status that changes nothing; null when it is known. */
export function withPricing(fate: Fate, { pricing }: StatusChange): Fate | null {
  const latest = fate.history.at(-1);
  if (pricing === undefined || latest === undefined || pricingOf(fate)) return null;
  return { ...fate, history: [...fate.history.slice(0, -1), { ...latest, pricing }] };
}

/** The platform refused the form; the message goes on as `form`, so its status stays. */
export const afterFormRefusal = (
  before: Fate,
  { code, at }: StatusChange,
  form: MessageForm,
): Fate => ({
  ...before,
  history: [...before.history, { status: before.status, at, form, ...(code !== null && { code }) }],
});

/** `change` has our id of the message, and `history` the statuses before. */
export function statusEvent(
  chat: string,
  change: StatusChange,
  history: readonly StatusAt[],
): CatalogEvent {
  const [form, callback] = [formOf(history), callbackOf(history)];
  return {
    type: 'MessageStatus',
    data: {
      ID: change.id,
      ...(change.platformId !== undefined && { PlatformID: change.platformId }),
      Chat: chat,
      Status: change.status,
      Code: change.code,
      Reason: change.reason,
      ...(form !== undefined && { Form: form }),
      Timestamp: iso(change.at),
      ...(change.pricing && { Pricing: change.pricing }),
      ...(change.failure && { Failure: change.failure }),
      ...(callback !== undefined && { CallbackData: callback }),
    },
  };
}
