/** What was sent through sandbox instances. */
import { and, asc, desc, eq, lt, lte, sql } from 'drizzle-orm';
import type { Database, Statement } from '../../db/client.ts';
import { sandboxSent } from '../../db/schema/gateway.ts';
import { shareCommits } from '../../db/shared-commits.ts';
import { newId } from '../../shared/ids.ts';
import type { SentEntry } from './driver.ts';

const RETAINED_PER_INSTANCE = 1000;
/** The list is one answer, and texts can be long. */
const LISTED_BYTES_MAX = 8 * 1024 * 1024;
/** Of a row and all that are newer. */
const TOTAL_BYTES = sql<number>`sum(octet_length(${sandboxSent.body})) over (order by ${sandboxSent.id} desc)`;
/** Finding the oldest one retained means walking over all of them, which costs more than adding one. */
const ADDED_PER_REMOVAL = 100;

export interface SentLog {
  /** In the order of the calls; resolves once it is on disk. */
  add(instanceId: string, entry: SentEntry): Promise<void>;
  /** Oldest first: the newest 1,000, or as many of them as have 8 MiB together. */
  list(instanceId: string): Promise<SentEntry[]>;
}

export function createSentLog(db: Pick<Database, 'orm' | 'batch'>): SentLog {
  const { orm } = db;
  const { instanceId: owner, id } = sandboxSent;
  const commit = shareCommits(db);
  /** By instance, since the last removal; none: there has been none in this process. */
  const added = new Map<string, number>();

  const removal = (instanceId: string) => {
    const oldestRetained = orm
      .select({ id })
      .from(sandboxSent)
      .where(eq(owner, instanceId))
      .orderBy(desc(id))
      .limit(1)
      .offset(RETAINED_PER_INSTANCE - 1);
    return orm
      .delete(sandboxSent)
      .where(and(eq(owner, instanceId), lt(id, sql`(${oldestRetained})`)));
  };
  return {
    async add(instanceId, entry) {
      const count = (added.get(instanceId) ?? ADDED_PER_REMOVAL) + 1;
      const isDue = count > ADDED_PER_REMOVAL;
      added.set(instanceId, isDue ? 1 : count);
      const row = orm.insert(sandboxSent).values({
        // Not the message's id: rows are identified, and sorted, by time.
        id: newId(),
        instanceId,
        body: JSON.stringify(entry),
        createdAt: entry.timestamp * 1000,
      });
      const steps = isDue ? [row, removal(instanceId)] : [row];
      await commit(steps.map((step) => step.toSQL() as Statement));
    },
    async list(instanceId) {
      const newest = orm
        .select({ id, body: sandboxSent.body, total: TOTAL_BYTES.as('total') })
        .from(sandboxSent)
        .where(eq(owner, instanceId))
        .orderBy(desc(id))
        .limit(RETAINED_PER_INSTANCE)
        .as('newest');
      const rows = await orm
        .select({ body: newest.body })
        .from(newest)
        .where(lte(newest.total, LISTED_BYTES_MAX))
        .orderBy(asc(newest.id));
      // Written above and by nobody else.
      return rows.map(({ body }) => JSON.parse(body) as SentEntry);
    },
  };
}
