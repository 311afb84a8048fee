/** Publishes what follows Connected: first the messages that waited, then OfflineSyncCompleted. */
import type { CatalogEvent } from '../../core/events/contract/catalog.ts';
import { offlineSyncCompleted } from '../../core/providers/session-events.ts';
import type { SessionTasks } from '../../core/providers/session-tasks.ts';
import { Mutex } from '../../core/shared/async/mutex.ts';
import type { Cancel } from '../../core/shared/clock.ts';

/**
 * Allows messages from now on, and resolves when all that waited have been published. `isHandedOver` tells whether
 * WhatsApp has sent all of them.
 */
export type BeginMessages = (isHandedOver: boolean) => Promise<void>;

const RETRY_MS = 1_000;
/** WhatsApp Web also waits this long for the next of what waited. */
const SILENT_MS = 60_000;

export class OfflineSync {
  readonly #tasks: SessionTasks;
  readonly #begin: BeginMessages;
  readonly #publish: (event: CatalogEvent) => Promise<boolean>;
  readonly #waitedCount: () => number;
  #isOpen = false;
  #isOver = false;
  #isHandedOver = false;
  #cancelWait: Cancel = () => {};
  #event: CatalogEvent | null = null;
  readonly #steps = new Mutex();

  /** `waitedCount` returns how much of what waited has come. */
  constructor(
    tasks: SessionTasks,
    begin: BeginMessages,
    publish: (event: CatalogEvent) => Promise<boolean>,
    waitedCount: () => number,
  ) {
    this.#tasks = tasks;
    this.#begin = begin;
    this.#publish = publish;
    this.#waitedCount = waitedCount;
  }

  /** Call it when Connected has been published. */
  opened(): void {
    this.#isOpen = true;
    if (!this.#isHandedOver) this.#awaitMore();
    this.#goOn();
  }

  /** Call it when WhatsApp has sent everything that waited; `event` says how much. It may come before `opened`. */
  handedOver(event: CatalogEvent): void {
    this.#isHandedOver = true;
    this.#cancelWait();
    this.#event = event;
    this.#goOn();
  }

  /** Call it when the connection has ended. */
  end(): void {
    this.#isOver = true;
    this.#cancelWait();
  }

  /** WhatsApp may never say that this was all. It counts as said after a minute in which nothing that waited has come. */
  #awaitMore(): void {
    const before = this.#waitedCount();
    this.#cancelWait = this.#tasks.after(SILENT_MS, async () => {
      if (this.#isHandedOver || this.#isOver) return;
      const count = this.#waitedCount();
      if (count > before) this.#awaitMore();
      else this.handedOver(offlineSyncCompleted(count, { Unconfirmed: true }));
    });
  }

  #goOn(): void {
    if (!this.#isOpen || this.#isOver) return;
    const again = () => {
      this.#tasks.after(RETRY_MS, async () => this.#goOn());
    };
    // The steps run one after another, so that none overtakes and nothing is published twice.
    this.#steps.run(() => this.#step()).catch(again);
  }

  async #step(): Promise<void> {
    if (this.#isOver) return;
    const event = this.#event;
    await this.#begin(event !== null);
    if (event === null || this.#event === null || this.#isOver) return;
    this.#event = null;
    await this.#publish(event);
  }
}
