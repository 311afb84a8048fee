/** GET /api/v1/pipelines, and one of them, with their stages. */
import { and, asc, eq, inArray, sql, sum } from 'drizzle-orm';
import type { Database } from '../../../core/db/client.ts';
import { pipelineStages } from '../../../core/db/schema/crm.ts';
import { refuseLargeList, totalOf } from '../list.ts';
import { operation, pageOperation } from '../operation.ts';
import { recordOf } from '../records.ts';
import { Pipeline, type PipelineRow, pipelineKind, toPipeline } from './model.ts';

const permission = 'pipelines.read';

export const listPipelines = pageOperation('GET /api/v1/pipelines', {
  permission,
  summary: 'List the pipelines of the account',
  agent: { tool: 'list_pipelines', effect: 'reads' },
  answer: Pipeline,
  message: 'Pipelines retrieved successfully',
  async run({ db }, { accountId }, { page }) {
    const rows = await pipelineKind.page(db, accountId, page);
    return {
      data: await withStages(db, accountId, rows, 'ask for fewer with pageSize'),
      total: await totalOf(db, accountId, 'pipelines'),
    };
  },
});

export const getPipeline = operation('GET /api/v1/pipelines/:pipeline_id', {
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
