/** The link to a broker: whether it is up and since when. What cannot be sent meanwhile waits in the table. */
import type { Channel, Outcome } from '../events/contract/channel.ts';
import { Backoff } from '../shared/async/backoff.ts';
import { whenAborted } from '../shared/async/cancellation.ts';
import { type Clock, iso, sleep } from '../shared/clock.ts';
import { messageOf } from '../shared/errors.ts';
import type { Log } from '../shared/log.ts';
import { onceAMinute } from '../shared/once-a-minute.ts';

export interface BrokerConnection {
  /** Aborts when the connection is gone, with a text as its reason. */
  readonly gone: AbortSignal;
  /** Ends it in bounded time; never rejects. */
  close(): Promise<void>;
}

export interface LinkStatus {
  readonly state: 'up' | 'down';
  /** Ms since 1970. */
  readonly since: number;
  /** A stable first word (`connection_refused`, `access_refused`, …), then text for people. */
  readonly error: string | null;
}

/** A channel to one broker; its link is started and stopped beside it. */
export interface BrokerChannel extends Channel {
  readonly link: Pick<Link<BrokerConnection>, 'condition' | 'start' | 'stop'>;
}

/** Reports that an open connection takes nothing for now, with the reason, or (null) takes again. */
export type ReportBlocked = (reason: string | null) => void;

interface LinkOptions<C extends BrokerConnection> {
  /** `amqp`, `nats`: what the log calls it. */
  readonly name: string;
  readonly clock: Clock;
  readonly log: Log;
  /** Makes one connection or rejects with an Error whose message may be shown; ends soon after `signal` aborts. */
  readonly open: (held: ReportBlocked, signal: AbortSignal) => Promise<C>;
}

const RECONNECT_FIRST_MS = 1_000;
const RECONNECT_MAX_MS = 60_000;

/** One connection to one broker, opened again after every loss. */
export class Link<C extends BrokerConnection> {
  readonly #clock: Clock;
  readonly #openOne: LinkOptions<C>['open'];
  readonly #report: ReturnType<typeof createReport>;
  readonly #stopped = new AbortController();
  #connection: C | null = null;
  #running = Promise.resolve();

  constructor(options: LinkOptions<C>) {
    this.#clock = options.clock;
    this.#openOne = options.open;
    this.#report = createReport(options);
  }

  /** Null while there is none, or while the broker takes nothing. */
  get connection(): C | null {
    return this.condition.state === 'up' ? this.#connection : null;
  }

  get condition(): LinkStatus {
    return this.#report.condition;
  }

  /** Calls `listener` every time it comes up. */
  whenUp(listener: () => void): void {
    this.#report.listeners.push(listener);
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
      await sleep(this.#clock, backoff.next(), signal);
    }
  }

  /** One connection from its opening to its loss; whether there was one. */
  async #live(stopped: AbortSignal): Promise<boolean> {
    const report = this.#report;
    let blockedBecause: string | null = null;
    const announce = () => (blockedBecause === null ? report.up() : report.down(blockedBecause));
    const blocked: ReportBlocked = (reason) => {
      blockedBecause = reason;
      if (this.#connection !== null && !this.#connection.gone.aborted) announce();
    };
    try {
      const connection = await this.#openOne(blocked, stopped);
      this.#connection = connection;
      announce();
      await whenAborted(AbortSignal.any([connection.gone, stopped]));
      if (!stopped.aborted) report.down(String(connection.gone.reason));
    } catch (error) {
      if (!stopped.aborted) report.down(messageOf(error));
    }
    const last = this.#connection;
    this.#connection = null;
    await last?.close();
    return last !== null;
  }
}

/** The state of the link, and the listeners for it. */
function createReport({ name, clock, log }: Pick<LinkOptions<never>, 'name' | 'clock' | 'log'>) {
  const listeners: (() => void)[] = [];
  let condition: LinkStatus = {
    state: 'down',
    since: clock.now(),
    error: 'connecting: no connection yet',
  };
  const mayLog = onceAMinute(clock);
  return {
    listeners,
    get condition() {
      return condition;
    },
    up(): void {
      if (condition.state === 'up') return;
      log.debug('broker is up', { broker: name, downSince: iso(condition.since) });
      condition = { state: 'up', since: clock.now(), error: null };
      for (const listener of listeners) listener();
    },
    down(error: string): void {
      const since = condition.state === 'down' ? condition.since : clock.now();
      condition = { state: 'down', since, error };
      if (!mayLog()) return;
      log.warn('broker is down, its deliveries wait', { broker: name, since: iso(since), error });
    },
  };
}

/** A failed attempt; `error` begins with a stable word. */
export const failedOutcome = (error: string): Outcome => ({
  kind: 'failed',
  status: null,
  error,
  responseBody: null,
});
