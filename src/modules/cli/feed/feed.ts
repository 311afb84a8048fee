/**
 * Reads the events of one instance as they happen, across lost connections: each once, in order, and gaps are reported.
 */
import { Backoff } from '../../../core/shared/async/repeat.ts';
import { type Clock, sleep } from '../../../core/shared/clock.ts';
import { UsageFault } from '../command.ts';
import type { Gateway } from '../gateway.ts';
import { Queue } from './queue.ts';

export interface FeedEvent {
  readonly id: string;
  readonly event: string;
  readonly sequence: number;
  /** The body as it came, byte for byte. */
  readonly body: string;
}

interface FeedOptions {
  readonly gateway: Gateway;
  readonly instance: string;
  /** Begin after this sequence, or with null at events that happen from now on. */
  readonly after: number | null;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** Switches the WebSocket of the instance on. Throws UsageFault when it cannot. */
  readonly turnOn: () => Promise<void>;
  /** Called for lost connections and for events that retention has removed. */
  readonly note: (text: string) => void;
}

const PAUSES = { firstMs: 500, maxMs: 30_000 };

interface Place {
  /** The sequence after which the next connection begins, or null to begin with new events. */
  after: number | null;
}

/** Ends when `signal` aborts. Throws UsageFault when the feed may not be read. */
export async function* feedOf(options: FeedOptions): AsyncGenerator<FeedEvent, void> {
  const { clock, signal, note } = options;
  const backoff = new Backoff(PAUSES);
  const place: Place = { after: options.after };
  for (let isFirst = true; await isOpen(options, place.after, isFirst); isFirst = false) {
    const before = place.after;
    const ended = yield* connectionOf(options, place);
    if (signal.aborted) return;
    // Another command may have switched it off at its end: it is asked why, and switched on again.
    if (ended.isFinal && !(await isOff(options)))
      throw new UsageFault(`the feed was closed: ${ended.reason}`);
    note(`${ended.reason}; reconnecting`);
    if (place.after !== before) backoff.reset();
    await sleep(clock, backoff.next(), signal);
  }
}

/** Returns the events of one connection, which is closed when it is no longer read, and then how it ended. */
async function* connectionOf(
  options: FeedOptions,
  place: Place,
): AsyncGenerator<FeedEvent, FeedEnd> {
  const { gateway, clock, signal, note } = options;
  const url = gateway.at(feedPath(options, place.after));
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
  const socket = connectFeed({ url, key: gateway.key, clock });
  const close = () => socket.close();
  signal.addEventListener('abort', close);
  try {
    for (;;) {
      const frame = await socket.next();
      if (typeof frame !== 'string') return frame;
      const event = read(frame, place, note);
      if (event !== null) yield event;
    }
  } finally {
    signal.removeEventListener('abort', close);
    socket.close();
  }
}

/** Reads an event and moves the place behind it; returns null for a gap, which is noted. */
function read(frame: string, place: Place, note: (text: string) => void): FeedEvent | null {
  const { id, event, sequence, gap } = fieldsOf(frame);
  if (gap !== undefined) {
    note(`events ${gap.from} to ${gap.to} are missing: the service does not store them any more`);
    place.after = gap.to;
    return null;
  }
  place.after = sequence;
  return { id, event, sequence, body: frame };
}

interface Fields {
  readonly id: string;
  readonly event: string;
  readonly sequence: number;
  readonly gap?: { readonly from: number; readonly to: number };
}

/** Throws UsageFault for a frame that Gatehouse does not send. */
function fieldsOf(frame: string): Fields {
  try {
    const fields: Fields = { ...JSON.parse(frame) };
    if (Number.isInteger(fields.gap?.to ?? fields.sequence)) return fields;
  } catch {
    // A frame that is not JSON is treated alike.
  }
  throw new UsageFault('the WebSocket does not send Gatehouse events');
}

function feedPath({ instance }: FeedOptions, after: number | null): string {
  const from = after !== null && { after: String(after) };
  // Whatever the default of the service is.
  const query = new URLSearchParams({ instance, ...from, format: 'gatehouse' });
  return `/ws?${query}`;
}

const isOff = async (options: FeedOptions): Promise<boolean> =>
  (await options.gateway.ask('GET', feedPath(options, null))).status === OFF;

/** How the service answers while the WebSocket of the instance is not enabled. */
const OFF = 409;

/**
 * Resolves with true once the feed can be opened, or false when `signal` aborts first. A refused WebSocket does not say
 * why; a plain request is refused for the same reason, in words.
 */
async function isOpen(options: FeedOptions, after: number | null, isFirst: boolean) {
  const { gateway, instance, signal, clock, note } = options;
  const backoff = new Backoff(PAUSES);
  while (!signal.aborted) {
    const answer = await gateway.ask('GET', feedPath(options, after)).catch((error) => {
      // At the first try a wrong address is a mistake of the caller; later the service may be restarting.
      if (isFirst) throw error;
      return null;
    });
    // With 400 the only problem is that the request is not an upgrade.
    if (answer?.status === 400) return true;
    if (answer?.status === OFF) {
      await options.turnOn();
      continue;
    }
    const why = REFUSALS[answer?.status ?? 0];
    if (why !== undefined) throw new UsageFault(why(instance));
    note(`the service cannot be reached, or is busy (${answer?.status ?? 'no answer'})`);
    await sleep(clock, backoff.next(), signal);
  }
  return false;
}

const REFUSALS: Readonly<Record<number, (instance: string) => string>> = {
  401: () => 'the service does not know the key (401)',
  403: (instance) => `the key cannot read the events of ${instance} (403)`,
  404: (instance) => `there is no instance ${instance} (404)`,
};

interface FeedEnd {
  readonly reason: string;
  /** Opening it again would end in the same way. */
  readonly isFinal: boolean;
}

interface FeedSocket {
  /** Resolves with the next frame, or with how the socket ended. */
  next(): Promise<string | FeedEnd>;
  close(): void;
}

interface SocketOptions {
  readonly url: URL;
  readonly key: string;
  readonly clock: Clock;
}

const PING_MS = 20_000;
/** The service closes with this code when the instance is gone or the key has ended. */
const NOT_ALLOWED = 1008;
/**
 * How many frames may wait for a slow application; beyond it the socket is closed, and opened again at the same place.
 */
const WAITING_FRAMES_MAX = 1_000;
const WAITING_CHARACTERS_MAX = 32 * 1024 * 1024;

/** Bun's client takes headers; the types of the DOM allow only protocols as the second argument. */
const openSocket = ({ url, key }: SocketOptions): WebSocket =>
  new WebSocket(url, { headers: { apikey: key } } as unknown as string[]);

function connectFeed(options: SocketOptions): FeedSocket {
  const socket = openSocket(options);
  const queue = new Queue<string, FeedEnd>();
  let waiting = 0;
  let isAlive = true;
  const end = (reason: string, isFinal = false) => {
    cancelPing();
    queue.end({ reason, isFinal });
    socket.close();
  };
  // A connection that was cut reports nothing, so a peer that does not answer a ping is considered gone.
  const ping = () => {
    if (!isAlive) return end('the connection was lost');
    isAlive = false;
    if (socket.readyState === WebSocket.OPEN) (socket as WebSocket & { ping(): void }).ping();
    cancelPing = options.clock.after(PING_MS, ping);
  };
  let cancelPing = options.clock.after(PING_MS, ping);
  const alive = () => {
    isAlive = true;
  };
  socket.addEventListener('pong' as 'message', alive);
  socket.addEventListener('message', ({ data }) => {
    alive();
    const frame = String(data);
    waiting += frame.length;
    if (queue.size < WAITING_FRAMES_MAX && waiting <= WAITING_CHARACTERS_MAX) queue.push(frame);
    else
      end(
        'the application is slower than the events; the events that it has not taken are requested again',
      );
  });
  socket.addEventListener('error', () => end('the connection was lost'));
  socket.addEventListener('close', ({ code, reason }) =>
    end(reason === '' ? `the connection ended (${code})` : reason, code === NOT_ALLOWED),
  );
  return {
    async next() {
      const frame = await queue.next();
      if (typeof frame === 'string') waiting -= frame.length;
      return frame;
    },
    close: () => end('closed'),
  };
}
