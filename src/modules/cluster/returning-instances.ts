/** Which instances have just come to this node, so that calls wait for their connection instead of being refused. */
import type { Phase } from '../../core/providers/provider.ts';
import type { Clock } from '../../core/shared/clock.ts';

/** How long it may take to connect an instance before calls are refused since it is not connected. */
const RETURN_MS = 10_000;

/** Instances that have come to this node and are not connected again yet: calls wait for that a moment. */
export class ReturningInstances {
  readonly #clock: Pick<Clock, 'steady'>;
  /** When each has come, in steady ms. */
  readonly #since = new Map<string, number>();

  constructor(clock: Pick<Clock, 'steady'>) {
    this.#clock = clock;
  }

  came(instanceIds: readonly string[]): void {
    for (const id of instanceIds) this.#since.set(id, this.#clock.steady());
  }

  left(instanceIds: readonly string[]): void {
    for (const id of instanceIds) this.#since.delete(id);
  }

  /** Whether it is connecting still, and has not been connected since it came. */
  has(id: string, phase: Phase | undefined): boolean {
    const since = this.#since.get(id);
    if (since === undefined) return false;
    const isConnecting = phase === 'reconnecting' || phase === 'starting';
    if (isConnecting && this.#clock.steady() - since < RETURN_MS) return true;
    this.#since.delete(id);
    return false;
  }
}
