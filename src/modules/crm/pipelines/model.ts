/** Shapes of the pipeline operations, and how a row becomes one. */
import { type Static, Type } from '@sinclair/typebox';
import { pipelines } from '../../../core/db/schema/crm.ts';
import { NamedObject } from '../../../core/http/named-object.ts';
import { describe } from '../../../core/http/openapi-schema.ts';
import { Body, Id, NotKept, notKeptIn, Text, TIMES, timesOf, Words } from '../fields.ts';
import { camelCased } from '../names.ts';
import { NewStage, PipelineStage, type StageRow, toStage } from '../pipeline-stages/model.ts';
import { kindOf } from '../records.ts';

export type PipelineRow = typeof pipelines.$inferSelect;

const PipelineType = describe(
  'Purpose of the pipeline, which changes nothing in what it can do',
  Words('sales', 'support', 'onboarding', 'marketing', 'custom'),
);
const IS_ACTIVE = 'Whether an application should use the pipeline; Gatehouse only stores it';
const IS_DEFAULT =
  'Whether an application should begin with this pipeline; at most one of an account';
const Visibility = describe(
  'People to whom an application should show the pipeline; Gatehouse stores it and does not enforce it',
  Words('private', 'team', 'public'),
);

const PipelineRecord = Type.Object({
  id: Id,
  name: Type.String(),
  description: Type.String(),
  pipeline_type: PipelineType,
  visibility: Visibility,
  is_active: describe(IS_ACTIVE, Type.Boolean()),
  is_default: describe(IS_DEFAULT, Type.Boolean()),
  created_by_id: Id,
  ...TIMES,
});

const NO_CARDS = { item_count: 0, conversations_count: 0 } as const;
const COUNTS = {
  item_count: Type.Literal(0, { description: 'Always 0: pipelines have no cards here' }),
  conversations_count: Type.Literal(0, { description: 'Always 0: pipelines have no cards here' }),
};

/** A pipeline as answers show it. */
export const Pipeline = NamedObject('Pipeline', {
  ...PipelineRecord.properties,
  ...COUNTS,
  stages: Type.Array(NamedObject('StageOfPipeline', { ...PipelineStage.properties, ...COUNTS }), {
    description: 'Stages of the pipeline, by position',
  }),
});
type Pipeline = Static<typeof Pipeline>;

export const NewPipeline = Body({
  name: Text({
    max: 255,
    description: 'Name of the pipeline, such as `Sales`; no other one of the account may have it',
    examples: ['Sales'],
  }),
  description: Type.Optional(
    Text({
      min: 0,
      max: 1000,
      isMultiline: true,
      description: 'Purpose of the pipeline, such as `New customers in Brazil`',
      examples: ['New customers in Brazil'],
    }),
  ),
  pipeline_type: Type.Optional(PipelineType),
  visibility: Type.Optional(Visibility),
  is_active: Type.Optional(describe(`${IS_ACTIVE}; default true`, Type.Boolean())),
  is_default: Type.Optional(
    describe(`${IS_DEFAULT}: true takes it from the other; default false`, Type.Boolean()),
  ),
  custom_fields: NotKept('Fields of the pipeline of your own'),
  team_ids: NotKept('Teams that see the pipeline'),
});
export const PipelineChange = Type.Partial(NewPipeline);
type PipelineChange = Static<typeof PipelineChange>;
export const NewStages = Type.Optional(
  Type.Array(NewStage, {
    maxItems: 100,
    description: 'Stages to create with the pipeline, at most 100, in their order',
  }),
);

/** Returns the end of an answer's message, with the fields of the body that were not stored; '' if all were. */
export const pipelineRemarks = ({ custom_fields, team_ids }: PipelineChange): string =>
  notKeptIn({ custom_fields, team_ids });

/** Returns a row's columns for the given fields. */
export const columnsOf = ({ custom_fields, team_ids, ...kept }: PipelineChange) => camelCased(kept);

const toRecord = (row: PipelineRow): Static<typeof PipelineRecord> => ({
  id: row.id,
  name: row.name,
  description: row.description,
  pipeline_type: row.pipelineType,
  visibility: row.visibility,
  is_active: row.isActive,
  is_default: row.isDefault,
  created_by_id: row.createdById,
  ...timesOf(row),
});

/** `stages` are all of the pipeline, by position. */
export const toPipeline = (row: PipelineRow, stages: readonly StageRow[]): Pipeline => ({
  ...toRecord(row),
  ...NO_CARDS,
  stages: stages.map((stage) => ({ ...toStage(stage), ...NO_CARDS })),
});

/** Audit rows show a pipeline without its stages, which have audit rows of their own. */
export const pipelineKind = kindOf(pipelines, {
  what: 'pipeline',
  plural: 'pipelines',
  answer: PipelineRecord,
  show: toRecord,
  searched: { name: pipelines.name, description: pipelines.description },
  sorted: { pipeline_type: pipelines.pipelineType, visibility: pipelines.visibility },
  taken: 'pipeline_name_taken',
});
