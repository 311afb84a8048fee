/**
 * Keeps the link to a broker, and knows since when it is up or down, and in words for operators why it refused something.
 * Deliveries wait in the table while it is down.
 */
import {
  type Channel,
  failedOutcome,
  type Outcome,
  type RefusalCause,
} from '../events/contract/channel.ts';
import { askForTls, NO_TLS, ONLY_TLS, tlsFinding } from '../outbound/failure-reason.ts';
import { whenAborted } from '../shared/async/cancellation.ts';
import { Backoff } from '../shared/async/repeat.ts';
import { type Clock, iso, sleep } from '../shared/clock.ts';
import { type Condition, ConditionRecord } from '../shared/condition.ts';
import { messageOf } from '../shared/errors.ts';
import type { Log } from '../shared/log.ts';
import { leaveUnhandled } from '../shared/unhandled-faults.ts';

export interface BrokerConnection {
  /** Aborts when the connection is gone, with a text as its reason. */
  readonly gone: AbortSignal;
  /** Ends the connection in bounded time; never rejects. */
  close(): Promise<void>;
}

/** A channel to one broker; its link is started and stopped with it. */
export interface BrokerChannel extends Channel {
  readonly link: Pick<Link<BrokerConnection>, 'condition' | 'start' | 'stop'>;
}

/** Reports that an open connection takes nothing for now, with the reason, or (null) takes again. */
export type ReportBlocked = (reason: string | null) => void;

interface LinkOptions<C extends BrokerConnection> {
  /** The name in the log: `amqp`, `nats`. */
  readonly name: string;
  readonly clock: Clock;
  readonly log: Log;
  /** The log line when it is lost; by default it says that deliveries wait. */
  readonly whenDown?: string;
  /** Opens one connection or rejects with an Error whose message may be shown; ends soon after `signal` aborts. */
  readonly open: (reportBlocked: ReportBlocked, signal: AbortSignal) => Promise<C>;
}

const RECONNECT_FIRST_MS = 1_000;
const RECONNECT_MAX_MS = 60_000;

/** One connection to one broker, opened again after every loss. */
export class Link<C extends BrokerConnection> {
  readonly #options: LinkOptions<C>;
  readonly #condition: ConditionRecord;
  readonly #listeners: (() => void)[] = [];
  readonly #stopped = new AbortController();
  #connection: C | null = null;
  #running = Promise.resolve();

  constructor(options: LinkOptions<C>) {
    this.#options = options;
    this.#condition = new ConditionRecord(options.clock, 'connecting: no connection yet');
  }

  /** Null while there is no connection, or while the broker takes nothing. */
  get connection(): C | null {
    return this.#condition.isUp ? this.#connection : null;
  }

  /** Its error begins with a stable word (`connection_refused`, `access_refused`, …). */
  get condition(): Condition {
    return this.#condition.current;
  }

  /** Calls `listener` every time the link comes up. */
  whenUp(listener: () => void): void {
    this.#listeners.push(listener);
  }

  start(): void {
    this.#running = this.#stayConnected();
  }

  async stop(): Promise<void> {
    this.#stopped.abort();
    await this.#running;
  }

  async #stayConnected(): Promise<void> {
    const backoff = new Backoff({ firstMs: RECONNECT_FIRST_MS, maxMs: RECONNECT_MAX_MS });
    const { signal } = this.#stopped;
    while (!signal.aborted) {
      if (await this.#live(signal)) backoff.reset();
      await sleep(this.#options.clock, backoff.next(), signal);
    }
  }

  /** Runs one connection from its opening to its loss; resolves with whether it was opened. */
  async #live(stopped: AbortSignal): Promise<boolean> {
    let blockedBecause: string | null = null;
    const announce = () => (blockedBecause === null ? this.#up() : this.#down(blockedBecause));
    const reportBlocked: ReportBlocked = (reason) => {
      blockedBecause = reason;
      if (this.#connection !== null && !this.#connection.gone.aborted) announce();
    };
    try {
      const connection = await this.#options.open(reportBlocked, stopped);
      this.#connection = connection;
      announce();
      await whenAborted(AbortSignal.any([connection.gone, stopped]));
      if (!stopped.aborted) this.#down(messageOf(connection.gone.reason));
    } catch (error) {
      if (!stopped.aborted) this.#down(messageOf(error));
    }
    const last = this.#connection;
    this.#connection = null;
    await last?.close().catch(leaveUnhandled);
    return last !== null;
  }

  #up(): void {
    const { name, log } = this.#options;
    const { since } = this.condition;
    if (!this.#condition.up()) return;
    log.debug('broker is up', { broker: name, downSince: iso(since) });
    for (const listener of this.#listeners) listener();
  }

  #down(error: string): void {
    if (!this.#condition.down(error)) return;
    const { name, log, whenDown = 'broker is down, its deliveries wait' } = this.#options;
    const since = iso(this.condition.since);
    log.warn(whenDown, { broker: name, since, error });
  }
}

/** The first that matches counts: what a broker says of its limits also contains the words of its refusals. */
const WORDS: readonly (readonly [RegExp, string])[] = [
  [/ECONNREFUSED/i, 'connection_refused'],
  [/ENOTFOUND|EAI_AGAIN|getaddrinfo/i, 'dns_error'],
  [/connection limit|maximum( account)?( active)? connections|channel_max/i, 'connection_limit'],
  [/queue limit in vhost/i, 'queue_limit'],
  [/vhost \S+ not found/i, 'no_vhost'],
  [
    /ACCESS_REFUSED|NOT_ALLOWED|AUTHORIZATION|AUTHENTICATION|permissions?.violation/i,
    'access_refused',
  ],
  [/connection refused/i, 'connection_refused'],
  [/certificate|CERT_|SSL|TLS|self.signed/i, 'tls_error'],
  [/message size .{0,100}max|max(imum)?[_ ]payload/i, 'too_large'],
  [/RESOURCE_LOCKED/, 'locked'],
  [/PRECONDITION_FAILED/, 'precondition_failed'],
  [/blocked by server/i, 'blocked'],
  [/Message rejected/, 'refused'],
  [/sealed stream/i, 'sealed'],
  [/expected stream does not match/i, 'wrong_stream'],
  // JetStream's words for a stream, or what one subject may have of it, that takes no more.
  [
    /maximum (messages|bytes)|insufficient (storage |memory )?resources|resource limits exceeded|no space left/i,
    'full',
  ],
  [
    /temporarily unavailable|no suitable peers|is offline|NOT_FOUND|INTERNAL_ERROR|RESOURCE_ERROR/i,
    'unavailable',
  ],
  [/timeout|ETIMEDOUT/i, 'timeout'],
  [/closed|ended|disconnect|ECONNRESET|EPIPE|not connected|Socket/i, 'connection_lost'],
];

/** A text that begins with a word of its own stays unchanged. */
export function reasonOf(error: unknown): string {
  const text = messageOf(error);
  if (/^[a-z_]+: /.test(text)) return text;
  if (/server does not support 'tls'/.test(text)) return NO_TLS;
  const tls = tlsFinding(text);
  if (tls !== null) return tls;
  const word = WORDS.find(([pattern]) => pattern.test(text))?.[1] ?? 'broker_error';
  return `${word}: ${text}`;
}

/** The default ports of schemes without TLS. */
const PLAIN_PORTS: Readonly<Record<string, number>> = { 'amqp:': 5672, 'nats:': 4222, 'ws:': 80 };

/**
 * Describes why no connection could be opened. A port that only speaks TLS answers nothing to a client without it, so it
 * is asked for that.
 */
export async function openingFailure(
  error: unknown,
  address: string,
  signal: AbortSignal,
): Promise<string> {
  const reason = reasonOf(error);
  const { protocol, hostname, port } = new URL(address);
  const plainPort = PLAIN_PORTS[protocol];
  const isSuspect =
    plainPort !== undefined && /^(connection_lost|timeout|broker_error)/.test(reason);
  if (!isSuspect || signal.aborted) return reason;
  const host = hostname.replace(/^\[|\]$/g, '');
  const found = await askForTls({ host, port: Number(port) || plainPort }, signal);
  return found === true ? ONLY_TLS : reason;
}

/**
 * Failures that say nothing about the queue or subject: the connection is gone, or the message itself is too large.
 * With any other failure the queue or subject refuses everything until somebody repairs it.
 */
const NOT_OF_ADDRESS: ReadonlySet<string> = new Set([
  'blocked',
  'connection_limit',
  'connection_lost',
  'connection_refused',
  'dns_error',
  'no_jetstream',
  'no_stream',
  'no_vhost',
  'tls_error',
  'too_large',
]);

/** Returns the outcome of an attempt that a broker did not take. */
export function brokerFailure(error: unknown): Outcome {
  const reason = reasonOf(error);
  return failedOutcome(reason, refusingSideOf(error, reason));
}

function refusingSideOf(error: unknown, reason: string): RefusalCause | undefined {
  // Nothing is left to leave out. A size that the broker itself complains of may fit without its media.
  if (messageOf(error).startsWith('too_large: ')) return 'event';
  const [word = ''] = reason.split(':', 1);
  return NOT_OF_ADDRESS.has(word) ? undefined : 'address';
}
