/** POST /api/v1/pipelines */
import { orConflict } from '../audited-commit.ts';
import { FlatOrWrappedBody } from '../fields.ts';
import { operation } from '../operation.ts';
import { insertion } from '../pipeline-stages/create.ts';
import { newRow } from '../pipeline-stages/model.ts';
import { insertStep, newRecord } from '../records.ts';
import { withoutFormerDefault } from './default.ts';
import {
  columnsOf,
  NewPipeline,
  NewStages,
  Pipeline,
  type PipelineRow,
  pipelineKind,
  pipelineRemarks,
  toPipeline,
} from './model.ts';

export const createPipeline = operation('POST /api/v1/pipelines', {
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
  async run({ db, clock, commits }, access, { body: { pipeline, stages = [] } }) {
    const now = clock.now();
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
    const steps = await withoutFormerDefault(db, row, step);
    const work = commits.commit(access, [...steps, ...stageRows.map(insertion)]);
    await orConflict(work, 'pipeline_name_taken');
    return answer;
  },
});
