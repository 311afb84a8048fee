/** Callers that want a service's memory: bodies that are never finished, answers that are never read. */
import { announce, type RawHttp, rawHttp } from './raw-http.ts';

export interface HostileLoad {
  /** Statuses of what was answered, such as 429, and how often. */
  readonly answers: ReadonlyMap<number, number>;
  /** Connections opened so far, those that were opened again after a refusal included. */
  opened(): number;
  stop(): void;
}

export interface HostileOptions {
  readonly port: number;
  /** `apikey` of each attacker and the instance it opens. */
  readonly keys: readonly { readonly name: string; readonly key: string }[];
  /** Connections at any time, half of them senders, half readers. */
  readonly connections: number;
  /** How often each connection goes on: sends its next piece, or comes again when it was refused; default 1000. */
  readonly roundMs?: number;
  /** Bodies come in chunks, of nobody knows what size; default false: their size is announced. */
  readonly isChunked?: boolean;
}

const BODY_BYTES = 31 * 1024 * 1024;
const SENT_AT_ONCE = Buffer.alloc(8 * 1024 * 1024 - 1, 'A');
/** As one chunk, `HTTP/1.1` 7.1. */
const CHUNK = Buffer.concat([
  Buffer.from(`${SENT_AT_ONCE.length.toString(16)}\r\n`),
  SENT_AT_ONCE,
  Buffer.from('\r\n'),
]);
/** They do so one after another, not all at once: a flood of requests is another attack. */
const STEPS = 20;

/** Opens them all; whoever was refused or cut off comes again a second later. */
export function attack(options: HostileOptions): HostileLoad {
  const { port, keys, connections, roundMs = 1000, isChunked = false } = options;
  const answers = new Map<number, number>();
  const open: { raw: RawHttp; left: number }[] = [];
  let opened = 0;
  const begin = (index: number) => {
    const { name, key } = keys[(index >> 1) % keys.length]!;
    opened++;
    if (index % 2 === 0) {
      const raw = beginBody(port, `/message/sendMedia/${name}`, key, isChunked);
      return { raw, left: Math.floor(BODY_BYTES / SENT_AT_ONCE.length) };
    }
    const raw = rawHttp(port, [
      `GET /event/find/${name} HTTP/1.1`,
      'Host: localhost',
      `apikey: ${key}`,
    ]);
    // What is refused is small and still comes in: only then is the connection of no more use.
    raw.pauseAfterHead();
    return { raw, left: 0 };
  };
  const goOn = (index: number) => {
    const one = open[index]!;
    const status = one.raw.status();
    if (one.raw.isGone() || (status !== 0 && status !== 200)) {
      answers.set(status, (answers.get(status) ?? 0) + 1);
      one.raw.destroy();
      open[index] = begin(index);
    } else if (one.left > 0) {
      one.left--;
      one.raw.write(isChunked ? CHUNK : SENT_AT_ONCE);
    }
  };
  for (let index = 0; index < connections; index++) open.push(begin(index));
  let step = 0;
  const timer = setInterval(() => {
    step = (step + 1) % STEPS;
    for (let index = step; index < connections; index += STEPS) goOn(index);
  }, roundMs / STEPS);
  return {
    answers,
    opened: () => opened,
    stop() {
      clearInterval(timer);
      for (const { raw } of open) raw.destroy();
    },
  };
}

function beginBody(port: number, path: string, key: string, isChunked: boolean): RawHttp {
  if (!isChunked) {
    const raw = announce(port, path, BODY_BYTES, [`apikey: ${key}`]);
    raw.write('{"media":"');
    return raw;
  }
  const headers = ['Host: localhost', `apikey: ${key}`, 'Content-Type: application/json'];
  return rawHttp(port, [`POST ${path} HTTP/1.1`, ...headers, 'Transfer-Encoding: chunked']);
}
