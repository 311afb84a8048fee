/** GET /api/v1/pipelines/:pipeline_id/pipeline_stages/:id */
import { found } from '../change-record.ts';
import { operation } from '../operation.ts';
import { PipelineStage, toStage } from './model.ts';
import { findStage } from './rows.ts';

export const getStage = operation('GET /api/v1/pipelines/:pipeline_id/pipeline_stages/:id', {
  permission: 'pipeline_stages.read',
  summary: 'One stage',
  answer: PipelineStage,
  message: 'Pipeline stage retrieved successfully',
  async run({ db }, { accountId }, { params }) {
    return toStage(found(await findStage(db, accountId, params), 'pipeline stage'));
  },
});
