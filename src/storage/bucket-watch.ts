/**
 * Whether the bucket takes uploads. Without the asking, a service taken out of rotation for its bucket would get no
 * media and never be ready again.
 */
import { Backoff } from '../shared/async/backoff.ts';
import type { Cancel, Clock } from '../shared/clock.ts';
import type { Log } from '../shared/log.ts';
import { onceAMinute } from '../shared/once-a-minute.ts';

export interface BucketCondition {
  readonly state: 'up' | 'down';
  /** Ms since 1970. */
  readonly since: number;
  /** Why the last upload failed; null while it is up. */
  readonly error: string | null;
}

const PROBE_FIRST_MS = 1_000;
const PROBE_MAX_MS = 60_000;

interface BucketWatchDeps {
  readonly clock: Clock;
  readonly log: Log;
  /** Tries an upload; why it failed, or null. Never rejects. */
  readonly probe: () => Promise<string | null>;
}

export class BucketWatch {
  readonly #deps: BucketWatchDeps;
  #condition: BucketCondition;
  readonly #backoff = new Backoff({ firstMs: PROBE_FIRST_MS, maxMs: PROBE_MAX_MS });
  /** A store that comes and goes is not worth more lines than this. */
  readonly #mayLog: () => boolean;
  #cancel: Cancel | null = null;
  #hasStopped = false;

  constructor(deps: BucketWatchDeps) {
    this.#deps = deps;
    this.#mayLog = onceAMinute(deps.clock);
    this.#condition = { state: 'up', since: deps.clock.now(), error: null };
  }

  get condition(): BucketCondition {
    return this.#condition;
  }

  get isUp(): boolean {
    return this.#condition.state === 'up';
  }

  /** Asks at once, so that a bucket that refuses is known before the first message. */
  start(): void {
    void this.#ask();
  }

  stop(): void {
    this.#hasStopped = true;
    this.#cancel?.();
  }

  succeeded(): void {
    if (this.isUp) return;
    const { clock, log } = this.#deps;
    this.#condition = { state: 'up', since: clock.now(), error: null };
    this.#backoff.reset();
    this.#cancel?.();
    this.#cancel = null;
    log.info('media storage takes uploads again');
  }

  failed(error: string): void {
    const { clock } = this.#deps;
    const since = this.isUp ? clock.now() : this.#condition.since;
    this.#condition = { state: 'down', since, error };
    this.#warn(error);
    if (this.#cancel !== null || this.#hasStopped) return;
    this.#cancel = clock.after(this.#backoff.next(), () => void this.#ask());
  }

  async #ask(): Promise<void> {
    const error = await this.#deps.probe();
    this.#cancel = null;
    if (this.#hasStopped) return;
    if (error === null) this.succeeded();
    else this.failed(error);
  }

  #warn(error: string): void {
    if (this.#mayLog()) this.#deps.log.warn('media storage does not take uploads', { error });
  }
}
