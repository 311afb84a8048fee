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
  /** The turns in which long lists are searched and sorted, of which each account has one at a time. */
  readonly lookups: CallerTurns;
  /** Counts the secrets of invitations that a person tries. */
  readonly secretTries: MinuteCounts;
  /**
   * Keyed by pipeline: work that reads all its stages before it writes is a writer; other changes of stages are
   * readers.
   */
  readonly pipelineLock: ReadWriteLock;
}

/** For each key readers run concurrently and a writer runs alone; no later call overtakes a waiting writer. */
export class ReadWriteLock {
  readonly #entries = new Map<string, Entry>();

  /** Runs `work` concurrently with other readers once all earlier writers have ended. Settles as it does. */
  async read<T>(key: string, work: () => Promise<T>): Promise<T> {
    const entry = this.#enter(key);
    const run = entry.written.then(work);
    entry.readers.add(run);
    try {
      return await run;
    } finally {
      entry.readers.delete(run);
      this.#leave(key, entry);
    }
  }

  /** Runs `work` once all earlier calls have ended; later work waits for it. Settles as it does. */
  async write<T>(key: string, work: () => Promise<T>): Promise<T> {
    const entry = this.#enter(key);
    const run = Promise.allSettled([entry.written, ...entry.readers]).then(work);
    entry.written = run.catch(() => {});
    try {
      return await run;
    } finally {
      this.#leave(key, entry);
    }
  }

  #enter(key: string): Entry {
    const entry = this.#entries.getOrInsertComputed(key, () => ({
      pending: 0,
      written: Promise.resolve(),
      readers: new Set<Promise<unknown>>(),
    }));
    entry.pending++;
    return entry;
  }

  #leave(key: string, entry: Entry): void {
    entry.pending--;
    if (entry.pending === 0) this.#entries.delete(key);
  }
}

interface Entry {
  /** The number of readers and writers that have not ended. */
  pending: number;
  /** Resolves when the last writer has ended. Never rejects. */
  written: Promise<unknown>;
  /** The readers that have not ended. */
  readonly readers: Set<Promise<unknown>>;
}
