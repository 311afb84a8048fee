/** DELETE /api/v1/pipelines/:pipeline_id */
import { eq, notExists } from 'drizzle-orm';
import { pipelineStages } from '../../../core/db/schema/crm.ts';
import { Deleted, operation } from '../operation.ts';
import { deletion } from '../pipeline-stages/delete.ts';
import { stagesOf } from '../pipeline-stages/rows.ts';
import { changeOne, deleteStep } from '../records.ts';
import { pipelineKind } from './model.ts';

export const deletePipeline = operation('DELETE /api/v1/pipelines/:pipeline_id', {
  permission: 'pipelines.delete',
  summary: 'Delete a pipeline with all its stages',
  answer: Deleted,
  message: 'Pipeline deleted successfully',
  run: (parts, access, { request, params: { pipeline_id: id } }) =>
    changeOne(parts, access, { kind: pipelineKind, request, id }, async (before) => {
      const { db, commits } = parts;
      const stages = await stagesOf(db, access.accountId, id);
      // It throws Stale when another stage was added concurrently; the caller reads again and retries.
      const others = db.orm.select().from(pipelineStages).where(eq(pipelineStages.pipelineId, id));
      const last = deleteStep(db, pipelineKind, before, notExists(others));
      await commits.commit(access, [...stages.map(deletion), last]);
      return { id };
    }),
});
