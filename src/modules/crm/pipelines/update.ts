/** PATCH /api/v1/pipelines/:pipeline_id */
import { orConflict } from '../audited-commit.ts';
import { FlatOrWrappedBody } from '../fields.ts';
import { operation } from '../operation.ts';
import { stagesOf } from '../pipeline-stages/rows.ts';
import { changeOne, updateStep } from '../records.ts';
import { withoutFormerDefault } from './default.ts';
import {
  columnsOf,
  Pipeline,
  PipelineChange,
  pipelineKind,
  pipelineRemarks,
  toPipeline,
} from './model.ts';

export const updatePipeline = operation('PATCH /api/v1/pipelines/:pipeline_id', {
  permission: 'pipelines.update',
  summary: 'Change a pipeline',
  description: 'Changes a pipeline. The fields may also be in the body itself, without `pipeline`.',
  example: { body: { pipeline: { visibility: 'team' } } },
  body: FlatOrWrappedBody('pipeline', PipelineChange),
  answer: Pipeline,
  message: (_, { body }) => `Pipeline updated successfully${pipelineRemarks(body.pipeline)}`,
  run: (parts, access, { request, params: { pipeline_id: id }, body }) =>
    changeOne(parts, access, { kind: pipelineKind, request, id }, async (before, updatedAt) => {
      const { db, commits } = parts;
      const change = { ...columnsOf(body.pipeline), updatedAt };
      const after = { ...before, ...change };
      const step = updateStep(db, pipelineKind, before, change);
      const steps = await withoutFormerDefault(db, after, step);
      await orConflict(commits.commit(access, steps), 'pipeline_name_taken');
      return toPipeline(after, await stagesOf(db, access.accountId, id));
    }),
});
