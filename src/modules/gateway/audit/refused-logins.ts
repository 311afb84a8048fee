/** Refused log-ins, counted by where they came from and recorded once a minute. */
import { FAILURES } from '../../../core/http/failures.ts';
import { type Cancel, type Clock, iso } from '../../../core/shared/clock.ts';
import { messageOf } from '../../../core/shared/errors.ts';
import type { Log } from '../../../core/shared/log.ts';
import { type AuditEntry, NO_REQUEST } from './chain.ts';
import type { AuditRows } from './rows.ts';

/** The reason for a refused log-in: no credential, a wrong key, or a ticket that is unknown, used or expired. */
export type RefusalReason = 'missing' | 'key' | 'ticket';

export interface RefusedLogins {
  /** Counts one; `from` is what limits count by, see `Client.subscriber`. */
  refused(from: string, reason: RefusalReason): void;
  /** Records the counts so far. Rows that the database does not take are logged and dropped. */
  flush(): Promise<void>;
}

const WINDOW_MS = 60_000;
/** The most rows a minute. The last row counts all addresses that have no row of their own. */
const ROWS_MAX = 60;
/** Addresses counted one by one; beyond it refusals are only summed up. */
const ADDRESSES_MAX = 10_000;

interface Count {
  readonly firstAt: number;
  lastAt: number;
  readonly reasons: Partial<Record<RefusalReason, number>>;
}

export function createRefusedLogins(
  rows: Pick<AuditRows, 'append'>,
  clock: Clock,
  log: Log,
): RefusedLogins {
  let counts = new Map<string, Count>();
  let beyond: Count | null = null;
  let cancel: Cancel | null = null;

  async function flush(): Promise<void> {
    cancel?.();
    cancel = null;
    const entries = rowsOf(counts, beyond, clock.now());
    counts = new Map();
    beyond = null;
    const writes = await Promise.allSettled(entries.map((entry) => rows.append({ entry })));
    const failed = writes.find((write) => write.status === 'rejected');
    if (failed)
      log.warn('refused log-ins could not be recorded', { reason: messageOf(failed.reason) });
  }

  return {
    refused(from, reason) {
      const now = clock.now();
      const known = counts.get(from);
      if (known) count(known, reason, now);
      else if (counts.size < ADDRESSES_MAX) counts.set(from, count(none(now), reason, now));
      else beyond = count(beyond ?? none(now), reason, now);
      cancel ??= clock.after(WINDOW_MS, () => void flush());
    },
    flush,
  };
}

const none = (now: number): Count => ({ firstAt: now, lastAt: now, reasons: {} });

function count(counted: Count, reason: RefusalReason, now: number): Count {
  counted.reasons[reason] = (counted.reasons[reason] ?? 0) + 1;
  counted.lastAt = now;
  return counted;
}

/** The callers refused most often get a row of their own. */
function rowsOf(
  counts: ReadonlyMap<string, Count>,
  beyond: Count | null,
  now: number,
): AuditEntry[] {
  const byCount = [...counts].sort(([, a], [, b]) => totalOf(b) - totalOf(a));
  const isTooMany = byCount.length > ROWS_MAX || beyond !== null;
  const own = byCount.slice(0, isTooMany ? ROWS_MAX - 1 : ROWS_MAX);
  const others = byCount.slice(own.length).map(([, one]) => one);
  const rows = own.map(([address, one]) => rowOf(now, address, [one]));
  if (beyond) others.push(beyond);
  return others.length === 0 ? rows : [...rows, rowOf(now, null, others)];
}

const totalOf = ({ reasons }: Count): number =>
  Object.values(reasons).reduce((sum, times) => sum + times, 0);

function rowOf(now: number, address: string | null, counts: readonly Count[]): AuditEntry {
  const reasons: Count['reasons'] = {};
  for (const one of counts) {
    for (const [reason, times] of Object.entries(one.reasons) as [RefusalReason, number][])
      reasons[reason] = (reasons[reason] ?? 0) + times;
  }
  const details = {
    count: counts.reduce((sum, one) => sum + totalOf(one), 0),
    reasons,
    from: iso(Math.min(...counts.map(({ firstAt }) => firstAt))),
    to: iso(Math.max(...counts.map(({ lastAt }) => lastAt))),
  };
  return {
    ...NO_REQUEST,
    at: now,
    action: 'auth.refused',
    actor: 'anonymous',
    address,
    status: FAILURES.unauthenticated.status,
    details: JSON.stringify(details),
  };
}
