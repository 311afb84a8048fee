/** Publishes what follows Connected: first the messages that waited, then OfflineSyncCompleted. */
import type { CatalogEvent } from '../../core/events/contract/catalog.ts';
import type { SessionTasks } from '../../core/providers/session-tasks.ts';
import { Mutex } from '../../core/shared/async/mutex.ts';

export interface OfflineSyncDeps {
  readonly tasks: SessionTasks;
  /**
   * Allows messages from now on, and resolves when all that waited have been published.
   * `isHandedOver` tells whether WhatsApp has sent all of them.
   */
  readonly begin: (isHandedOver: boolean) => Promise<void>;
  readonly publish: (event: CatalogEvent) => Promise<boolean>;
}

const RETRY_MS = 1_000;

export class OfflineSync {
  readonly #deps: OfflineSyncDeps;
  #isOpen = false;
  #isOver = false;
  #event: CatalogEvent | null = null;
  readonly #steps = new Mutex();

  constructor(deps: OfflineSyncDeps) {
    this.#deps = deps;
  }

  /** Call it when Connected has been published. */
  opened(): void {
    this.#isOpen = true;
    this.#goOn();
  }

  /** Call it when WhatsApp has sent everything that waited; `event` says how much. It may come before `opened`. */
  handedOver(event: CatalogEvent): void {
    this.#event = event;
    this.#goOn();
  }

  /** Call it when the connection has ended. */
  end(): void {
    this.#isOver = true;
  }

  #goOn(): void {
    if (!this.#isOpen || this.#isOver) return;
    const again = () => {
      this.#deps.tasks.after(RETRY_MS, async () => this.#goOn());
    };
    // The steps run one after another, so that none overtakes and nothing is published twice.
    this.#steps.run(() => this.#step()).catch(again);
  }

  async #step(): Promise<void> {
    if (this.#isOver) return;
    const event = this.#event;
    await this.#deps.begin(event !== null);
    if (event === null || this.#event === null || this.#isOver) return;
    this.#event = null;
    await this.#deps.publish(event);
  }
}
