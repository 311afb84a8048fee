/** Keeps the link to a broker, and knows since when it is up or down. Deliveries wait in the table while it is down. */
import type { Channel } from '../events/contract/channel.ts';
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
