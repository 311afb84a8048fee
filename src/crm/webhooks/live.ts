/**
 * A webhook as the engine needs it. Owns: what it wants to hear, and its target with the secrets that sign.
 */
import type { webhooks } from '../../db/schema/crm.ts';
import type { Target } from '../../events/channel.ts';
import type { Gone } from '../../events/routing.ts';
import { webhookTarget } from '../../events/webhook-target.ts';
import type { Vault } from '../../shared/crypto.ts';

export type WebhookRow = typeof webhooks.$inferSelect;

export interface LiveWebhook {
  wants(type: string): boolean;
  /** `now` is steady ms: after a rotation the former secret signs along for a while. */
  target(now: number): Target | Gone;
}

/** Made once per change of the row. Throws when it was sealed with another key. */
export function toLive(row: WebhookRow, vault: Vault): LiveWebhook {
  const types = eventsIn(row);
  const secret = vault.open(row.secretSealed);
  const settled = { ...webhookTarget(row.url), secrets: [secret] };
  const { previousSecretSealed, previousSecretUntil } = row;
  const rotating =
    previousSecretSealed === null
      ? settled
      : { ...settled, secrets: [secret, vault.open(previousSecretSealed)] };
  return {
    wants: (type) => row.enabled && (types.length === 0 || types.includes(type)),
    target(now) {
      if (!row.enabled) return { gone: 'webhook disabled' };
      return previousSecretUntil !== null && now < previousSecretUntil ? rotating : settled;
    },
  };
}

/** Event types as stored; none stands for all. Written by this feature alone, as an array of texts. */
export const eventsIn = (row: Pick<WebhookRow, 'events'>): string[] =>
  JSON.parse(row.events) as string[];
