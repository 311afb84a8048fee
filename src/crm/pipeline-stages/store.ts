/** The stages of a pipeline. Owns: their rows. */
import { and, asc, eq, sql, sum } from 'drizzle-orm';
import { pipelineStages } from '../../db/schema/crm.ts';
import { changed } from '../audit.ts';
import type { Access } from '../guard.ts';
import type { CrmParts } from '../parts.ts';
import { type StageRow, toStage } from './model.ts';
import { deletionWithin, insertion, placed, reordering, updatedEvent } from './writes.ts';

/** Writes fail with Stale when what they were given is no longer what is stored. */
interface StageStore {
  /** All of them, by position. */
  list(accountId: string, pipelineId: string): Promise<StageRow[]>;
  /** What all of them take together, asked without reading them. */
  storedBytes(accountId: string, pipelineId: string): Promise<number>;
  find(accountId: string, pipelineId: string, id: string): Promise<StageRow | null>;
  /** Behind the last one; Stale when the pipeline is gone. */
  insert(access: Access, row: StageRow): Promise<StageRow>;
  update(
    access: Access,
    before: StageRow,
    now: number,
    change: Partial<StageRow>,
  ): Promise<StageRow>;
  /** The stages behind it move up. `stages` are all of the pipeline. */
  remove(access: Access, stages: readonly StageRow[], before: StageRow, now: number): Promise<void>;
  /** `wanted` holds `stages`, which are all of the pipeline, in their new order; answers them there. */
  reorder(
    access: Access,
    pipelineId: string,
    stages: readonly StageRow[],
    wanted: readonly StageRow[],
    now: number,
  ): Promise<StageRow[]>;
}

const { automationRules, customFields } = pipelineStages;
const STORED_BYTES = sum(sql`octet_length(${automationRules}) + octet_length(${customFields})`);

export function createStageStore({
  db: { orm },
  commits,
}: Pick<CrmParts, 'db' | 'commits'>): StageStore {
  const inPipeline = (accountId: string, pipelineId: string) =>
    and(eq(pipelineStages.accountId, accountId), eq(pipelineStages.pipelineId, pipelineId));
  const find: StageStore['find'] = async (accountId, pipelineId, id) => {
    const where = and(eq(pipelineStages.id, id), inPipeline(accountId, pipelineId));
    const [row] = await orm.select().from(pipelineStages).where(where).limit(1);
    return row ?? null;
  };
  return {
    find,
    list: (accountId, pipelineId) =>
      orm
        .select()
        .from(pipelineStages)
        .where(inPipeline(accountId, pipelineId))
        .orderBy(asc(pipelineStages.position)),
    async storedBytes(accountId, pipelineId) {
      const where = inPipeline(accountId, pipelineId);
      const [size] = await orm.select({ bytes: STORED_BYTES }).from(pipelineStages).where(where);
      return Number(size?.bytes);
    },
    async insert(access, row) {
      const [rows] = await commits.commit(access, [insertion(row)]);
      const position = rows?.[0]?.[0];
      // The answer to the commit was lost, and it was found on disk.
      if (position === undefined) return (await find(row.accountId, row.pipelineId, row.id)) ?? row;
      return { ...row, position: Number(position) };
    },
    async update(access, before, now, change) {
      const after = { ...before, ...change, updatedAt: now };
      const { id, accountId, pipelineId, updatedAt } = before;
      const version = and(eq(pipelineStages.id, id), eq(pipelineStages.updatedAt, updatedAt));
      const write = orm
        .update(pipelineStages)
        .set({ ...change, updatedAt: now })
        .where(and(version, inPipeline(accountId, pipelineId)));
      const audit = changed('pipeline_stages', toStage(before), toStage(after));
      await commits.commit(access, [{ write, audit, events: [updatedEvent(before, after)] }]);
      return after;
    },
    async remove(access, stages, before, now) {
      await commits.commit(access, [deletionWithin(stages, before, now)]);
    },
    async reorder(access, pipelineId, stages, wanted, now) {
      const { accountId } = access;
      await commits.commit(access, [reordering({ pipelineId, accountId }, stages, wanted, now)]);
      return placed(wanted, now);
    },
  };
}
