/**
 * Checks whether the bucket takes uploads. Without probes, a service that is taken out of rotation for its bucket would
 * get no media and never become ready again.
 */
import { Backoff } from '../../core/shared/async/repeat.ts';
import type { Cancel, Clock } from '../../core/shared/clock.ts';
import { type Condition, ConditionRecord } from '../../core/shared/condition.ts';
import type { Log } from '../../core/shared/log.ts';

const PROBE_FIRST_MS = 1_000;
const PROBE_MAX_MS = 60_000;

interface BucketWatchDeps {
  readonly clock: Clock;
  readonly log: Log;
  /** Tries an upload and resolves with why it failed, or null. Never rejects. */
  readonly probe: () => Promise<string | null>;
}

export class BucketWatch {
  readonly #deps: BucketWatchDeps;
  readonly #condition: ConditionRecord;
  readonly #backoff = new Backoff({ firstMs: PROBE_FIRST_MS, maxMs: PROBE_MAX_MS });
  #cancel: Cancel | null = null;
  #hasStopped = false;

  constructor(deps: BucketWatchDeps) {
    this.#deps = deps;
    this.#condition = new ConditionRecord(deps.clock, null);
  }

  get condition(): Condition {
    return this.#condition.current;
  }

  /** Probes at once, so that a bucket that refuses is known before the first message. */
  start(): void {
    void this.#ask();
  }

  stop(): void {
    this.#hasStopped = true;
    this.#cancel?.();
  }

  recordSuccess(): void {
    if (!this.#condition.up()) return;
    this.#backoff.reset();
    this.#cancel?.();
    this.#cancel = null;
    this.#deps.log.info('media storage takes uploads again');
  }

  recordFailure(error: string): void {
    const { clock, log } = this.#deps;
    if (this.#condition.down(error)) log.warn('media storage does not take uploads', { error });
    if (this.#cancel !== null || this.#hasStopped) return;
    this.#cancel = clock.after(this.#backoff.next(), () => void this.#ask());
  }

  async #ask(): Promise<void> {
    const error = await this.#deps.probe();
    this.#cancel = null;
    if (this.#hasStopped) return;
    if (error === null) this.recordSuccess();
    else this.recordFailure(error);
  }
}
