/** GET /api/v1/pipelines/:pipeline_id/pipeline_stages, and one of them. */

import { Type } from '@sinclair/typebox';
import { sql, sum } from 'drizzle-orm';
import { pipelineStages } from '../../../core/db/schema/crm.ts';
import { requireFound } from '../change-record.ts';
import { refuseLargeList } from '../list.ts';
import { operation } from '../operation.ts';
import { PipelineStage, toStage } from './model.ts';
import { findStage, inPipeline, refuseUnknownPipeline, stagesOf } from './rows.ts';

const { automationRules, customFields } = pipelineStages;
const STORED_BYTES = sum(sql`octet_length(${automationRules}) + octet_length(${customFields})`);

export const listStages = operation('GET /api/v1/pipelines/:pipeline_id/pipeline_stages', {
  permission: 'pipeline_stages.read',
  summary: 'List the stages of a pipeline, by position',
  agent: { tool: 'list_stages', effect: 'reads' },
  answer: Type.Array(PipelineStage),
  message: 'Pipeline stages retrieved successfully',
  async run({ db }, { accountId }, { params: { pipeline_id: pipelineId } }) {
    await refuseUnknownPipeline(db, accountId, pipelineId);
    const stages = db.orm.select({ bytes: STORED_BYTES }).from(pipelineStages);
    const [size] = await stages.where(inPipeline(accountId, pipelineId));
    refuseLargeList(Number(size?.bytes), 'delete stages, or shorten their rules');
    return (await stagesOf(db, accountId, pipelineId)).map(toStage);
  },
});

export const getStage = operation('GET /api/v1/pipelines/:pipeline_id/pipeline_stages/:id', {
  permission: 'pipeline_stages.read',
  summary: 'Get a stage',
  answer: PipelineStage,
  message: 'Pipeline stage retrieved successfully',
  async run({ db }, { accountId }, { params }) {
    return toStage(requireFound(await findStage(db, accountId, params), 'pipeline stage'));
  },
});
