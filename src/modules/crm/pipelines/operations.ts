/** Operations on pipelines. */
import { and, asc, eq, inArray, ne, notExists, sql, sum } from 'drizzle-orm';
import type { Database } from '../../../core/db/client.ts';
import { pipelineStages, pipelines } from '../../../core/db/schema/crm.ts';
import { type AuditedWrite, orConflict, Stale } from '../audited-commit.ts';
import { FlatOrWrappedBody } from '../fields.ts';
import type { Access } from '../guard.ts';
import { readPage, refuseLargeList } from '../list.ts';
import { Deleted, type Operation, operation, pageOperation } from '../operation.ts';
import type { CrmParts } from '../parts.ts';
import { newRow, stagesOf } from '../pipeline-stages/model.ts';
import { deletion, insertion } from '../pipeline-stages/operations.ts';
import {
  changeOne,
  deleteStep,
  insertStep,
  newRecord,
  recordOf,
  rowsOf,
  updateStep,
} from '../records.ts';
import { retryConflicts } from '../retry-conflicts.ts';
import {
  columnsOf,
  NewPipeline,
  NewStages,
  Pipeline,
  PipelineChange,
  type PipelineRow,
  pipelineKind,
  pipelineRemarks,
  toPipeline,
} from './model.ts';

const permission = 'pipelines.read';

const listPipelines = pageOperation('GET /api/v1/pipelines', {
  permission,
  summary: 'List the pipelines of the account',
  agent: { tool: 'list_pipelines', effect: 'reads' },
  listed: pipelineKind.listed,
  answer: Pipeline,
  message: 'Pipelines retrieved successfully',
  async run({ db }, access, { page }) {
    const { rows, total } = await readPage(db, rowsOf(db, pipelineKind, access), page);
    const advice = 'ask for fewer with pageSize';
    return { data: await withStages(db, access.accountId, rows, advice), total };
  },
});

const getPipeline = operation('GET /api/v1/pipelines/:pipeline_id', {
  permission,
  summary: 'Get a pipeline',
  agent: { tool: 'get_pipeline', effect: 'reads' },
  answer: Pipeline,
  message: 'Pipeline retrieved successfully',
  async run({ db }, access, { params: { pipeline_id: id } }) {
    const row = await recordOf(db, pipelineKind, access, id);
    const [pipeline] = await withStages(db, access.accountId, [row], LARGE_STAGES);
    return pipeline ?? toPipeline(row, []);
  },
});

const LARGE_STAGES = 'delete stages, or shorten their rules';
const { automationRules, customFields } = pipelineStages;
const STORED_BYTES = sum(sql`octet_length(${automationRules}) + octet_length(${customFields})`);

/** Throws 400 with `advice` when the stages are too large for one answer. */
async function withStages(
  { orm }: Pick<Database, 'orm'>,
  accountId: string,
  rows: readonly PipelineRow[],
  advice: string,
) {
  const ids = rows.map(({ id }) => id);
  const areTheirs = and(
    eq(pipelineStages.accountId, accountId),
    inArray(pipelineStages.pipelineId, ids),
  );
  const [size] = await orm.select({ bytes: STORED_BYTES }).from(pipelineStages).where(areTheirs);
  refuseLargeList(Number(size?.bytes), advice);
  const stages = await orm
    .select()
    .from(pipelineStages)
    .where(areTheirs)
    .orderBy(asc(pipelineStages.position));
  const byPipeline = Map.groupBy(stages, ({ pipelineId }) => pipelineId);
  return rows.map((row) => toPipeline(row, byPipeline.get(row.id) ?? []));
}

const createPipeline = operation('POST /api/v1/pipelines', {
  permission: 'pipelines.create',
  summary: 'Create a pipeline',
  description:
    'Creates a pipeline with its stages; the call is atomic. The fields may also be in the body itself, without `pipeline`.',
  example: {
    body: {
      pipeline: { name: 'Deals', pipeline_type: 'sales' },
      stages: [{ name: 'New', color: '#3B82F6', stage_type: 0 }],
    },
  },
  body: FlatOrWrappedBody('pipeline', NewPipeline, { stages: NewStages }),
  answer: Pipeline,
  message: (_, { body }) => `Pipeline created successfully${pipelineRemarks(body.pipeline)}`,
  async run(parts, access, { body: { pipeline, stages = [] } }) {
    const { db } = parts;
    const now = parts.clock.now();
    const row: PipelineRow = {
      ...newRecord(access, now),
      description: '',
      pipelineType: 'custom',
      visibility: 'private',
      isActive: true,
      isDefault: false,
      ...columnsOf(pipeline),
      name: pipeline.name,
      createdById: access.userId,
    };
    const stageRows = stages.map((stage, index) => ({
      ...newRow(access, row.id, stage, now),
      position: index + 1,
    }));
    const answer = toPipeline(row, stageRows);
    const step = { ...insertStep(db, pipelineKind, row), answer };
    const attempt = () => commitOne(parts, access, row, step, stageRows.map(insertion));
    // Somebody may change the former default after it was read.
    await retryConflicts('pipelines are', (error) => error instanceof Stale, attempt);
    return answer;
  },
});

const updatePipeline = operation('PATCH /api/v1/pipelines/:pipeline_id', {
  permission: 'pipelines.update',
  summary: 'Change a pipeline',
  description: 'Changes a pipeline. The fields may also be in the body itself, without `pipeline`.',
  example: { body: { pipeline: { visibility: 'team' } } },
  body: FlatOrWrappedBody('pipeline', PipelineChange),
  answer: Pipeline,
  message: (_, { body }) => `Pipeline updated successfully${pipelineRemarks(body.pipeline)}`,
  run: (parts, access, { request, params: { pipeline_id: id }, body }) =>
    changeOne(parts, access, { kind: pipelineKind, request, id }, async (before, updatedAt) => {
      const { db } = parts;
      const change = { ...columnsOf(body.pipeline), updatedAt };
      const after = { ...before, ...change };
      await commitOne(parts, access, after, updateStep(db, pipelineKind, before, change));
      return toPipeline(after, await stagesOf(db, access.accountId, id));
    }),
});

const deletePipeline = operation('DELETE /api/v1/pipelines/:pipeline_id', {
  permission: 'pipelines.delete',
  summary: 'Delete a pipeline with all its stages',
  answer: Deleted,
  message: 'Pipeline deleted successfully',
  run: (parts, access, { request, params: { pipeline_id: id } }) =>
    changeOne(parts, access, { kind: pipelineKind, request, id }, async (before) => {
      const { db, commits } = parts;
      const stages = await stagesOf(db, access.accountId, id);
      // It throws Stale when another stage was added concurrently; the caller reads again and retries.
      const others = db.orm.select().from(pipelineStages).where(eq(pipelineStages.pipelineId, id));
      const last = deleteStep(db, pipelineKind, before, notExists(others));
      await commits.commit(access, [...stages.map(deletion), last]);
      return { id };
    }),
});

// An account has one default pipeline at most: one that becomes it takes this from the other.

/**
 * Commits `step`, which writes `row`, and what comes with it. Those that become the default wait for each other, so that
 * each finds the one before it. Throws Stale, and 409 when another pipeline has the name.
 */
async function commitOne(
  { db, commits, turns }: CrmParts,
  access: Access,
  row: PipelineRow,
  step: AuditedWrite,
  others: readonly AuditedWrite[] = [],
): Promise<void> {
  const commit = async () => {
    const steps = await withoutFormerDefault(db, row, step);
    await orConflict(commits.commit(access, [...steps, ...others]), 'pipeline_name_taken');
  };
  await (row.isDefault ? turns.run(`default pipeline of ${row.accountId}`, commit) : commit());
}

/**
 * Returns `step`, which writes `row`, preceded by the change of the pipeline that stops being the default. If another
 * node makes another pipeline the default at the same time, that one is ended without an audit row.
 */
async function withoutFormerDefault(
  { orm }: Pick<Database, 'orm'>,
  row: PipelineRow,
  step: AuditedWrite,
): Promise<AuditedWrite[]> {
  if (!row.isDefault) return [step];
  const isFormer = and(
    eq(pipelines.accountId, row.accountId),
    eq(pipelines.isDefault, true),
    ne(pipelines.id, row.id),
  );
  const formers = await orm.select().from(pipelines).where(isFormer);
  const endings = formers.map((former) => {
    const updatedAt = Math.max(row.updatedAt, former.updatedAt + 1);
    return updateStep({ orm }, pipelineKind, former, { isDefault: false, updatedAt });
  });
  const first = orm
    .update(pipelines)
    .set({ isDefault: false, updatedAt: row.updatedAt })
    .where(isFormer);
  return [...endings, { ...step, first: [first] }];
}

/** In the order of the documentation. */
export const PIPELINE_OPERATIONS: readonly Operation[] = [
  listPipelines,
  getPipeline,
  createPipeline,
  updatePipeline,
  deletePipeline,
];
