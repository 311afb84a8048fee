/** Operations on the stages of a pipeline; `reorder.ts` has another one. */
import { Type } from '@sinclair/typebox';
import { and, eq, sql, sum } from 'drizzle-orm';
import { pipelineStages } from '../../../core/db/schema/crm.ts';
import { failure } from '../../../core/shared/errors.ts';
import { type AuditedWrite, changeAudit, deletionAudit, Stale } from '../audited-commit.ts';
import { changeRecord, requireFound } from '../change-record.ts';
import type { CrmEvent } from '../events.ts';
import { WrappedBody } from '../fields.ts';
import type { Access } from '../guard.ts';
import { refuseLargeList } from '../list.ts';
import { Deleted, type Operation, operation } from '../operation.ts';
import type { CrmParts } from '../parts.ts';
import { pipelineKind } from '../pipelines/model.ts';
import { changeOne } from '../records.ts';
import {
  columnsOf,
  findStage,
  inPipeline,
  newRow,
  PipelineStage,
  PlacedStage,
  refuseUnknownPipeline,
  StageChange,
  type StageRow,
  stageRemarks,
  stagesOf,
  toStage,
  updatedEvent,
} from './model.ts';
import {
  commitPlaced,
  move,
  movedEvents,
  reorderStages,
  UNCHANGED,
  versionsOf,
} from './reorder.ts';

const { automationRules, customFields } = pipelineStages;
const STORED_BYTES = sum(sql`octet_length(${automationRules}) + octet_length(${customFields})`);

const listStages = operation('GET /api/v1/pipelines/:pipeline_id/pipeline_stages', {
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

const getStage = operation('GET /api/v1/pipelines/:pipeline_id/pipeline_stages/:id', {
  permission: 'pipeline_stages.read',
  summary: 'Get a stage',
  answer: PipelineStage,
  message: 'Pipeline stage retrieved successfully',
  async run({ db }, { accountId }, { params }) {
    return toStage(requireFound(await findStage(db, accountId, params), 'pipeline stage'));
  },
});

const createStage = operation('POST /api/v1/pipelines/:pipeline_id/pipeline_stages', {
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
      { kind: pipelineKind, request, id: row.pipelineId, isVersioned: false },
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

const updateStage = operation('PATCH /api/v1/pipelines/:pipeline_id/pipeline_stages/:id', {
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

const deleteStage = operation('DELETE /api/v1/pipelines/:pipeline_id/pipeline_stages/:id', {
  permission: 'pipeline_stages.delete',
  summary: 'Delete a stage',
  description:
    'Deletes a stage. The stages behind it move up by one, each with an event of its own.',
  answer: Deleted,
  message: 'Pipeline stage deleted successfully',
  run: (parts, access, { request, params }) =>
    parts.pipelineLock.write(params.pipeline_id, () =>
      changeRecord(parts, request, {
        what: 'pipeline stage',
        find: () => findStage(parts.db, access.accountId, params),
        async write(before, now) {
          const stages = await stagesOf(parts.db, access.accountId, params.pipeline_id);
          await parts.commits.commit(access, [deletionWithin(stages, before, now)]);
          return { id: before.id };
        },
      }),
    ),
});

/** Deletes one of `stages`, which are all of its pipeline, and closes the gap. */
export function deletionWithin(
  stages: readonly StageRow[],
  row: StageRow,
  now: number,
): AuditedWrite {
  const left = stages.filter(({ id }) => id !== row.id);
  return {
    write: {
      sql: `delete from pipeline_stages where id = ? and account_id = ? and ${UNCHANGED}`,
      params: [row.id, row.accountId, ...versionsOf(row.pipelineId, stages)],
    },
    audit: deletionAudit('pipeline_stages', toStage(row)),
    also: move(row.pipelineId, left, now),
    events: [deletedEvent(row), ...movedEvents(left, now)],
  };
}

/** Deletes the row in this version; the stages behind it keep their positions. */
export const deletion = (row: StageRow): AuditedWrite => ({
  write: {
    sql: 'delete from pipeline_stages where id = ? and account_id = ? and updated_at = ?',
    params: [row.id, row.accountId, row.updatedAt],
  },
  audit: deletionAudit('pipeline_stages', toStage(row)),
  events: [deletedEvent(row)],
});

const deletedEvent = (row: StageRow): CrmEvent => ({
  type: 'pipeline_stage.deleted',
  order: row.pipelineId,
  previous: toStage(row),
  current: null,
});

/** In the order of the documentation. */
export const STAGE_OPERATIONS: readonly Operation[] = [
  listStages,
  getStage,
  createStage,
  reorderStages,
  updateStage,
  deleteStage,
];
