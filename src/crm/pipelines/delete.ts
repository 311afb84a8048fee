/** DELETE /api/v1/pipelines/:pipeline_id */
import { and, eq, notExists } from 'drizzle-orm';
import { pipelineStages, pipelines } from '../../db/schema/crm.ts';
import { deleted } from '../audit.ts';
import { changeRecord } from '../change-record.ts';
import { Deleted } from '../fields.ts';
import { operation } from '../operation.ts';
import { deletion } from '../pipeline-stages/delete.ts';
import { stagesOf } from '../pipeline-stages/rows.ts';
import { findRecord, version } from '../records.ts';
import { toPipeline } from './model.ts';

export const deletePipeline = operation('DELETE /api/v1/pipelines/:pipeline_id', {
  permission: 'pipelines.delete',
  summary: 'Delete a pipeline with all its stages',
  answer: Deleted,
  message: 'Pipeline deleted successfully',
  run: (parts, access, { request, params: { pipeline_id: id } }) =>
    changeRecord(parts, request, {
      what: 'pipeline',
      find: () => findRecord(parts.db, pipelines, access.accountId, id),
      async write(before) {
        const { orm } = parts.db;
        const stages = await stagesOf(parts.db, access.accountId, id);
        // Stale when it has got another stage meanwhile.
        const others = orm.select().from(pipelineStages).where(eq(pipelineStages.pipelineId, id));
        const write = orm
          .delete(pipelines)
          .where(and(version(pipelines, before), notExists(others)));
        const last = { write, audit: deleted('pipelines', toPipeline(before)) };
        await parts.commits.commit(access, [...stages.map(deletion), last]);
        return { id };
      },
    }),
});
