/** GET /api/v1/pipelines */
import { pipelines } from '../../db/schema/crm.ts';
import { pageOperation } from '../operation.ts';
import { pageOfRecords } from '../records.ts';
import { Pipeline, toPipeline } from './model.ts';

export const listPipelines = pageOperation('GET /api/v1/pipelines', {
  permission: 'pipelines.read',
  summary: 'The pipelines of the account',
  answer: Pipeline,
  message: 'Pipelines retrieved successfully',
  async run({ db }, { accountId }, { page }) {
    const { rows, total } = await pageOfRecords(db, pipelines, accountId, page);
    return { data: rows.map(toPipeline), total };
  },
});
