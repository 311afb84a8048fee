/** Handles a database that is full, locked or unreachable for a while. */
import { Backoff } from '../shared/async/repeat.ts';
import type { Clock } from '../shared/clock.ts';
import { isOutcomeUnknown, messageOf } from '../shared/errors.ts';
import type { Log } from '../shared/log.ts';
import {
  createDatabase,
  type Database,
  DatabaseError,
  type DatabaseFault,
  type Executor,
  effectOf,
  faultOf,
  isPassing,
  outageText,
  type PassingFault,
  type Row,
  type Statement,
} from './client.ts';

const PROBE_FIRST_MS = 50;
const PROBE_MAX_MS = 500;

/** A server that answers reads but no writes for so long does not recover by itself. */
const STUCK_AFTER_MS = 30_000;
const STUCK = 'the database server answers reads but takes no write: it must be restarted';

/**
 * Two commits that change nothing in the end. The first takes 64 pages of 4 KiB, about twice what an event with its
 * delivery takes: if that does not fit, hardly any write does. Together with its removal it would take three times as
 * much, because SQLite does not write pages that are free again.
 */
const PROBE: readonly Statement[] = [
  {
    sql: "insert or replace into service_facts (name, value) values ('write_probe', hex(zeroblob(131072)))",
    params: [],
  },
  { sql: "delete from service_facts where name = 'write_probe'", params: [] },
];

const mayWrite = ({ sql }: Pick<Statement, 'sql'>): boolean => effectOf(sql) !== 'read';

/** Failures for which the caller's statement is not to blame. */
type CommitFailure = PassingFault | 'unauthorized' | 'other';
const isOurs = (fault: DatabaseFault): fault is CommitFailure =>
  fault !== 'unique' && fault !== 'constraint';

interface Outages {
  /** Why nothing can be written and since when, in words for operators; null if all is well. */
  readonly reason: string | null;
  /** How many writes failed or were refused so far, by reason. */
  readonly failed: Readonly<Record<CommitFailure, number>>;
}

export interface WatchedDatabase extends Database {
  readonly outages: Outages;
}

interface OutageDeps {
  readonly clock: Clock;
  readonly log: Log;
}

/**
 * Wraps a database: after a write that fails as `full`, `busy` or `unreachable`, it refuses writes until one of its own
 * succeeds, and reads too while it is `unreachable`. It tries at once, then after 50 ms, later after 500 ms.
 */
export function watchOutages(executor: Executor, deps: OutageDeps): WatchedDatabase {
  const watch = new Watch(executor, deps);
  const database = createDatabase({
    query: (sql, params) => watch.run(mayWrite({ sql }), () => executor.query(sql, params)),
    batch: (list): Promise<Row[][]> => watch.run(list.some(mayWrite), () => executor.batch(list)),
    tryOut: (writes) => executor.tryOut(writes),
    close() {
      watch.stop();
      return executor.close();
    },
  });
  return { ...database, outages: watch };
}

interface Outage {
  readonly fault: PassingFault;
  /** In ms since 1970, wall time. */
  readonly since: number;
  readonly from: number;
  /** Whether reads are answered, but writes have not been for 30 s. */
  readonly isStuck?: true;
}

class Watch implements Outages {
  readonly failed = { full: 0, busy: 0, unreachable: 0, unauthorized: 0, other: 0 };
  readonly #executor: Executor;
  readonly #deps: OutageDeps;
  #outage: Outage | null = null;
  /** An outage that seems to be over: a failure before the next successful write continues it. */
  #ending: Outage | null = null;
  readonly #backoff = new Backoff({ firstMs: PROBE_FIRST_MS, maxMs: PROBE_MAX_MS });
  #cancel = () => {};
  #isStopped = false;

  constructor(executor: Executor, deps: OutageDeps) {
    this.#executor = executor;
    this.#deps = deps;
  }

  get reason(): string | null {
    if (this.#outage === null) return null;
    const { fault, since, isStuck } = this.#outage;
    const text = outageText(fault, since);
    return isStuck ? `${text}; ${STUCK}` : text;
  }

  async run<T>(writes: boolean, work: () => Promise<T>): Promise<T> {
    const outage = this.#outage;
    if (outage && (writes || outage.fault === 'unreachable')) {
      if (writes) this.failed[outage.fault]++;
      throw refusal(outage);
    }
    try {
      const result = await work();
      if (writes && this.#ending) this.#recordEnd(this.#ending);
      return result;
    } catch (error) {
      throw this.#recordFailure(error, writes);
    }
  }

  stop(): void {
    this.#isStopped = true;
    this.#cancel();
  }

  /** Returns the error for the caller. */
  #recordFailure(error: unknown, writes: boolean): unknown {
    const fault = faultOf(error) ?? 'other';
    if (writes && isOurs(fault)) this.failed[fault]++;
    if (!isPassing(fault) || this.#isStopped) return error;
    const { since } = this.#begin(fault, error);
    // A read changes nothing, even if its answer is lost.
    const isUnknown = writes && isOutcomeUnknown(error);
    return new DatabaseError(fault, messageOf(error), error, { since, isUnknown });
  }

  #begin(fault: PassingFault, error: unknown): Outage {
    if (this.#outage) return this.#outage;
    const { clock, log } = this.#deps;
    let outage = this.#ending;
    if (outage !== null) this.#probeAfter(this.#backoff.next());
    else {
      outage = { fault, since: clock.now(), from: clock.steady() };
      this.#backoff.reset();
      this.#probeAfter(0);
      log.error('the database takes no writes', { fault, error: messageOf(error) });
    }
    this.#ending = null;
    this.#outage = { ...outage, fault };
    return this.#outage;
  }

  #probeAfter(ms: number): void {
    this.#cancel = this.#deps.clock.after(ms, () => void this.#probe());
  }

  async #probe(): Promise<void> {
    try {
      for (const statement of PROBE) await this.#executor.batch([statement]);
    } catch (error) {
      if (this.#isStopped || this.#outage === null) return;
      const fault = faultOf(error);
      // Other faults are reported by the callers' own writes.
      if (isPassing(fault)) {
        this.#outage = { ...this.#outage, fault };
        await this.#noticeStuck(this.#outage);
        if (!this.#isStopped) this.#probeAfter(this.#backoff.next());
        return;
      }
    }
    this.#ending = this.#outage;
    this.#outage = null;
  }

  async #noticeStuck(outage: Outage): Promise<void> {
    const { clock, log } = this.#deps;
    const forMs = clock.steady() - outage.from;
    if (outage.fault !== 'unreachable' || outage.isStuck || forMs < STUCK_AFTER_MS) return;
    const isRead = await this.#executor.query('select 1', []).then(
      () => true,
      () => false,
    );
    if (!isRead || this.#isStopped) return;
    this.#outage = { ...outage, isStuck: true };
    log.error(STUCK, { forMs });
  }

  #recordEnd({ fault, from }: Outage): void {
    this.#ending = null;
    const afterMs = this.#deps.clock.steady() - from;
    this.#deps.log.info('the database takes writes again', { fault, afterMs });
  }
}

const refusal = ({ fault, since }: Outage): DatabaseError =>
  new DatabaseError(fault, outageText(fault, since), undefined, { since });
