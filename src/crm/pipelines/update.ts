/** PATCH /api/v1/pipelines/:pipeline_id */
import { pipelines } from '../../db/schema/crm.ts';
import { changed } from '../audit.ts';
import { orConflict } from '../audited-commit.ts';
import { changeRecord } from '../change-record.ts';
import { WrappedBody } from '../fields.ts';
import { operation } from '../operation.ts';
import { findRecord, version } from '../records.ts';
import { columnsOf, NAME_TAKEN, Pipeline, PipelineChange, toPipeline } from './model.ts';

export const updatePipeline = operation('PATCH /api/v1/pipelines/:pipeline_id', {
  permission: 'pipelines.update',
  summary: 'Change a pipeline',
  body: WrappedBody('pipeline', PipelineChange),
  answer: Pipeline,
  message: 'Pipeline updated successfully',
  run: (parts, access, { request, params, body }) =>
    changeRecord(parts, request, {
      what: 'pipeline',
      find: () => findRecord(parts.db, pipelines, access.accountId, params.pipeline_id),
      async write(before, updatedAt) {
        const change = { ...columnsOf(body.pipeline), updatedAt };
        const after = toPipeline({ ...before, ...change });
        const write = parts.db.orm.update(pipelines).set(change).where(version(pipelines, before));
        const audit = changed('pipelines', toPipeline(before), after);
        await orConflict(parts.commits.commit(access, [{ write, audit }]), NAME_TAKEN);
        return after;
      },
    }),
});
