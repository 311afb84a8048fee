/** The attempts that are under way: they can be broken off, and their ends waited for. */
import { Cancellation } from '../../shared/async/cancellation.ts';
import type { Clock } from '../../shared/clock.ts';
import type { Delivery, Target } from '../contract/channel.ts';

export interface RunningAttempt {
  readonly delivery: Delivery;
  readonly target: Target;
  /** Aborted when the attempt no longer counts: its target has changed, or the engine stops. */
  readonly signal: Cancellation;
  /** Created when something waits for its end. */
  ended: PromiseWithResolvers<void> | null;
}

export class RunningAttempts {
  readonly #running = new Set<RunningAttempt>();

  get count(): number {
    return this.#running.size;
  }

  begin(delivery: Delivery, target: Target): RunningAttempt {
    const running = { delivery, target, signal: new Cancellation(), ended: null };
    this.#running.add(running);
    return running;
  }

  /** Must be called when the receiver has answered or will not; what follows may still fail. */
  end(running: RunningAttempt): void {
    this.#running.delete(running);
  }

  /** Breaks off those that are `concerned`. Resolves when what follows them is done. */
  async breakOff(concerned: (running: RunningAttempt) => boolean): Promise<void> {
    const those = [...this.#running].filter(concerned);
    for (const { signal } of those) signal.abort();
    await Promise.all(those.map(whenEnded));
  }

  /** Resolves when what follows those that are `concerned` is done. */
  async whenEnded(concerned: (running: RunningAttempt) => boolean): Promise<void> {
    await Promise.all([...this.#running].filter(concerned).map(whenEnded));
  }

  /** Waits up to `graceMs` for all of them, and breaks off the others. */
  async stop(graceMs: number, clock: Pick<Clock, 'after'>): Promise<void> {
    const all = this.whenEnded(() => true);
    const grace = Promise.withResolvers<void>();
    const cancel = clock.after(graceMs, grace.resolve);
    await Promise.race([all, grace.promise]);
    cancel();
    for (const { signal } of this.#running) signal.abort();
    await all;
  }
}

const whenEnded = (running: RunningAttempt): Promise<void> => {
  running.ended ??= Promise.withResolvers();
  return running.ended.promise;
};
