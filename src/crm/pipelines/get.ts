/** GET /api/v1/pipelines/:pipeline_id */
import { pipelines } from '../../db/schema/crm.ts';
import { found } from '../change-record.ts';
import { operation } from '../operation.ts';
import { findRecord } from '../records.ts';
import { Pipeline, toPipeline } from './model.ts';

export const getPipeline = operation('GET /api/v1/pipelines/:pipeline_id', {
  permission: 'pipelines.read',
  summary: 'One pipeline',
  answer: Pipeline,
  message: 'Pipeline retrieved successfully',
  async run({ db }, { accountId }, { params }) {
    const row = await findRecord(db, pipelines, accountId, params.pipeline_id);
    return toPipeline(found(row, 'pipeline'));
  },
});
