/**
 * One connection to one broker, kept for as long as the process runs. Owns: opening it again after every loss,
 * saying whether it is up and since when, and telling the log at most once a minute.
 * Must never: hold events back itself; what cannot be sent waits in the table.
 */
import type { Outcome } from '../events/contract/channel.ts';
import { Backoff } from '../shared/async/backoff.ts';
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

/** Tells the link that an open connection takes nothing for now, with the reason, or (null) takes again. */
export type ReportBlocked = (reason: string | null) => void;

interface LinkOptions<C extends BrokerConnection> {
  /** `amqp`, `nats`: what the log calls it. */
  readonly name: string;
  readonly clock: Clock;
  readonly log: Log;
  /** Makes one connection or rejects with an Error whose message may be shown; ends soon after `signal` aborts. */
  readonly open: (held: ReportBlocked, signal: AbortSignal) => Promise<C>;
}

export interface Link<C extends BrokerConnection> {
  /** Null while there is none, or while the broker takes nothing. */
  readonly connection: C | null;
  readonly condition: LinkStatus;
  /** Calls `listener` every time it comes up. */
  whenUp(listener: () => void): void;
  start(): void;
  stop(): Promise<void>;
}

const RECONNECT_FIRST_MS = 1_000;
const RECONNECT_MAX_MS = 60_000;

export function createLink<C extends BrokerConnection>(options: LinkOptions<C>): Link<C> {
  const { clock, open } = options;
  const report = createReport(options);
  const stopped = new AbortController();
  let connection: C | null = null;
  let running = Promise.resolve();

  /** One connection from its opening to its loss; whether there was one. */
  async function live(): Promise<boolean> {
    let heldBecause: string | null = null;
    const tell = () => (heldBecause === null ? report.up() : report.down(heldBecause));
    const held: ReportBlocked = (reason) => {
      heldBecause = reason;
      if (connection !== null && !connection.gone.aborted) tell();
    };
    try {
      connection = await open(held, stopped.signal);
      tell();
      await either(connection.gone, stopped.signal);
      if (!stopped.signal.aborted) report.down(String(connection.gone.reason));
    } catch (error) {
      if (!stopped.signal.aborted) report.down(messageOf(error));
    }
    const last = connection;
    connection = null;
    await last?.close();
    return last !== null;
  }

  async function keep(): Promise<void> {
    const backoff = new Backoff({ firstMs: RECONNECT_FIRST_MS, maxMs: RECONNECT_MAX_MS });
    while (!stopped.signal.aborted) {
      if (await live()) backoff.reset();
      await sleep(clock, backoff.next(), stopped.signal);
    }
  }

  return {
    get connection() {
      return report.condition.state === 'up' ? connection : null;
    },
    get condition() {
      return report.condition;
    },
    whenUp: (listener) => void report.listeners.push(listener),
    start() {
      running = keep();
    },
    async stop() {
      stopped.abort();
      await running;
    },
  };
}

/** What is known about the link, and who is told. */
function createReport({ name, clock, log }: Pick<LinkOptions<never>, 'name' | 'clock' | 'log'>) {
  const listeners: (() => void)[] = [];
  let condition: LinkStatus = {
    state: 'down',
    since: clock.now(),
    error: 'connecting: no connection yet',
  };
  const mayTell = onceAMinute(clock);
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
      if (!mayTell()) return;
      log.warn('broker is down, its deliveries wait', { broker: name, since: iso(since), error });
    },
  };
}

const either = (...signals: AbortSignal[]): Promise<void> =>
  new Promise((resolve) => {
    const any = AbortSignal.any(signals);
    if (any.aborted) resolve();
    any.addEventListener('abort', () => resolve(), { once: true });
  });

/** A failed attempt; `error` begins with a stable word. */
export const failedOutcome = (error: string): Outcome => ({
  kind: 'failed',
  status: null,
  error,
  responseBody: null,
});
