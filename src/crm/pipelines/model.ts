/** Shapes of the pipeline operations, and how a row becomes one. */
import { type Static, Type } from '@sinclair/typebox';
import { pipelines } from '../../db/schema/crm.ts';
import { NamedObject } from '../../http/named-object.ts';
import { described } from '../../http/openapi-schema.ts';
import { Body, Id, Text, TIMES, timesOf, Words } from '../fields.ts';
import { NewStage, PipelineStage } from '../pipeline-stages/model.ts';
import { kindOf } from '../records.ts';

export type PipelineRow = typeof pipelines.$inferSelect;

const PipelineType = described(
  'What the pipeline is used for; it changes nothing in what the pipeline can do',
  Words('sales', 'support', 'onboarding', 'marketing', 'custom'),
);
const Visibility = described(
  'Whom an application should show the pipeline; the service keeps it and does not enforce it',
  Words('private', 'team', 'public'),
);

export const Pipeline = NamedObject('Pipeline', {
  id: Id,
  name: Type.String(),
  description: Type.String(),
  pipeline_type: PipelineType,
  visibility: Visibility,
  created_by_id: Id,
  ...TIMES,
});

/** The answer to creating one, which includes its stages; later they are listed separately. */
export const CreatedPipeline = NamedObject('CreatedPipeline', {
  ...Pipeline.properties,
  stages: Type.Array(PipelineStage),
});

export const NewPipeline = Body({
  name: Text({
    max: 255,
    description: 'Name of the pipeline, such as `Sales`; no other one of the account may have it',
  }),
  description: Type.Optional(
    Text({
      min: 0,
      max: 1000,
      isMultiline: true,
      description: 'What the pipeline is for, in words',
    }),
  ),
  pipeline_type: Type.Optional(PipelineType),
  visibility: Type.Optional(Visibility),
});
export const PipelineChange = Type.Partial(NewPipeline);
export const NewStages = Type.Optional(
  Type.Array(NewStage, {
    maxItems: 100,
    description: 'The stages to create with it, at most 100, in the order they are to have',
  }),
);

export const NAME_TAKEN = 'A pipeline with this name exists already';

export const toPipeline = (row: PipelineRow): Static<typeof Pipeline> => ({
  id: row.id,
  name: row.name,
  description: row.description,
  pipeline_type: row.pipelineType,
  visibility: row.visibility,
  created_by_id: row.createdById,
  ...timesOf(row),
});

export const pipelineKind = kindOf(pipelines, {
  what: 'pipeline',
  plural: 'pipelines',
  answer: Pipeline,
  show: toPipeline,
  taken: NAME_TAKEN,
});
