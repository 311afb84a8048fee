/** The events of one instance as they happen, over lost connections: each at least once, in order, none left out. */
import type { InstanceEvent } from './events.ts';
import { GatehouseError } from './failures.ts';
import { type FeedSocket, openSocket, SILENT, type WebSocketMaker } from './feed-socket.ts';
import type { CallOptions } from './request.ts';
import { type Pauses, pauseAfter } from './retries.ts';
import { sleep } from './waiting.ts';

export interface FeedOptions {
  readonly instance: string;
  /** The sequence of the last event that was handled; 0: begin with the oldest that the service keeps. */
  readonly after: number;
  /** Called for one event at a time; the next waits for the promise. When it fails, the feed ends with that. */
  readonly onEvent: (event: InstanceEvent) => void | Promise<void>;
  /** Called for events that the service no longer keeps. */
  readonly onGap?: (gap: Gap) => void | Promise<void>;
  /** Called when a connection opens, and when one has ended. */
  readonly onState?: (state: FeedState) => void;
  readonly signal?: AbortSignal;
}

export interface Gap {
  /** The first and the last sequence that are missing. */
  readonly from: number;
  readonly to: number;
}

export type FeedState =
  | { readonly state: 'open' }
  | { readonly state: 'reconnecting'; readonly reason: string; readonly inMs: number };

export interface Feed {
  /** The sequence of the last event that was handled, to begin with next time. */
  readonly after: number;
  /** Nothing is handled after what is being handled now, which `closed` waits for. */
  close(): void;
  /** Resolves when the feed is closed. Rejects when the service ended it permanently, or a handler failed. */
  readonly closed: Promise<void>;
}

export interface FeedDeps {
  readonly WebSocket: WebSocketMaker;
  /** The address of the service, as `ws:` or `wss:`. */
  readonly url: string;
  readonly pauses: Pauses;
  readonly openMs: number;
  /** A connection on which nothing came for so long is replaced: it may have been cut. */
  readonly silenceMs: number;
  /** Rejects with a `GatehouseError`. */
  readonly ask: (method: string, path: string, options: CallOptions) => Promise<unknown>;
}

export function connectFeed(deps: FeedDeps, options: FeedOptions): Feed {
  if (!Number.isSafeInteger(options.after) || options.after < 0)
    throw new TypeError('after must be a sequence: a whole number from 0');
  const ending = new AbortController();
  const end = () => ending.abort();
  if (options.signal?.aborted) end();
  options.signal?.addEventListener('abort', end, { once: true });
  const reader = new Reader(options);
  const closed = keepConnected(deps, options, reader, ending.signal).finally(() =>
    options.signal?.removeEventListener('abort', end),
  );
  return {
    get after() {
      return reader.after;
    },
    close: end,
    closed,
  };
}

async function keepConnected(
  deps: FeedDeps,
  options: FeedOptions,
  reader: Reader,
  signal: AbortSignal,
): Promise<void> {
  let failures = 0;
  let isOpen = false;
  const onOpen = () => {
    // Replacing a connection that was silent is nobody's business.
    if (!isOpen) options.onState?.({ state: 'open' });
    isOpen = true;
  };
  while (!signal.aborted) {
    const before = reader.after;
    const reason = await oneConnection(deps, options.instance, { reader, onOpen, signal });
    if (signal.aborted) return;
    const wasGood = reason === SILENT || reader.after !== before;
    failures = wasGood ? 0 : failures + 1;
    if (reason === SILENT) continue;
    isOpen = false;
    const inMs = pauseAfter(failures, deps.pauses);
    options.onState?.({ state: 'reconnecting', reason, inMs });
    await sleep(inMs, signal).catch(() => {});
  }
}

/** The service closes with it when the instance's feed is switched off, the instance deleted, or the key has ended. */
const NOT_ALLOWED = 1008;

interface Connection {
  readonly reader: Reader;
  readonly onOpen: () => void;
  readonly signal: AbortSignal;
}

/** Resolves to why it ended, if another one may be tried; rejects when that would end the same way. */
async function oneConnection(
  deps: FeedDeps,
  instance: string,
  { reader, onOpen, signal }: Connection,
): Promise<string> {
  const query = { instance, after: reader.after };
  const ticket = await ticketOf(deps, signal);
  if ('reason' in ticket) return ticket.reason;
  const text = new URLSearchParams({
    instance,
    after: `${reader.after}`,
    ticket: ticket.ticket,
    // Whatever the default of the service is.
    format: 'gatehouse',
  });
  const socket = openSocket({
    ...deps,
    url: `${deps.url}/ws?${text}`,
    onOpen,
    onFrame: (frame) => reader.take(frame, socket),
  });
  const close = () => socket.giveUp('closed');
  if (signal.aborted) close();
  signal.addEventListener('abort', close, { once: true });
  const { code, reason, wasOpen } = await socket.ended;
  signal.removeEventListener('abort', close);
  await reader.finish(signal);
  if (code === NOT_ALLOWED) throw new GatehouseError({ code: 'FEED_CLOSED', message: reason });
  return wasOpen || signal.aborted ? reason : whyNotOpened(deps, query, reason, signal);
}

/** Failures that another try may not have. */
const PASSING: ReadonlySet<string> = new Set([
  'CONNECTION_LOST',
  'TIMED_OUT',
  'RATE_LIMITED',
  'SERVICE_UNAVAILABLE',
  'UPSTREAM_ERROR',
  'INTERNAL_SERVER_ERROR',
]);

/** Why it failed, if that may pass. */
function passingReason(error: unknown, signal: AbortSignal): { readonly reason: string } {
  if (signal.aborted) return { reason: 'closed' };
  if (error instanceof GatehouseError && PASSING.has(error.failure.code))
    return { reason: error.failure.message };
  throw error;
}

/** Returns a ticket, which replaces the key: WebSockets of browsers take no headers. */
const ticketOf = ({ ask }: FeedDeps, signal: AbortSignal) =>
  ask('POST', '/ws/ticket', { signal }).then(
    (answer) => answer as { readonly ticket: string },
    (error: unknown) => passingReason(error, signal),
  );

/** A WebSocket that is refused does not say why; a plain request is refused for the same reason, in words. */
const whyNotOpened = (
  { ask }: FeedDeps,
  query: CallOptions['query'] & object,
  reason: string,
  signal: AbortSignal,
): Promise<string> =>
  ask('GET', '/ws', { query, signal }).then(
    () => reason,
    (error: unknown) => {
      // Nothing is wrong but that it is no WebSocket.
      if (error instanceof GatehouseError && error.failure.code === 'BAD_REQUEST') return reason;
      return passingReason(error, signal).reason;
    },
  );

/**
 * The most frames that may wait for a slow handler. Beyond it the connection is dropped, and later continued at the
 * same place.
 */
const FRAMES_MAX = 1_000;
const CHARACTERS_MAX = 32 * 1024 * 1024;

/** Handles frames one after the other. */
class Reader {
  after: number;
  readonly #options: FeedOptions;
  #waiting: string[] = [];
  #characters = 0;
  #work: Promise<void> | null = null;
  #failure: { readonly error: unknown } | null = null;

  constructor(options: FeedOptions) {
    this.#options = options;
    this.after = options.after;
  }

  take(frame: string, socket: FeedSocket): void {
    this.#characters += frame.length;
    const isFull = this.#waiting.length >= FRAMES_MAX || this.#characters > CHARACTERS_MAX;
    // One alone is taken whatever its size: it would come again after each new connection.
    if (isFull && this.#work !== null) {
      socket.giveUp('events come faster than they are handled');
    } else {
      this.#waiting.push(frame);
      this.#work ??= this.#handleAll(socket);
    }
  }

  /** Resolves when what came has been handled; when `signal` aborts, what has not begun is left. Rejects as a handler did. */
  async finish(signal: AbortSignal): Promise<void> {
    const leave = () => {
      this.#waiting = [];
    };
    if (signal.aborted) leave();
    signal.addEventListener('abort', leave, { once: true });
    await this.#work;
    signal.removeEventListener('abort', leave);
    this.#characters = 0;
    if (this.#failure !== null) throw this.#failure.error;
  }

  async #handleAll(socket: FeedSocket): Promise<void> {
    try {
      for (let frame = this.#waiting.shift(); frame !== undefined; frame = this.#waiting.shift()) {
        await this.#handle(frame);
        this.#characters -= frame.length;
      }
    } catch (error) {
      this.#failure = { error };
      this.#waiting = [];
      socket.giveUp('a handler failed');
    }
    this.#work = null;
  }

  async #handle(frame: string): Promise<void> {
    const content: InstanceEvent | { readonly gap: Gap } = JSON.parse(frame);
    if ('gap' in content) {
      await this.#options.onGap?.(content.gap);
      this.after = content.gap.to;
      return;
    }
    await this.#options.onEvent(content);
    this.after = content.sequence;
  }
}
