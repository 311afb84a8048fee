/** What follows Connected: the messages that waited meanwhile, then OfflineSyncCompleted. */
import type { CatalogEvent } from '../../events/contract/catalog.ts';
import { Mutex } from '../../shared/async/mutex.ts';
import type { SessionTasks } from '../session-tasks.ts';

export interface OfflineSyncDeps {
  readonly life: SessionTasks;
  /**
   * Messages may follow from now on; resolves when all that waited has been published. `isHandedOver`: WhatsApp has sent
   * all of it.
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

  /** Connected has been published. */
  opened(): void {
    this.#isOpen = true;
    this.#goOn();
  }

  /** WhatsApp has handed over what waited; `event` says how much that was. May come before `opened`. */
  handedOver(event: CatalogEvent): void {
    this.#event = event;
    this.#goOn();
  }

  /** The connection has ended. */
  over(): void {
    this.#isOver = true;
  }

  #goOn(): void {
    if (!this.#isOpen || this.#isOver) return;
    const again = () => {
      this.#deps.life.after(RETRY_MS, async () => this.#goOn());
    };
    // One piece after the other, so that none overtakes and nothing is published twice.
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
