/** The pipelines of an account. Owns: their rows. */
import { and, asc, eq, notExists } from 'drizzle-orm';
import { pipelineStages, pipelines } from '../../db/schema/crm.ts';
import { changed, created, deleted } from '../audit.ts';
import { orConflict } from '../audited-commit.ts';
import type { Access } from '../guard.ts';
import { type Page, totalOf } from '../list.ts';
import type { CrmParts } from '../parts.ts';
import { insertion } from '../pipeline-stages/create.ts';
import { deletion } from '../pipeline-stages/delete.ts';
import type { StageRow } from '../pipeline-stages/model.ts';
import { type PipelineRow, toPipeline } from './model.ts';

interface PipelineStore {
  list(accountId: string, page: Page): Promise<{ rows: PipelineRow[]; total: number }>;
  find(accountId: string, id: string): Promise<PipelineRow | null>;
  /** With its first stages, or nothing of it; 409 the name is taken. */
  insert(access: Access, row: PipelineRow, stages: readonly StageRow[]): Promise<void>;
  /** 409 the name is taken. */
  update(
    access: Access,
    before: PipelineRow,
    now: number,
    change: Partial<PipelineRow>,
  ): Promise<PipelineRow>;
  /** With `stages`; Stale when they are not all that it has. */
  remove(access: Access, before: PipelineRow, stages: readonly StageRow[]): Promise<void>;
}

const NAME_TAKEN = 'A pipeline with this name exists already';

export function createPipelineStore({
  db,
  commits,
}: Pick<CrmParts, 'db' | 'commits'>): PipelineStore {
  const { orm } = db;
  /** This row in this version, and no other. */
  const version = ({ id, accountId, updatedAt }: PipelineRow) =>
    and(
      eq(pipelines.id, id),
      eq(pipelines.accountId, accountId),
      eq(pipelines.updatedAt, updatedAt),
    );
  const stagesOf = ({ id }: PipelineRow) =>
    orm.select().from(pipelineStages).where(eq(pipelineStages.pipelineId, id));
  return {
    async list(accountId, { pageSize, offset }) {
      const rows = await orm
        .select()
        .from(pipelines)
        .where(eq(pipelines.accountId, accountId))
        .orderBy(asc(pipelines.id))
        .limit(pageSize)
        .offset(offset);
      return { rows, total: await totalOf(db, accountId, 'pipelines') };
    },
    async find(accountId, id) {
      const where = and(eq(pipelines.accountId, accountId), eq(pipelines.id, id));
      const [row] = await orm.select().from(pipelines).where(where).limit(1);
      return row ?? null;
    },
    async insert(access, row, stages) {
      const write = orm.insert(pipelines).values(row);
      const step = { write, audit: created('pipelines', toPipeline(row)) };
      const work = commits.commit(access, [step, ...stages.map(insertion)]);
      await orConflict(work, NAME_TAKEN);
    },
    async update(access, before, now, change) {
      const after = { ...before, ...change, updatedAt: now };
      const write = orm
        .update(pipelines)
        .set({ ...change, updatedAt: now })
        .where(version(before));
      const audit = changed('pipelines', toPipeline(before), toPipeline(after));
      await orConflict(commits.commit(access, [{ write, audit }]), NAME_TAKEN);
      return after;
    },
    async remove(access, before, stages) {
      const write = orm.delete(pipelines).where(and(version(before), notExists(stagesOf(before))));
      const step = { write, audit: deleted('pipelines', toPipeline(before)) };
      await commits.commit(access, [...stages.map(deletion), step]);
    },
  };
}
