/** POST /api/v1/pipelines/:pipeline_id/pipeline_stages */
import { failure } from '../../../core/shared/errors.ts';
import { type AuditedWrite, Stale } from '../audited-commit.ts';
import { WrappedBody } from '../fields.ts';
import type { Access } from '../guard.ts';
import { operation } from '../operation.ts';
import type { CrmParts } from '../parts.ts';
import { pipelineKind } from '../pipelines/model.ts';
import { changeOne } from '../records.ts';
import {
  newRow,
  PipelineStage,
  PlacedStage,
  type StageRow,
  stageRemarks,
  toStage,
} from './model.ts';
import { commitPlaced } from './reorder.ts';
import { findStage, refuseUnknownPipeline, stagesOf } from './rows.ts';

export const createStage = operation('POST /api/v1/pipelines/:pipeline_id/pipeline_stages', {
  permission: 'pipeline_stages.create',
  summary: 'Add a stage to a pipeline',
  description: 'Adds a stage at the end, unless `position` says otherwise.',
  agent: { tool: 'add_stage', effect: 'adds', reachesOut: false },
  body: WrappedBody('pipeline_stage', PlacedStage),
  answer: PipelineStage,
  message: (_, { body }) =>
    `Pipeline stage created successfully${stageRemarks(body.pipeline_stage)}`,
  async run(parts, access, { request, params: { pipeline_id: pipelineId }, body }) {
    const { position } = body.pipeline_stage;
    // It is checked first, since an insert that finds no pipeline makes writes in the same transaction slower.
    await refuseUnknownPipeline(parts.db, access.accountId, pipelineId);
    const row = newRow(access, pipelineId, body.pipeline_stage, parts.clock.now());
    if (position !== undefined)
      return toStage(await insertAt(parts, access, request, row, position));
    return parts.pipelineLock.read(pipelineId, async () => {
      try {
        return toStage(await insertStage(parts, access, row));
      } catch (error) {
        throw error instanceof Stale ? failure('pipeline_not_found') : error;
      }
    });
  },
});

/** Inserts the row in its place, and moves the stages behind it. */
const insertAt = (
  parts: CrmParts,
  access: Access,
  request: Request,
  row: StageRow,
  position: number,
): Promise<StageRow> =>
  parts.pipelineLock.write(row.pipelineId, () =>
    changeOne(
      parts,
      access,
      { kind: pipelineKind, request, id: row.pipelineId },
      async (_, now) => {
        const stages = await stagesOf(parts.db, access.accountId, row.pipelineId);
        const stage = { ...row, position: stages.length + 1 };
        const placing = { step: insertion(row), stages: [...stages, stage], stage, position, now };
        return commitPlaced(parts, access, placing);
      },
    ),
  );

/** Inserts the row behind the last stage and returns it with its position. Throws Stale when the pipeline is gone. */
async function insertStage(
  { db, commits }: Pick<CrmParts, 'db' | 'commits'>,
  access: Access,
  row: StageRow,
): Promise<StageRow> {
  const [rows] = await commits.commit(access, [insertion(row)]);
  const position = rows?.[0]?.[0];
  if (position !== undefined) return { ...row, position: Number(position) };
  // The answer to the commit was lost, and it was found on disk.
  const path = { pipeline_id: row.pipelineId, id: row.id };
  return (await findStage(db, row.accountId, path)) ?? row;
}

const INSERT = `insert into pipeline_stages
  (id, account_id, pipeline_id, name, color, position, stage_type, automation_rules, custom_fields,
   created_at, updated_at)
  select ?, account_id, id, ?, ?,
    (select coalesce(max(position), 0) + 1 from pipeline_stages where pipeline_id = pipelines.id),
    ?, ?, ?, ?, ?
  from pipelines where id = ? and account_id = ?
  returning position`;

const WITH_POSITION =
  "json_set(?, '$.position', (select position from pipeline_stages where id = ?))";

/** Writes the row at the end of its pipeline, and returns its position. */
export function insertion(row: StageRow): AuditedWrite {
  const { id, pipelineId } = row;
  const { name, color, stageType, automationRules, customFields, createdAt, updatedAt } = row;
  const fields = [name, color, stageType, automationRules, customFields, createdAt, updatedAt];
  const { position: _, ...known } = toStage(row);
  const after = { sql: WITH_POSITION, params: [JSON.stringify(known), id] };
  return {
    write: { sql: INSERT, params: [id, ...fields, pipelineId, row.accountId] },
    audit: { action: 'create', resource: 'pipeline_stages', resourceId: id, before: null, after },
    events: [
      { type: 'pipeline_stage.created', order: pipelineId, previous: null, current: after, known },
    ],
  };
}
