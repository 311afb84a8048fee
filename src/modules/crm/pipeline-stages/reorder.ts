/** PATCH /api/v1/pipelines/:pipeline_id/pipeline_stages/reorder */
import { Type } from '@sinclair/typebox';
import type { Statement } from '../../../core/db/client.ts';
import type { pipelines } from '../../../core/db/schema/crm.ts';
import { describe } from '../../../core/http/openapi-schema.ts';
import type { AuditedWrite } from '../audited-commit.ts';
import type { CrmEvent } from '../events.ts';
import { EXAMPLE_IDS } from '../examples.ts';
import { unprocessable } from '../failures.ts';
import { Body, Uuid } from '../fields.ts';
import type { Access } from '../guard.ts';
import { operation } from '../operation.ts';
import type { CrmParts } from '../parts.ts';
import { pipelineKind } from '../pipelines/model.ts';
import { changeOne } from '../records.ts';
import { PipelineStage, type StageRow, stagesOf, toStage, updatedEvent } from './model.ts';

// Positions run from 1 without gaps, also with concurrent changes: the insert itself finds a new one, and others change
// only while all stages of the pipeline are as they were read.

/** Returns the stages in their order with their new positions; those whose position is right are unchanged. */
const placeStages = (rows: readonly StageRow[], now: number): StageRow[] =>
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

const idsOf = (rows: readonly StageRow[]): string[] => rows.map(({ id }) => id);

const StageIds = Type.Array(Uuid(), {
  maxItems: 10_000,
  description: 'Every stage of the pipeline once, in the new order',
  examples: [['01a1fa97-2109-775b-8df8-e96b45bbbe0f']],
});

export const reorderStages = operation(
  'PATCH /api/v1/pipelines/:pipeline_id/pipeline_stages/reorder',
  {
    permission: 'pipeline_stages.update',
    summary: 'Put all stages of a pipeline in order',
    description:
      'Puts the stages into the given order; the call is atomic. `If-Match` names the version of the pipeline.',
    body: Body({
      stage_ids: Type.Optional(StageIds),
      stage_orders: Type.Optional(describe('Another name of `stage_ids`', StageIds)),
    }),
    agent: { tool: 'move_stages', effect: 'changes', reachesOut: false },
    example: { body: { stage_ids: [EXAMPLE_IDS.record] } },
    answer: Type.Array(PipelineStage),
    message: 'Pipeline stages reordered successfully',
    run: (parts, access, { request, params: { pipeline_id: pipelineId }, body }) =>
      parts.pipelineLock.write(pipelineId, () =>
        changeOne(
          parts,
          access,
          { kind: pipelineKind, request, id: pipelineId },
          async (pipeline, now) => {
            const stages = await stagesOf(parts.db, access.accountId, pipelineId);
            const wanted = inOrder(stages, orderIn(body));
            await parts.commits.commit(access, [reorderWrite(pipeline, stages, wanted, now)]);
            return placeStages(wanted, now).map(toStage);
          },
        ),
      ),
  },
);

/** Throws 422 unless exactly one of the two names is used. */
function orderIn(body: { readonly stage_ids?: string[]; readonly stage_orders?: string[] }) {
  const { stage_ids: ids, stage_orders: orders } = body;
  const order = ids ?? orders;
  if (order === undefined) throw unprocessable('stage_ids', 'required');
  if (ids && orders) throw unprocessable('stage_orders', 'two_names', { other: 'stage_ids' });
  return order;
}

const NAMED_MAX = 5;

/** Returns the stages in the order of `ids`. Throws 422 when those do not name each of them once. */
function inOrder(stages: readonly StageRow[], ids: readonly string[]): StageRow[] {
  const known = new Map(stages.map((stage) => [stage.id, stage]));
  const named = new Set<string>();
  const twice = ids.filter((id) => named.size === named.add(id).size);
  const faults = [
    ['missing', [...known.keys()].filter((id) => !named.has(id))],
    ['not of this pipeline', [...named].filter((id) => !known.has(id))],
    ['twice', twice],
  ] as const;
  const texts = faults
    .filter(([, wrong]) => wrong.length > 0)
    .map(([what, wrong]) => `${what}: ${wrong.slice(0, NAMED_MAX).join(', ')}`);
  if (texts.length > 0)
    throw unprocessable('stage_ids', 'not_each_stage', { faults: texts.join('; ') });
  return ids.flatMap((id) => known.get(id) ?? []);
}

/** Puts the stages of a pipeline in the order of `wanted`; `stages` are the same, as they were read. */
export function reorderWrite(
  pipeline: Pick<typeof pipelines.$inferSelect, 'id' | 'accountId'>,
  stages: readonly StageRow[],
  wanted: readonly StageRow[],
  now: number,
): AuditedWrite {
  return {
    // This updates the pipeline's row without changing it.
    write: {
      sql: `update pipelines set updated_at = updated_at
      where id = ? and account_id = ? and ${UNCHANGED}`,
      params: [pipeline.id, pipeline.accountId, ...versionsOf(pipeline.id, stages)],
    },
    audit: {
      action: 'reorder',
      resource: 'pipeline_stages',
      resourceId: pipeline.id,
      before: { stage_ids: idsOf(stages) },
      after: { stage_ids: idsOf(wanted) },
    },
    also: move(pipeline.id, wanted, now),
    events: movedEvents(wanted, now),
  };
}

interface Placing {
  /** Writes the stage, in its present place or as the last one. */
  readonly step: AuditedWrite;
  /** The stages of the pipeline after `step`, by position. */
  readonly stages: readonly StageRow[];
  readonly stage: StageRow;
  /** From 1; what is behind the last place is the last. */
  readonly position: number;
  readonly now: number;
}

/**
 * Writes a stage and moves it to its place in one commit, and returns it. Throws Stale when the stages of the pipeline
 * are no longer those that were read.
 */
export async function commitPlaced(
  { commits }: Pick<CrmParts, 'commits'>,
  access: Access,
  { step, stages, stage, position, now }: Placing,
): Promise<StageRow> {
  const wanted = stages.filter(({ id }) => id !== stage.id);
  wanted.splice(Math.max(position - 1, 0), 0, stage);
  const pipeline = { id: stage.pipelineId, accountId: stage.accountId };
  await commits.commit(access, [step, reorderWrite(pipeline, stages, wanted, now)]);
  return placeStages(wanted, now).find(({ id }) => id === stage.id) ?? stage;
}
