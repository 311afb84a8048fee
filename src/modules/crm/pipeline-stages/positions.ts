/**
 * Positions run from 1 without gaps, also with concurrent changes: the insert itself finds a new one, and others change
 * only while all stages of the pipeline are as they were read.
 */
import type { Statement } from '../../../core/db/client.ts';
import type { CrmEvent } from '../events.ts';
import { type StageRow, updatedEvent } from './model.ts';

/** Returns the stages in their order with their new positions; those whose position is right are unchanged. */
export const placeStages = (rows: readonly StageRow[], now: number): StageRow[] =>
  rows.map((row, index) => {
    const position = index + 1;
    if (row.position === position) return row;
    return { ...row, position, updatedAt: Math.max(row.updatedAt + 1, now) };
  });

/** Returns the events of the stages that `placeStages` moves. */
export const movedEvents = (rows: readonly StageRow[], now: number): CrmEvent[] =>
  placeStages(rows, now).flatMap((after, index) => {
    const before = rows[index];
    return before === undefined || before === after ? [] : [updatedEvent(before, after)];
  });

/** SQL that is true while the stages of a pipeline are those that were read, each in its version. */
export const UNCHANGED = `? = (select json_group_array(version) from (
  select id || ' ' || updated_at as version from pipeline_stages
  where pipeline_id = ? order by position))`;

/** The parameters of UNCHANGED. */
export const versionsOf = (
  pipelineId: string,
  stages: readonly StageRow[],
): [versions: string, pipelineId: string] => [
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

/** No position may be used twice even for a moment, so moved stages get negative ones first. */
export const move = (pipelineId: string, wanted: readonly StageRow[], now: number): Statement[] => [
  { sql: MOVE, params: [now, JSON.stringify(idsOf(wanted)), pipelineId] },
  { sql: SETTLE, params: [pipelineId] },
];

export const idsOf = (rows: readonly StageRow[]): string[] => rows.map(({ id }) => id);
