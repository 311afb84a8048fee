/**
 * A receiver in a process of its own that writes down what it got, and checks it. Started by `startLedger`;
 * it outlives whatever happens to the service, and ends with the process that started it.
 */
import type { Subprocess } from 'bun';

export interface Audit {
  /** Events that arrived, each once. */
  readonly events: number;
  /** Posts beyond the first of each event. */
  readonly repeats: number;
  /** Sequences missing below the highest of their instance. */
  readonly gaps: number;
  /** First attempts that came after a later one of their chat. */
  readonly outOfOrder: number;
}

export interface Ledger {
  readonly url: string;
  readonly port: number;
  audit(): Promise<Audit>;
  /** Those of the message ids that never arrived. */
  missing(messageIds: readonly string[]): Promise<string[]>;
  /** Ms between `sentAt` in a message's text and its arrival, of those that say it, since the last call. */
  delays(): Promise<number[]>;
  stop(): void;
}

interface Question {
  readonly ask: 'audit' | 'missing' | 'delays';
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
          answered = (given) => resolve(given as T);
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
    delays: () => ask<number[]>({ ask: 'delays' }),
    stop: () => child.kill(),
  };
}

/** Wall time with a resolution below a millisecond, comparable between processes of one machine. */
const wallMs = (): number => performance.timeOrigin + performance.now();

interface Body {
  readonly id: string;
  readonly instanceId: string;
  readonly sequence: number;
  readonly data: {
    readonly Info?: { readonly ID: string; readonly Chat: string };
    readonly Message?: { readonly conversation?: string };
  };
}

class Pages {
  readonly #seen = new Set<string>();
  readonly #messages = new Set<string>();
  readonly #sequences = new Map<string, { count: number; highest: number }>();
  readonly #lastOfChat = new Map<string, number>();
  #delays: number[] = [];
  #repeats = 0;
  #outOfOrder = 0;

  write(body: Body, attempt: number): void {
    if (this.#seen.has(body.id)) {
      this.#repeats++;
      return;
    }
    this.#seen.add(body.id);
    const { Info, Message } = body.data;
    const sentAt = /^sentAt ([\d.]+)/.exec(Message?.conversation ?? '')?.[1];
    if (sentAt) this.#delays.push(wallMs() - Number(sentAt));
    if (Info) this.#messages.add(Info.ID);
    const sequences = this.#sequences.get(body.instanceId) ?? { count: 0, highest: 0 };
    sequences.count++;
    sequences.highest = Math.max(sequences.highest, body.sequence);
    this.#sequences.set(body.instanceId, sequences);
    const chat = `${body.instanceId} ${Info?.Chat}`;
    const last = this.#lastOfChat.get(chat) ?? 0;
    if (Info && attempt === 1 && body.sequence < last) this.#outOfOrder++;
    this.#lastOfChat.set(chat, Math.max(last, body.sequence));
  }

  answer({ ask, ids = [] }: Question): Audit | string[] | number[] {
    if (ask === 'missing') return ids.filter((id) => !this.#messages.has(id));
    if (ask === 'delays') return this.#delays.splice(0);
    let gaps = 0;
    for (const { count, highest } of this.#sequences.values()) gaps += highest - count;
    const { size: events } = this.#seen;
    return { events, repeats: this.#repeats, gaps, outOfOrder: this.#outOfOrder };
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
