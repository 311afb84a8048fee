/** Reads stages, for the operations of stages and of pipelines. */
import { and, asc, eq, type SQL } from 'drizzle-orm';
import type { Database } from '../../../core/db/client.ts';
import { pipelineStages } from '../../../core/db/schema/crm.ts';
import { failure } from '../../../core/shared/errors.ts';
import type { StageRow } from './model.ts';

export const inPipeline = (accountId: string, pipelineId: string): SQL | undefined =>
  and(eq(pipelineStages.accountId, accountId), eq(pipelineStages.pipelineId, pipelineId));

/** Returns all stages of a pipeline, by position. */
export const stagesOf = (
  { orm }: Pick<Database, 'orm'>,
  accountId: string,
  pipelineId: string,
): Promise<StageRow[]> =>
  orm
    .select()
    .from(pipelineStages)
    .where(inPipeline(accountId, pipelineId))
    .orderBy(asc(pipelineStages.position));

export async function findStage(
  { orm }: Pick<Database, 'orm'>,
  accountId: string,
  { pipeline_id, id }: { readonly pipeline_id: string; readonly id: string },
): Promise<StageRow | null> {
  const where = and(eq(pipelineStages.id, id), inPipeline(accountId, pipeline_id));
  const [row] = await orm.select().from(pipelineStages).where(where).limit(1);
  return row ?? null;
}

const PIPELINE_EXISTS = 'select 1 from pipelines where id = ? and account_id = ?';

/** Throws 404 unless the account has this pipeline. */
export async function refuseUnknownPipeline(
  db: Pick<Database, 'query'>,
  accountId: string,
  pipelineId: string,
): Promise<void> {
  const rows = await db.query(PIPELINE_EXISTS, [pipelineId, accountId]);
  if (rows.length === 0) throw failure('pipeline_not_found');
}
