/** DELETE /api/v1/pipelines/:pipeline_id/pipeline_stages/:id */
import { type AuditedWrite, deletionAudit } from '../audited-commit.ts';
import { changeRecord } from '../change-record.ts';
import type { CrmEvent } from '../events.ts';
import { Deleted, operation } from '../operation.ts';
import { type StageRow, toStage } from './model.ts';
import { move, movedEvents, UNCHANGED, versionsOf } from './positions.ts';
import { findStage, stagesOf } from './rows.ts';

export const deleteStage = operation('DELETE /api/v1/pipelines/:pipeline_id/pipeline_stages/:id', {
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
