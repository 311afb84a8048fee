/** POST /api/v1/pipelines */
import { orConflict } from '../audited-commit.ts';
import { WrappedBody } from '../fields.ts';
import { camelCased } from '../names.ts';
import { operation } from '../operation.ts';
import { insertion } from '../pipeline-stages/create.ts';
import { newRow, toStage } from '../pipeline-stages/model.ts';
import { insertStep, newRecord } from '../records.ts';
import {
  CreatedPipeline,
  NAME_TAKEN,
  NewPipeline,
  NewStages,
  type PipelineRow,
  pipelineKind,
  toPipeline,
} from './model.ts';

export const createPipeline = operation('POST /api/v1/pipelines', {
  permission: 'pipelines.create',
  summary: 'Create a pipeline',
  description: 'With the stages given, or nothing at all is created.',
  example: {
    body: {
      pipeline: { name: 'Deals', pipeline_type: 'sales' },
      stages: [{ name: 'New', color: '#3B82F6', stage_type: 0 }],
    },
  },
  body: WrappedBody('pipeline', NewPipeline, { stages: NewStages }),
  answer: CreatedPipeline,
  message: 'Pipeline created successfully',
  async run({ db, clock, commits }, access, { body: { pipeline, stages = [] } }) {
    const now = clock.now();
    const row: PipelineRow = {
      ...newRecord(access, now),
      description: '',
      pipelineType: 'custom',
      visibility: 'private',
      ...camelCased(pipeline),
      createdById: access.userId,
    };
    const stageRows = stages.map((stage, index) => ({
      ...newRow(access, row.id, stage, now),
      position: index + 1,
    }));
    const step = insertStep(db, pipelineKind, row);
    const work = commits.commit(access, [step, ...stageRows.map(insertion)]);
    await orConflict(work, NAME_TAKEN);
    return { ...toPipeline(row), stages: stageRows.map(toStage) };
  },
});
