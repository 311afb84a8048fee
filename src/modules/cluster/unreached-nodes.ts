/** Remembers which other nodes this one failed to reach lately, for operators; ownership does not depend on it. */
import type { Clock } from '../../core/shared/clock.ts';

const SHOWN_MS = 60_000;
const NODES_MAX = 100;

export class UnreachedNodes {
  readonly #clock: Pick<Clock, 'steady'>;
  /** Ids of nodes, and when a request failed to reach them (ms of the steady clock), the oldest first. */
  readonly #failedAt = new Map<string, number>();

  constructor(clock: Pick<Clock, 'steady'>) {
    this.#clock = clock;
  }

  recordFailure(nodeId: string): void {
    this.#failedAt.delete(nodeId);
    this.#failedAt.set(nodeId, this.#clock.steady());
    const [oldest] = this.#failedAt.keys();
    if (this.#failedAt.size > NODES_MAX && oldest !== undefined) this.#failedAt.delete(oldest);
  }

  recordAnswer(nodeId: string): void {
    this.#failedAt.delete(nodeId);
  }

  /** Returns the nodes of the last minute that have not been reached since. */
  get ids(): readonly string[] {
    const from = this.#clock.steady() - SHOWN_MS;
    return [...this.#failedAt].filter(([, at]) => at > from).map(([id]) => id);
  }
}
