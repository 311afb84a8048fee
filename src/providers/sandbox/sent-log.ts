/**
 * What was sent through sandbox instances. Owns: the table `sandbox_sent` and its bound; texts sent together share a commit.
 */
import { and, asc, desc, eq, lt, sql } from 'drizzle-orm';
import type { Database, Statement } from '../../db/client.ts';
import { sandboxSent } from '../../db/schema/gateway.ts';
import { shareCommits } from '../../db/shared-commits.ts';
import { newId } from '../../shared/ids.ts';
import type { SentEntry } from './driver.ts';

const KEPT_PER_INSTANCE = 1000;

export interface SentLog {
  /** In the order of the calls; resolves once it is on disk; the oldest beyond 1,000 are gone then. */
  add(instanceId: string, entry: SentEntry): Promise<void>;
  /** Oldest first. */
  list(instanceId: string): Promise<SentEntry[]>;
}

export function createSentLog(db: Pick<Database, 'orm' | 'batch'>): SentLog {
  const { orm } = db;
  const commit = shareCommits(db);
  return {
    async add(instanceId, entry) {
      const { instanceId: owner, id } = sandboxSent;
      const oldestKept = orm
        .select({ id })
        .from(sandboxSent)
        .where(eq(owner, instanceId))
        .orderBy(desc(id))
        .limit(1)
        .offset(KEPT_PER_INSTANCE - 1);
      const steps = [
        orm.insert(sandboxSent).values({
          // Not the message's id: rows are told apart, and sorted, by time.
          id: newId(),
          instanceId,
          body: JSON.stringify(entry),
          createdAt: entry.timestamp * 1000,
        }),
        orm.delete(sandboxSent).where(and(eq(owner, instanceId), lt(id, sql`(${oldestKept})`))),
      ];
      await commit(steps.map((step) => step.toSQL() as Statement));
    },
    async list(instanceId) {
      const rows = await orm
        .select({ body: sandboxSent.body })
        .from(sandboxSent)
        .where(eq(sandboxSent.instanceId, instanceId))
        .orderBy(asc(sandboxSent.id))
        .limit(KEPT_PER_INSTANCE);
      // Written above and by nobody else.
      return rows.map(({ body }) => JSON.parse(body) as SentEntry);
    },
  };
}
