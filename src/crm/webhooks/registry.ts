/** The webhooks of all accounts in memory, where the engine asks who wants an event; the table is changed first. */
import { eq } from 'drizzle-orm';
import type { Database } from '../../db/client.ts';
import { webhooks } from '../../db/schema/crm.ts';
import type { Target } from '../../events/contract/channel.ts';
import { accountWebhook } from '../../events/contract/endpoint.ts';
import type { Destinations, Gone } from '../../events/contract/routing.ts';
import type { Engine } from '../../events/engine.ts';
import type { Clock } from '../../shared/clock.ts';
import type { Vault } from '../../shared/crypto.ts';
import { reshapeFor } from '../../webhooks/format/formats.ts';
import { openSecrets } from '../../webhooks/secrets.ts';
import { signedTarget, webhookTarget } from '../../webhooks/target.ts';

export type WebhookRow = typeof webhooks.$inferSelect;

/** Event types as stored; none stands for all. Written by this feature alone, as an array of texts. */
export const eventsIn = (row: Pick<WebhookRow, 'events'>): string[] =>
  JSON.parse(row.events) as string[];

/** A webhook as the engine needs it. */
interface LiveWebhook {
  wants(type: string): boolean;
  /** `now` is steady ms: after a rotation the former secret signs along for a while. */
  target(now: number): Target | Gone;
}

/** Made once per change of the row. Throws when it was sealed with another key, or for another row. */
function toLive(row: WebhookRow, { vault, publicUrl }: RegistryDeps): LiveWebhook {
  const types = eventsIn(row);
  const shape = { format: row.format, byEvents: row.byEvents, instanceToken: null };
  const reshape = reshapeFor(shape, row.url, { serverUrl: publicUrl, ownerOf: () => null });
  const target = { ...webhookTarget(row.url), ...(reshape && { reshape }) };
  const signed = signedTarget(target, openSecrets(vault, webhooks, row.id, row));
  return {
    wants: (type) => row.enabled && (types.length === 0 || types.includes(type)),
    target: (now) => (row.enabled ? signed(now) : { gone: 'webhook disabled' }),
  };
}

export interface WebhookRegistry extends Destinations {
  /** Reads every row; throws when one was sealed with another key. */
  load(): Promise<void>;
  /** Reads those of an account again, which another node has changed; resolves as `put` does. */
  refresh(accountId: string): Promise<void>;
  /** To be called when the row is on disk; resolves when nothing goes to its former target any more. */
  put(row: WebhookRow): Promise<void>;
  /** To be called when the row is gone; its waiting deliveries are discarded when this resolves. */
  remove(accountId: string, id: string): Promise<void>;
  /** To be called when an account was deleted and its webhooks with it. */
  forgetAccount(accountId: string): Promise<void>;
}

interface RegistryDeps {
  readonly db: Pick<Database, 'orm'>;
  readonly vault: Vault;
  readonly clock: Pick<Clock, 'steady'>;
  /** PUBLIC_URL, which one format names in its bodies. */
  readonly publicUrl: () => string;
  /** Asked when it is needed: the engine itself is built on this registry. */
  readonly engine: () => Pick<Engine, 'retarget'>;
}

const NONE: readonly string[] = [];

export function createWebhookRegistry(deps: RegistryDeps): WebhookRegistry {
  const { db, clock, engine } = deps;
  /** Per account, by endpoint. */
  const accounts = new Map<string, Map<string, LiveWebhook>>();

  const add = (row: WebhookRow) => {
    const own = accounts.getOrInsertComputed(row.accountId, () => new Map());
    own.set(accountWebhook(row.id), toLive(row, deps));
  };

  return {
    async load() {
      for (const row of await db.orm.select().from(webhooks)) add(row);
    },
    async refresh(accountId) {
      const isOf = eq(webhooks.accountId, accountId);
      const rows = await db.orm.select().from(webhooks).where(isOf);
      const before = [...(accounts.get(accountId)?.keys() ?? [])];
      accounts.delete(accountId);
      for (const row of rows) add(row);
      const now = rows.map(({ id }) => accountWebhook(id));
      for (const endpoint of new Set([...before, ...now]))
        await engine().retarget(accountId, endpoint);
    },
    async put(row) {
      add(row);
      await engine().retarget(row.accountId, accountWebhook(row.id));
    },
    async remove(accountId, id) {
      const own = accounts.get(accountId);
      own?.delete(accountWebhook(id));
      if (own?.size === 0) accounts.delete(accountId);
      await engine().retarget(accountId, accountWebhook(id));
    },
    async forgetAccount(accountId) {
      const endpoints = [...(accounts.get(accountId)?.keys() ?? [])];
      accounts.delete(accountId);
      for (const endpoint of endpoints) await engine().retarget(accountId, endpoint);
    },
    of(accountId, type) {
      const own = accounts.get(accountId);
      if (own === undefined) return NONE;
      return [...own].filter(([, webhook]) => webhook.wants(type)).map(([endpoint]) => endpoint);
    },
    target(accountId, endpoint) {
      const webhook = accounts.get(accountId)?.get(endpoint);
      return webhook?.target(clock.steady()) ?? { gone: 'webhook deleted' };
    },
  };
}
