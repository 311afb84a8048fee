/** What every feature of the CRM zone is given. */
import type { Database, Statement } from '../db/client.ts';
import type { WebhookChannel } from '../events/contract/channel.ts';
import type { Engine } from '../events/engine.ts';
import type { DeliveryLog } from '../events/log/deliveries.ts';
import type { Ownership } from '../events/publish/ownership.ts';
import type { OtherNodes } from '../http/elsewhere.ts';
import type { IdempotencyStore } from '../http/idempotency.ts';
import type { KeyedMutex } from '../shared/async/keyed-mutex.ts';
import type { ReadWriteLock } from '../shared/async/read-write-lock.ts';
import type { Clock } from '../shared/clock.ts';
import type { Vault } from '../shared/crypto.ts';
import type { Log } from '../shared/log.ts';
import type { UrlGuard } from '../webhooks/url.ts';
import type { AuditedCommitter } from './audited-commit.ts';
import type { Guard } from './guard.ts';
import type { WebhookRegistry } from './webhooks/registry.ts';

/** What the zone asks of the delivery engine. */
type CrmEngine = Pick<Engine, 'write' | 'publishChange' | 'retarget' | 'redeliver'>;

/** What the zone is made with. */
export interface CrmDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
  /** Seals secrets that must be read back. */
  readonly vault: Vault;
  readonly idempotency: IdempotencyStore;
  /** BOOTSTRAP_ACCESS_TOKEN. */
  readonly bootstrapToken: string | null;
  /** Where the service is reached. */
  readonly publicUrl: () => string;
  /** Which addresses webhooks may not name. */
  readonly network: UrlGuard;
  /** Among others on a database server; null: alone on a file. */
  readonly node: { readonly membership: Ownership; readonly nodes: OtherNodes } | null;
  /** Asked when it is needed: the engine itself is built on this zone's webhooks. */
  readonly engine: () => CrmEngine;
  /** How a webhook is tested; likewise. */
  readonly webhook: () => Pick<WebhookChannel, 'trace'>;
}

export interface CrmParts extends Omit<CrmDeps, 'bootstrapToken' | 'node'> {
  /**
   * Goes first in a commit, which as a whole fails as `fenced` unless this node sends the events of the account; nothing
   * where there is no other. Throws likewise.
   */
  byOwner(accountId: string): Statement[];
  readonly guard: Guard;
  readonly commits: AuditedCommitter;
  readonly webhooks: WebhookRegistry;
  /** Its statements are prepared once. */
  readonly deliveries: DeliveryLog;
  readonly turns: KeyedMutex;
  /** Ids of the webhooks that are being tested: each one at a time. */
  readonly testing: Set<string>;
  /** By pipeline: work that reads all its stages before it writes is a writer; other changes of stages are readers. */
  readonly pipelineLock: ReadWriteLock;
}
