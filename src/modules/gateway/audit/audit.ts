/** Builds, starts and stops the audit of the gateway zone. */
import type { Database } from '../../../core/db/client.ts';
import { oldestNodeIs } from '../../../core/db/conditions.ts';
import { repeat } from '../../../core/shared/async/repeat.ts';
import type { Clock } from '../../../core/shared/clock.ts';
import { messageOf } from '../../../core/shared/errors.ts';
import type { Log } from '../../../core/shared/log.ts';
import { type Audit, createAudit } from './audited-operation.ts';
import { type AuditEntry, linkText, NO_REQUEST, PRUNED_ACTION, START } from './chain.ts';
import { createRefusedLogins, type RefusedLogins } from './refused-logins.ts';
import { type AuditRows, createAuditRows } from './rows.ts';

interface GatewayAuditOptions {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
  /** AUDIT_RETENTION_HOURS. */
  readonly hours: number;
  /** Whether no other process can have the database open or operations running. */
  readonly isAlone: boolean;
  /** The id of this node, of which the oldest prunes. */
  readonly node?: string | null;
}

export interface GatewayAudit extends Audit {
  readonly rows: AuditRows;
  readonly refusedLogins: RefusedLogins;
  /**
   * Records what the last process left, which rejects when it cannot be done. Then prunes and logs the head of the
   * chain, and again every hour. To be called before requests come in.
   */
  start(): Promise<void>;
  /** Records refused log-ins counted so far. To be called before the database is closed. */
  stop(): Promise<void>;
}

const HOUR_MS = 3_600_000;
/** No operation takes this long. */
const OVER_AFTER_MS = 600_000;

export function createGatewayAudit(options: GatewayAuditOptions): GatewayAudit {
  const { db, clock, log, hours, isAlone } = options;
  const rows = createAuditRows(db);
  const refusedLogins = createRefusedLogins(rows, clock, log);
  const failed = (error: unknown) =>
    log.warn('the audit could not be tidied', { reason: messageOf(error) });
  const upkeep = repeat({ clock, ms: HOUR_MS, failed }, async () => {
    await recordLeftovers(db, rows, clock.now() - OVER_AFTER_MS);
    await pruneAudit({ ...options, rows }, clock.now() - hours * HOUR_MS, () => clock.now());
    const { id, hash } = await rows.head();
    // Outside of the database, it shows later whether the whole chain was computed again.
    if (id > START.id) log.info('the head of the audit', { head: `${id}:${hash}` });
  });
  return {
    ...createAudit(db, rows, clock, log),
    rows,
    refusedLogins,
    async start() {
      if (isAlone) await recordLeftovers(db, rows, Number.MAX_SAFE_INTEGER);
      void upkeep.run();
    },
    async stop() {
      upkeep.stop();
      await refusedLogins.flush();
    },
  };
}

const BATCH = 200;
const READ = `select id, entry from gateway_audit_begun where begun_at <= ? order by id limit ${BATCH}`;

/** Records calls that began up to `until` (ms since 1970) and must have ended already. */
async function recordLeftovers(
  db: Pick<Database, 'query'>,
  rows: AuditRows,
  until: number,
): Promise<void> {
  for (;;) {
    const found = await db.query(READ, [until]);
    // Only `audited-operation.ts` writes them.
    const begun = found.map(([id, entry]) => ({
      begunId: String(id),
      entry: JSON.parse(String(entry)) as AuditEntry,
    }));
    await Promise.all(begun.map((row) => rows.append(row)));
    if (found.length < BATCH) return;
  }
}

interface PruningDeps {
  readonly db: Pick<Database, 'query'>;
  readonly rows: AuditRows;
  /** The id of this node, of which the oldest prunes; null if the process is alone. */
  readonly node?: string | null;
}

const PRUNED_AT_ONCE = 5_000;
/** The oldest rows up to the first that stays; a row that a removal wrote does not cause another removal. */
const LAST_OLD = `with oldest as (select id, at, action, hash from gateway_audit order by id limit ${PRUNED_AT_ONCE})
  select id, hash from oldest
  where id < coalesce((select min(id) from oldest where at >= ?), id + 1) and action <> '${PRUNED_ACTION}' and $oldest
  order by id desc limit 1`;

/** Removes rows older than `before` (ms since 1970). Each step writes one row, at `now`, and removes up to 5 000. */
export async function pruneAudit(
  { db, rows, node = null }: PruningDeps,
  before: number,
  now: () => number,
): Promise<void> {
  const lastOld = LAST_OLD.replace('$oldest', oldestNodeIs(node));
  for (;;) {
    const [last] = await db.query(lastOld, [before]);
    if (!last) return;
    const id = Number(last[0]);
    const remove = { sql: 'delete from gateway_audit where id <= ?', params: [id] };
    const details = linkText({ id, hash: String(last[1]) });
    const entry = { ...NO_REQUEST, at: now(), action: PRUNED_ACTION, actor: 'service', details };
    await rows.append({ entry, also: [remove] });
  }
}
