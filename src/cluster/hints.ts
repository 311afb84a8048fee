/** Hints from node to node that there is something to read now; a lost one costs the wait for the next regular look. */
import type { Executor } from '../db/client.ts';
import type { Cancel, Clock } from '../shared/clock.ts';
import type { Vault } from '../shared/crypto.ts';
import { newId } from '../shared/ids.ts';

/** `changes`: the table of changes; `events`: the table of events; `streams`: some have no owner any more. */
export type HintTopic = 'changes' | 'events' | 'streams';

/** A way to all nodes, this one among them, on which anything may be lost, repeated or made up by others. */
export interface HintBus {
  /** Whether hints go out and come in at the moment. */
  readonly isUp: boolean;
  /** Sends it, or drops it while there is no connection; never throws. */
  send(hint: string): void;
  /** Begins connecting and returns at once; `heard` is called with each hint that comes. */
  start(heard: (hint: string) => void): void;
  /** Resolves in bounded time. */
  stop(): Promise<void>;
}

interface HintsDeps {
  /** Null: there is no such way, and nothing is sent. */
  readonly bus: HintBus | null;
  /** Only who has the encryption key can make a hint. */
  readonly vault: Pick<Vault, 'seal' | 'open'>;
  readonly clock: Clock;
}

interface Hint {
  readonly from: string;
  readonly topics: readonly HintTopic[];
}

/** From one hint of a node to its next, however much there is to tell. */
const GAP_MS = 10;
const PLACE = ['hint', 'topics'] as const;

export class Hints {
  readonly #deps: HintsDeps;
  readonly #from = newId();
  readonly #listeners = new Map<HintTopic, () => void>();
  readonly #untold = new Set<HintTopic>();
  #isPausing = false;
  #cancel: Cancel = () => {};

  constructor(deps: HintsDeps) {
    this.#deps = deps;
  }

  /** Null: no bus is configured. */
  get isUp(): boolean | null {
    return this.#deps.bus?.isUp ?? null;
  }

  /** Tells the other nodes to look now. */
  tell(topic: HintTopic): void {
    if (this.#deps.bus === null) return;
    this.#untold.add(topic);
    if (!this.#isPausing) this.#send();
  }

  /** `run` is called when another node tells of the topic, the last one that was given; it must not throw. */
  heard(topic: HintTopic, run: () => void): void {
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

  /** The same database; the others are told of what they may have to read once it is written. */
  watching(executor: Executor): Executor {
    if (this.#deps.bus === null) return executor;
    const tellOf = (sql: string) => {
      const topic = topicOf(sql);
      if (topic !== null) this.tell(topic);
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
      close: () => executor.close(),
    };
  }

  #send(): void {
    const { bus, vault, clock } = this.#deps;
    const hint: Hint = { from: this.#from, topics: [...this.#untold] };
    this.#untold.clear();
    bus?.send(vault.seal(JSON.stringify(hint), PLACE));
    this.#isPausing = true;
    this.#cancel = clock.after(GAP_MS, () => {
      this.#isPausing = false;
      if (this.#untold.size > 0) this.#send();
    });
  }

  #receive(text: string): void {
    const hint = this.#read(text);
    if (hint === null || hint.from === this.#from) return;
    for (const topic of hint.topics) this.#listeners.get(topic)?.();
  }

  /** Null: of another service, or forged. */
  #read(text: string): Hint | null {
    try {
      // What opens here was sealed by `#send`.
      return JSON.parse(this.#deps.vault.open(text, PLACE)) as Hint;
    } catch {
      return null;
    }
  }
}

/** Tables whose triggers fill that of changes, and itself. */
const NOTED = new Set([
  'instances',
  'event_settings',
  'instance_proxies',
  'instance_settings',
  'cloud_numbers',
  'webhooks',
  'changes',
]);
/** It takes webhooks along. */
const DELETES_ACCOUNT = /^\s*delete from ["`]?accounts\b/i;
const WRITTEN = /^\s*(?:insert(?: or \w+)? into|update|delete from)\s+["`]?(\w+)/i;
const GIVEN_BACK = /^\s*(?:update streams set owner = null|delete from nodes)\b/i;

function topicOf(sql: string): HintTopic | null {
  const table = WRITTEN.exec(sql)?.[1]?.toLowerCase();
  if (table === undefined) return null;
  if (table === 'events') return /^\s*insert/i.test(sql) ? 'events' : null;
  if (NOTED.has(table) || DELETES_ACCOUNT.test(sql)) return 'changes';
  return GIVEN_BACK.test(sql) ? 'streams' : null;
}
