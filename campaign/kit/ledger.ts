/**
 * A receiver in a process of its own that writes down what it got, and checks it. Started by `startLedger`;
 * it outlives whatever happens to the service, and ends with the process that started it.
 */
import type { Subprocess } from 'bun';
import { createArrivals } from './arrivals.ts';

export interface Audit {
  /** Events that arrived, each once. */
  readonly events: number;
  /** Posts beyond the first of each event. */
  readonly repeats: number;
  /** Sequences missing below the highest of their instance or account. */
  readonly gaps: number;
  /** First attempts that came after a later one of their chat. */
  readonly outOfOrder: number;
}

/** The events about one received message. */
export interface EventsOfMessage {
  /** Events, each once, that brought it. */
  readonly messages: number;
  /** Those that said that it cannot be read. */
  readonly unreadable: number;
  /** The sequence of the first event with its content; 0 without one. */
  readonly sequence: number;
  /** The time of the last event that reported it as unreadable. */
  readonly unreadableAt: number;
}

export interface Ledger {
  readonly url: string;
  readonly port: number;
  audit(): Promise<Audit>;
  /** Those of these ids of messages, and names of records, that never arrived. */
  missing(messageIds: readonly string[]): Promise<string[]>;
  /** Returns the events about received messages, by id; messages without events are missing. */
  told(): Promise<ReadonlyMap<string, EventsOfMessage>>;
  stop(): void;
}

export const UNTOLD: EventsOfMessage = { messages: 0, unreadable: 0, sequence: 0, unreadableAt: 0 };

type Answer = Audit | string[] | [string, EventsOfMessage][];

interface Question {
  readonly ask: 'audit' | 'missing' | 'told';
  readonly ids?: readonly string[];
}

/** `port` 0 takes a free one. */
export async function startLedger(port = 0): Promise<Ledger> {
  let answered: (answer: unknown) => void = () => {};
  const listening = new Promise<number>((resolve) => {
    answered = (answer) => resolve(Number(answer));
  });
  const child: Subprocess = Bun.spawn([process.execPath, import.meta.path, String(port)], {
    stdio: ['ignore', 'inherit', 'inherit'],
    ipc: (answer) => answered(answer),
  });
  const taken = await listening;
  // One question at a time: answers come without a name.
  let last: Promise<unknown> = Promise.resolve();
  const ask = <T>(question: Question): Promise<T> => {
    const answer = last.then(
      () =>
        new Promise<T>((resolve) => {
          answered = (reply) => resolve(reply as T);
          child.send(question);
        }),
    );
    last = answer;
    return answer;
  };
  return {
    url: `http://127.0.0.1:${taken}/hook`,
    port: taken,
    audit: () => ask<Audit>({ ask: 'audit' }),
    missing: (ids) => ask<string[]>({ ask: 'missing', ids }),
    told: async () => new Map(await ask<[string, EventsOfMessage][]>({ ask: 'told' })),
    stop: () => child.kill(),
  };
}

interface Body {
  readonly id: string;
  readonly event: string;
  readonly instanceId?: string;
  /** In place of an instance: the event is of the CRM. */
  readonly accountId?: string;
  readonly sequence: number;
  readonly data: {
    readonly Info?: { readonly ID: string; readonly Chat: string };
    /** A record of the CRM. */
    readonly current?: { readonly name?: string };
  };
}

class Pages {
  readonly #arrivals = createArrivals();
  readonly #messages = new Set<string>();
  readonly #told = new Map<string, EventsOfMessage>();
  readonly #sequences = new Map<string, { count: number; before: number; highest: number }>();

  write(body: Body, attempt: number): void {
    const { id, instanceId, accountId, sequence, data } = body;
    // An event without a chat has no order with those of chats; all events of an account are in order.
    const chat = accountId ?? `${instanceId} ${data.Info?.Chat ?? id}`;
    if (!this.#arrivals.add(id, chat, sequence, attempt > 1)) return;
    const known = data.Info?.ID ?? data.current?.name;
    if (known !== undefined) this.#messages.add(known);
    if (data.Info) this.#tell(data.Info.ID, body);
    const stream = accountId ?? instanceId ?? '';
    // A webhook of an account may begin in the middle, one of an instance is there before its first event.
    const before = accountId === undefined ? 0 : sequence - 1;
    const sequences = this.#sequences.get(stream) ?? { count: 0, before, highest: 0 };
    sequences.count++;
    sequences.before = Math.min(sequences.before, before);
    sequences.highest = Math.max(sequences.highest, sequence);
    this.#sequences.set(stream, sequences);
  }

  #tell(message: string, { event, sequence }: Body): void {
    const before = this.#told.get(message) ?? UNTOLD;
    const { unreadable, unreadableAt } = before;
    if (event === 'Undecryptable') {
      const last = Math.max(unreadableAt, sequence);
      this.#told.set(message, { ...before, unreadable: unreadable + 1, unreadableAt: last });
    }
    if (event !== 'Message') return;
    const first = before.messages === 0 ? sequence : Math.min(before.sequence, sequence);
    this.#told.set(message, { ...before, messages: before.messages + 1, sequence: first });
  }

  answer({ ask, ids = [] }: Question): Answer {
    if (ask === 'told') return [...this.#told];
    if (ask === 'missing') return ids.filter((id) => !this.#messages.has(id));
    let gaps = 0;
    for (const { count, before, highest } of this.#sequences.values())
      gaps += highest - before - count;
    return {
      events: this.#arrivals.count(),
      repeats: this.#arrivals.repeats(),
      gaps,
      outOfOrder: this.#arrivals.outOfOrder(),
    };
  }
}

function serve(port: number): void {
  const pages = new Pages();
  const server = Bun.serve({
    port,
    hostname: '127.0.0.1',
    async fetch(request) {
      const body = (await request.json()) as Body;
      pages.write(body, Number(request.headers.get('x-gatehouse-attempt')));
      return new Response('ok');
    },
  });
  process.on('message', (question) => process.send?.(pages.answer(question as Question)));
  process.on('disconnect', () => process.exit(0));
  process.send?.(server.port);
}

if (import.meta.main) serve(Number(process.argv[2]));
