/** PATCH /api/v1/pipelines/:pipeline_id */
import { WrappedBody } from '../fields.ts';
import { camelCased } from '../names.ts';
import { operation } from '../operation.ts';
import { updateRecord } from '../records.ts';
import { Pipeline, PipelineChange, pipelineKind } from './model.ts';

export const updatePipeline = operation('PATCH /api/v1/pipelines/:pipeline_id', {
  permission: 'pipelines.update',
  summary: 'Change a pipeline',
  example: { body: { pipeline: { visibility: 'team' } } },
  body: WrappedBody('pipeline', PipelineChange),
  answer: Pipeline,
  message: 'Pipeline updated successfully',
  run: (parts, access, { request, params: { pipeline_id: id }, body }) =>
    updateRecord(parts, access, { kind: pipelineKind, request, id }, () =>
      camelCased(body.pipeline),
    ),
});
