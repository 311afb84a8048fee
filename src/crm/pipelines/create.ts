/** POST /api/v1/pipelines */
import { newId } from '../../shared/ids.ts';
import { orConflict } from '../audited-commit.ts';
import { WrappedBody } from '../fields.ts';
import { operation } from '../operation.ts';
import { insertion } from '../pipeline-stages/create.ts';
import { newRow, toStage } from '../pipeline-stages/model.ts';
import { insertStep } from '../records.ts';
import {
  CreatedPipeline,
  columnsOf,
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
  body: WrappedBody('pipeline', NewPipeline, { stages: NewStages }),
  answer: CreatedPipeline,
  message: 'Pipeline created successfully',
  async run({ db, clock, commits }, access, { body: { pipeline, stages = [] } }) {
    const { accountId, userId } = access;
    const now = clock.now();
    const row: PipelineRow = {
      id: newId(),
      accountId,
      name: pipeline.name,
      description: '',
      pipelineType: 'custom',
      visibility: 'private',
      ...columnsOf(pipeline),
      createdById: userId,
      createdAt: now,
      updatedAt: now,
    };
    const stageRows = stages.map((stage, index) => ({
      ...newRow({ id: newId(), accountId, pipelineId: row.id }, stage, now),
      position: index + 1,
    }));
    const step = insertStep(db, pipelineKind, row);
    const work = commits.commit(access, [step, ...stageRows.map(insertion)]);
    await orConflict(work, NAME_TAKEN);
    return { ...toPipeline(row), stages: stageRows.map(toStage) };
  },
});
