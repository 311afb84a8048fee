/**
 * A webhook as the engine needs it. Owns: what it wants to hear, and its target with the secrets that sign.
 */
import type { webhooks } from '../../db/schema/crm.ts';
import type { Target } from '../../events/contract/channel.ts';
import type { Gone } from '../../events/contract/routing.ts';
import type { Vault } from '../../shared/crypto.ts';
import { webhookTarget } from '../../webhooks/target.ts';
import { secretsOf } from './secrets.ts';

export type WebhookRow = typeof webhooks.$inferSelect;

export interface LiveWebhook {
  wants(type: string): boolean;
  /** `now` is steady ms: after a rotation the former secret signs along for a while. */
  target(now: number): Target | Gone;
}

/** Made once per change of the row. Throws when it was sealed with another key, or for another row. */
export function toLive(row: WebhookRow, vault: Vault): LiveWebhook {
  const types = eventsIn(row);
  const { secret, previousSecret } = secretsOf(vault, row);
  const settled = { ...webhookTarget(row.url), secrets: [secret] };
  const { previousSecretUntil } = row;
  const rotating =
    previousSecret === null ? settled : { ...settled, secrets: [secret, previousSecret] };
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
