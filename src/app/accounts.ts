/** The zone of the accounts, as the module that has it gives it to the service, and what it is made of. */
import type { AnyElysia } from 'elysia';
import type { Database } from '../core/db/client.ts';
import type { WebhookChannel } from '../core/events/contract/channel.ts';
import type { Destinations } from '../core/events/contract/routing.ts';
import type { Announcement } from '../core/events/deliver/health.ts';
import type { Engine } from '../core/events/engine.ts';
import type { Ownership } from '../core/events/publish/ownership.ts';
import type { OtherNodes } from '../core/http/forwarding.ts';
import type { IdempotencyStore } from '../core/http/idempotency.ts';
import type { DocumentedEvent } from '../core/http/openapi-webhooks.ts';
import type { Zone } from '../core/http/zone.ts';
import type { Clock } from '../core/shared/clock.ts';
import type { Vault } from '../core/shared/crypto.ts';
import type { Log } from '../core/shared/log.ts';
import type { FilterFailures } from '../core/webhooks/filter/failures.ts';
import type { UrlGuard } from '../core/webhooks/url.ts';

export interface Accounts {
  readonly zone: Zone;
  readonly routes: AnyElysia;
  /** Where events of accounts go. */
  readonly destinations: Destinations;
  /** Returns the events of accounts for the API document. */
  events(): readonly DocumentedEvent[];
  /**
   * Makes the first user if the database has no users, and reads the webhooks. Call it before requests are admitted.
   * `hasSeeded` tells whether it has made the first user, who holds the bootstrap token.
   */
  start(): Promise<{ readonly hasSeeded: boolean }>;
  /** Publishes what happened to the health of an account's webhook, once. Rejects with a DatabaseError. */
  announceHealth(announcement: Announcement): Promise<void>;
  /** Reads the webhooks of an account again, after another node has changed them. */
  refreshWebhooks(accountId: string): Promise<void>;
}

/** The methods of the delivery engine that the zone uses. */
type AccountsEngine = Pick<
  Engine,
  'write' | 'publishChange' | 'retarget' | 'enable' | 'redeliver' | 'replays'
>;

/** The parts from which the zone is made. */
export interface AccountsContext {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
  /** Seals secrets that must be read back. */
  readonly vault: Vault;
  readonly idempotency: IdempotencyStore;
  /** BOOTSTRAP_ACCESS_TOKEN. */
  readonly bootstrapToken: string | null;
  /** Returns the address of the service. */
  readonly publicUrl: () => string;
  /** Decides which addresses webhooks may not name. */
  readonly webhookGuard: UrlGuard;
  readonly filterFailures: FilterFailures;
  /** This node among others on a database server, or null when it is alone on a file. */
  readonly node: { readonly membership: Ownership; readonly nodes: OtherNodes } | null;
  /** Called when the engine is needed, since the engine itself is built on this zone's webhooks. */
  readonly engine: () => AccountsEngine;
  /** Tests a webhook; called when it is needed, for the same reason. */
  readonly webhook: () => Pick<WebhookChannel, 'trace'>;
}
