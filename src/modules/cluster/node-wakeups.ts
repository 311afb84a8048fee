/** Hints between nodes that there is something to read; if one is lost, the next regular read finds it. */
import type { Executor } from '../../core/db/client.ts';
import type { Cancel, Clock } from '../../core/shared/clock.ts';
import type { Vault } from '../../core/shared/crypto.ts';
import { newId } from '../../core/shared/ids.ts';
import type { WakeupBus } from '../../offers.ts';

/** `changes` and `events` name tables with new rows; `streams` says that some streams have no owner. */
export type WakeupTopic = 'changes' | 'events' | 'streams';

interface NodeWakeupsDeps {
  /** Null if none is configured; then nothing is sent. */
  readonly bus: WakeupBus | null;
  /** A hint can only be made with the encryption key. */
  readonly vault: Pick<Vault, 'seal' | 'open'>;
  readonly clock: Clock;
}

interface Wakeup {
  readonly from: string;
  readonly topics: readonly WakeupTopic[];
}

/** The shortest time between two hints of a node. */
const GAP_MS = 10;
const PLACE = ['hint', 'topics'] as const;

export class NodeWakeups {
  readonly #deps: NodeWakeupsDeps;
  readonly #from = newId();
  readonly #listeners = new Map<WakeupTopic, () => void>();
  readonly #unsent = new Set<WakeupTopic>();
  #isPausing = false;
  #cancel: Cancel = () => {};

  constructor(deps: NodeWakeupsDeps) {
    this.#deps = deps;
  }

  /** Null if no bus is configured. */
  get isUp(): boolean | null {
    return this.#deps.bus?.isUp ?? null;
  }

  /** Tells the other nodes to read now. */
  wake(topic: WakeupTopic): void {
    if (this.#deps.bus === null) return;
    this.#unsent.add(topic);
    if (!this.#isPausing) this.#send();
  }

  /** Sets what runs when another node sends a hint about the topic; it replaces the earlier one and must not throw. */
  onWakeup(topic: WakeupTopic, run: () => void): void {
    this.#listeners.set(topic, run);
  }

  start(): void {
    this.#deps.bus?.start((hint) => this.#receive(hint));
  }

  async stop(): Promise<void> {
    this.#cancel();
    this.#isPausing = true;
    await this.#deps.bus?.stop();
  }

  /** Wraps the database so that writes send hints to the other nodes. */
  watching(executor: Executor): Executor {
    if (this.#deps.bus === null) return executor;
    const tellOf = (sql: string) => {
      const topic = topicOf(sql);
      if (topic !== null) this.wake(topic);
    };
    return {
      async query(sql, params) {
        const rows = await executor.query(sql, params);
        tellOf(sql);
        return rows;
      },
      async batch(statements) {
        const rows = await executor.batch(statements);
        for (const { sql } of statements) tellOf(sql);
        return rows;
      },
      tryOut: (writes) => executor.tryOut(writes),
      close: () => executor.close(),
    };
  }

  #send(): void {
    const { bus, vault, clock } = this.#deps;
    const hint: Wakeup = { from: this.#from, topics: [...this.#unsent] };
    this.#unsent.clear();
    bus?.send(vault.seal(JSON.stringify(hint), PLACE));
    this.#isPausing = true;
    this.#cancel = clock.after(GAP_MS, () => {
      this.#isPausing = false;
      if (this.#unsent.size > 0) this.#send();
    });
  }

  #receive(text: string): void {
    const hint = this.#read(text);
    if (hint === null || hint.from === this.#from) return;
    for (const topic of hint.topics) this.#listeners.get(topic)?.();
  }

  /** Returns null for a hint of another service, or a forged one. */
  #read(text: string): Wakeup | null {
    try {
      // Only `#send` seals such texts.
      return JSON.parse(this.#deps.vault.open(text, PLACE)) as Wakeup;
    } catch {
      return null;
    }
  }
}

/** Tables whose triggers write changes, and the table of changes itself. */
const NOTED = new Set([
  'instances',
  'endpoints',
  'instance_proxies',
  'instance_settings',
  'cloud_numbers',
  'webhooks',
  'changes',
]);
/** Deleting an account also deletes its webhooks. */
const DELETES_ACCOUNT = /^\s*delete from ["`]?accounts\b/i;
const WRITTEN = /^\s*(?:insert(?: or \w+)? into|update|delete from)\s+["`]?(\w+)/i;
const GIVEN_BACK = /^\s*(?:update streams set owner = null|delete from nodes)\b/i;

function topicOf(sql: string): WakeupTopic | null {
  const table = WRITTEN.exec(sql)?.[1]?.toLowerCase();
  if (table === undefined) return null;
  if (table === 'events') return /^\s*insert/i.test(sql) ? 'events' : null;
  if (NOTED.has(table) || DELETES_ACCOUNT.test(sql)) return 'changes';
  return GIVEN_BACK.test(sql) ? 'streams' : null;
}
