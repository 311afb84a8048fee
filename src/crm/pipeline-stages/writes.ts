/**
 * Writing stages. Owns: that positions run from 1 without gaps, whatever happens at the same time.
 * A new position is found by the insert itself; others change only while all stages are as they were read.
 */
import type { Statement } from '../../db/client.ts';
import { deleted } from '../audit.ts';
import type { AuditedWrite } from '../audited-commit.ts';
import type { CrmEvent } from '../events.ts';
import { type StageRow, toStage } from './model.ts';

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

/** Writes the row at the end of its pipeline, and returns the position it got. */
export function insertion(row: StageRow): AuditedWrite {
  const write = {
    sql: INSERT,
    params: [
      row.id,
      row.name,
      row.color,
      row.stageType,
      row.automationRules,
      row.customFields,
      row.createdAt,
      row.updatedAt,
      row.pipelineId,
      row.accountId,
    ],
  };
  const after = { sql: WITH_POSITION, params: [JSON.stringify(toStage(row)), row.id] };
  const audit = { action: 'create', resource: 'pipeline_stages', resourceId: row.id } as const;
  return {
    write,
    audit: { ...audit, before: null, after },
    events: [
      { type: 'pipeline_stage.created', order: row.pipelineId, previous: null, current: after },
    ],
  };
}

/** Deletes the row in this version; the stages behind it stay where they are. */
export const deletion = (row: StageRow): AuditedWrite => ({
  write: {
    sql: 'delete from pipeline_stages where id = ? and account_id = ? and updated_at = ?',
    params: [row.id, row.accountId, row.updatedAt],
  },
  audit: deleted('pipeline_stages', toStage(row)),
  events: [deletedEvent(row)],
});

const deletedEvent = (row: StageRow): CrmEvent => ({
  type: 'pipeline_stage.deleted',
  order: row.pipelineId,
  previous: toStage(row),
  current: null,
});

export const updatedEvent = (before: StageRow, after: StageRow): CrmEvent => ({
  type: 'pipeline_stage.updated',
  order: before.pipelineId,
  previous: toStage(before),
  current: toStage(after),
});

/** Stages in their order, each at its place; those that are there already stay as they are. */
export const placed = (rows: readonly StageRow[], now: number): StageRow[] =>
  rows.map((row, index) => {
    const position = index + 1;
    if (row.position === position) return row;
    return { ...row, position, updatedAt: Math.max(row.updatedAt + 1, now) };
  });

/** Deletes one of `stages`, which are all of its pipeline, and closes the gap. */
export function deletionWithin(
  stages: readonly StageRow[],
  row: StageRow,
  now: number,
): AuditedWrite {
  const left = stages.filter(({ id }) => id !== row.id);
  const write = {
    sql: `delete from pipeline_stages where id = ? and account_id = ? and ${UNCHANGED}`,
    params: [row.id, row.accountId, ...versionsOf(row.pipelineId, stages)],
  };
  return {
    write,
    audit: deleted('pipeline_stages', toStage(row)),
    also: move(row.pipelineId, left, now),
    events: [deletedEvent(row), ...movedEvents(left, now)],
  };
}

/** Puts a pipeline's stages in the order of `wanted`; `stages` are the same, as they were read. */
export function reordering(
  { pipelineId, accountId }: Pick<StageRow, 'pipelineId' | 'accountId'>,
  stages: readonly StageRow[],
  wanted: readonly StageRow[],
  now: number,
): AuditedWrite {
  // Touches the pipeline's row, which stays as it is.
  const write = {
    sql: `update pipelines set updated_at = updated_at
      where id = ? and account_id = ? and ${UNCHANGED}`,
    params: [pipelineId, accountId, ...versionsOf(pipelineId, stages)],
  };
  const audit = {
    action: 'reorder',
    resource: 'pipeline_stages',
    resourceId: pipelineId,
    before: { stage_ids: idsOf(stages) },
    after: { stage_ids: idsOf(wanted) },
  } as const;
  return {
    write,
    audit,
    also: move(pipelineId, wanted, now),
    events: movedEvents(wanted, now),
  };
}

const movedEvents = (rows: readonly StageRow[], now: number): CrmEvent[] =>
  placed(rows, now).flatMap((after, index) => {
    const before = rows[index];
    return before === undefined || before === after ? [] : [updatedEvent(before, after)];
  });

/** True while the stages of the pipeline are those that were read, each in its version. */
const UNCHANGED = `? = (select json_group_array(version) from (
  select id || ' ' || updated_at as version from pipeline_stages
  where pipeline_id = ? order by position))`;

const versionsOf = (pipelineId: string, stages: readonly StageRow[]): [string, string] => [
  JSON.stringify(stages.map(({ id, updatedAt }) => `${id} ${updatedAt}`)),
  pipelineId,
];

const MOVE = `update pipeline_stages
  set position = -(wanted.key + 1), updated_at = max(pipeline_stages.updated_at + 1, ?)
  from json_each(?) as wanted
  where pipeline_stages.id = wanted.value and pipeline_stages.pipeline_id = ?
    and pipeline_stages.position <> wanted.key + 1`;
const SETTLE =
  'update pipeline_stages set position = -position where pipeline_id = ? and position < 0';

/** No position may be taken twice even for a moment: moved stages wait below zero. */
const move = (pipelineId: string, wanted: readonly StageRow[], now: number): Statement[] => [
  { sql: MOVE, params: [now, JSON.stringify(idsOf(wanted)), pipelineId] },
  { sql: SETTLE, params: [pipelineId] },
];

const idsOf = (rows: readonly StageRow[]): string[] => rows.map(({ id }) => id);
