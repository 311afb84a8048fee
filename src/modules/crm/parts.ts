/** The parts that every feature of the CRM zone uses. */

import type { Statement } from '../../core/db/client.ts';
import type { DeliveryLog } from '../../core/events/log/deliveries.ts';
import type { MinuteCounts } from '../../core/http/rate-limit.ts';
import type { CallerTurns } from '../../core/shared/async/caller-turns.ts';
import type { KeyedMutex } from '../../core/shared/async/mutex.ts';
import type { RunEndpointTest } from '../../core/webhooks/endpoint-tests.ts';
import type { AccountsContext } from '../../offers.ts';
import type { AuditedCommitter } from './audited-commit.ts';
import type { Guard } from './guard.ts';
import type { ReadWriteLock } from './read-write-lock.ts';
import type { WebhookRegistry } from './webhooks/registry.ts';

export interface CrmParts extends Omit<AccountsContext, 'bootstrapToken' | 'node'> {
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
