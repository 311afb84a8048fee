/** PATCH /api/v1/pipelines/:pipeline_id/pipeline_stages/:id */
import { and, eq } from 'drizzle-orm';
import { pipelineStages } from '../../../core/db/schema/crm.ts';
import { type AuditedWrite, changeAudit } from '../audited-commit.ts';
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
  stageRemarks,
  toStage,
  updatedEvent,
} from './model.ts';
import { commitPlaced } from './reorder.ts';
import { findStage, inPipeline, stagesOf } from './rows.ts';

export const updateStage = operation('PATCH /api/v1/pipelines/:pipeline_id/pipeline_stages/:id', {
  permission: 'pipeline_stages.update',
  summary: 'Change a stage',
  description:
    'Changes a stage. `position` moves it, and the stages between its old and its new place too.',
  agent: { tool: 'change_stage', effect: 'changes', reachesOut: false },
  example: { body: { pipeline_stage: { color: '#22C55E' } } },
  body: WrappedBody('pipeline_stage', StageChange),
  answer: PipelineStage,
  message: (_, { body }) =>
    `Pipeline stage updated successfully${stageRemarks(body.pipeline_stage)}`,
  run(parts, access, { request, params, body }) {
    const { position } = body.pipeline_stage;
    const change = () =>
      changeRecord(parts, request, {
        what: 'pipeline stage',
        find: () => findStage(parts.db, access.accountId, params),
        async write(before, now) {
          const columns = { ...columnsOf(body.pipeline_stage), updatedAt: now };
          if (position === undefined)
            return toStage(await writeStage(parts, access, before, columns));
          const { step, after: stage } = stageStep(parts.db, before, columns);
          const all = await stagesOf(parts.db, access.accountId, params.pipeline_id);
          const stages = all.map((one) => (one.id === stage.id ? stage : one));
          return toStage(await commitPlaced(parts, access, { step, stages, stage, position, now }));
        },
      });
    return position === undefined
      ? parts.pipelineLock.read(params.pipeline_id, change)
      : parts.pipelineLock.write(params.pipeline_id, change);
  },
});

/** Throws Stale when the stage is not as it was read. */
export async function writeStage(
  { db, commits }: Pick<CrmParts, 'db' | 'commits'>,
  access: Access,
  before: StageRow,
  change: Partial<StageRow>,
): Promise<StageRow> {
  const { step, after } = stageStep(db, before, change);
  await commits.commit(access, [step]);
  return after;
}

/** Returns the write of a changed stage, and its row afterwards. */
function stageStep(
  { orm }: CrmParts['db'],
  before: StageRow,
  change: Partial<StageRow>,
): { readonly step: AuditedWrite; readonly after: StageRow } {
  const after = { ...before, ...change };
  const { id, accountId, pipelineId, updatedAt } = before;
  const version = and(eq(pipelineStages.id, id), eq(pipelineStages.updatedAt, updatedAt));
  const write = orm
    .update(pipelineStages)
    .set(change)
    .where(and(version, inPipeline(accountId, pipelineId)));
  const audit = changeAudit('pipeline_stages', toStage(before), toStage(after));
  return { step: { write, audit, events: [updatedEvent(before, after)] }, after };
}
