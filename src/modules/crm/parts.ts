/** The parts that every feature of the CRM zone uses. */
import type { Database, Statement } from '../../core/db/client.ts';
import type { WebhookChannel } from '../../core/events/contract/channel.ts';
import type { Engine } from '../../core/events/engine.ts';
import type { DeliveryLog } from '../../core/events/log/deliveries.ts';
import type { Ownership } from '../../core/events/publish/ownership.ts';
import type { OtherNodes } from '../../core/http/forwarding.ts';
import type { IdempotencyStore } from '../../core/http/idempotency.ts';
import type { MinuteCounts } from '../../core/http/rate-limit.ts';
import type { CallerTurns } from '../../core/shared/async/caller-turns.ts';
import type { KeyedMutex } from '../../core/shared/async/keyed-mutex.ts';
import type { ReadWriteLock } from '../../core/shared/async/read-write-lock.ts';
import type { Clock } from '../../core/shared/clock.ts';
import type { Vault } from '../../core/shared/crypto.ts';
import type { Log } from '../../core/shared/log.ts';
import type { RunEndpointTest } from '../../core/webhooks/endpoint-tests.ts';
import type { FilterFailures } from '../../core/webhooks/filter/failures.ts';
import type { UrlGuard } from '../../core/webhooks/url.ts';
import type { AuditedCommitter } from './audited-commit.ts';
import type { Guard } from './guard.ts';
import type { WebhookRegistry } from './webhooks/registry.ts';

/** The methods of the delivery engine that the zone uses. */
type CrmEngine = Pick<
  Engine,
  'write' | 'publishChange' | 'retarget' | 'enable' | 'redeliver' | 'replays'
>;

/** The parts from which the zone is made. */
export interface CrmDeps {
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
  readonly engine: () => CrmEngine;
  /** Tests a webhook; called when it is needed, for the same reason. */
  readonly webhook: () => Pick<WebhookChannel, 'trace'>;
}

export interface CrmParts extends Omit<CrmDeps, 'bootstrapToken' | 'node'> {
  /**
   * Returns statements to put first in a commit, which then fails as `fenced` unless this node sends the events of the
   * account; none where there is no other node. Throws the same error.
   */
  byOwner(accountId: string): Statement[];
  readonly guard: Guard;
  readonly commits: AuditedCommitter;
  readonly webhooks: WebhookRegistry;
  /** Its statements are prepared once. */
  readonly deliveries: DeliveryLog;
  readonly turns: KeyedMutex;
  /** Tests a webhook, each once at a time. */
  readonly testWebhook: RunEndpointTest;
  /** The turns in which filters and transforms are tried. */
  readonly trials: CallerTurns;
  /** Counts the secrets of invitations that a person tries. */
  readonly secretTries: MinuteCounts;
  /**
   * Keyed by pipeline: work that reads all its stages before it writes is a writer; other changes of stages are
   * readers.
   */
  readonly pipelineLock: ReadWriteLock;
}
