/** PATCH /api/v1/pipelines/:pipeline_id/pipeline_stages/:id */
import { and, eq } from 'drizzle-orm';
import { pipelineStages } from '../../db/schema/crm.ts';
import { changed } from '../audited-commit.ts';
import { changeRecord } from '../change-record.ts';
import { WrappedBody } from '../fields.ts';
import type { Access } from '../guard.ts';
import { operation } from '../operation.ts';
import type { CrmParts } from '../parts.ts';
import {
  columnsOf,
  PipelineStage,
  StageChange,
  type StageRow,
  toStage,
  updatedEvent,
} from './model.ts';
import { findStage, inPipeline } from './rows.ts';

export const updateStage = operation('PATCH /api/v1/pipelines/:pipeline_id/pipeline_stages/:id', {
  permission: 'pipeline_stages.update',
  summary: 'Change a stage',
  agent: { tool: 'change_stage', effect: 'changes', reachesOut: false },
  example: { body: { pipeline_stage: { color: '#22C55E' } } },
  body: WrappedBody('pipeline_stage', StageChange),
  answer: PipelineStage,
  message: 'Pipeline stage updated successfully',
  run: (parts, access, { request, params, body }) =>
    parts.pipelineLock.read(params.pipeline_id, () =>
      changeRecord(parts, request, {
        what: 'pipeline stage',
        find: () => findStage(parts.db, access.accountId, params),
        async write(before, updatedAt) {
          const change = { ...columnsOf(body.pipeline_stage), updatedAt };
          return toStage(await writeStage(parts, access, before, change));
        },
      }),
    ),
});

/** Throws Stale when the stage is not as it was read. */
export async function writeStage(
  { db: { orm }, commits }: Pick<CrmParts, 'db' | 'commits'>,
  access: Access,
  before: StageRow,
  change: Partial<StageRow>,
): Promise<StageRow> {
  const after = { ...before, ...change };
  const { id, accountId, pipelineId, updatedAt } = before;
  const version = and(eq(pipelineStages.id, id), eq(pipelineStages.updatedAt, updatedAt));
  const write = orm
    .update(pipelineStages)
    .set(change)
    .where(and(version, inPipeline(accountId, pipelineId)));
  const audit = changed('pipeline_stages', toStage(before), toStage(after));
  await commits.commit(access, [{ write, audit, events: [updatedEvent(before, after)] }]);
  return after;
}
