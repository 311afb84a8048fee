/** Shapes of the stage operations, and how a row becomes one. */
import { type Static, Type } from '@sinclair/typebox';
import type { pipelineStages } from '../../db/schema/crm.ts';
import { NamedObject } from '../../http/named-object.ts';
import { described } from '../../http/openapi-schema.ts';
import type { CrmEvent } from '../events.ts';
import { Body, FreeObject, Id, Text, TIMES, timesOf } from '../fields.ts';
import type { Access } from '../guard.ts';
import { camelCased } from '../names.ts';
import { newRecord } from '../records.ts';

export type StageRow = typeof pipelineStages.$inferSelect;

/** The words for `stage_type`. */
export const STAGE_TYPES = ['active', 'completed', 'cancelled'] as const;
const KIND = `What the stage means for what is in it: ${STAGE_TYPES.map((word, type) => `${type} ${word}`).join(', ')}`;
const RULES = 'Rules of an application for this stage, which the service keeps and does not run';
const CUSTOM = 'Fields of your own that belong to the stage';
const ATTRIBUTES = 'Names of the fields that an application asks for in this stage';
const DEFAULT_COLOR = '#3B82F6';

export const PipelineStage = NamedObject('PipelineStage', {
  id: described('Id of the stage', Id),
  pipeline_id: described('Id of the pipeline that the stage is in', Id),
  name: Type.String({ description: 'Name of the stage as people see it' }),
  color: Type.String({ description: 'Color of the stage in the form #RRGGBB' }),
  position: Type.Integer({
    minimum: 1,
    description: 'Which stage of its pipeline it is, from 1 without gaps',
  }),
  stage_type: Type.Integer({ minimum: 0, maximum: 2, description: KIND }),
  automation_rules: Type.Object({}, { additionalProperties: true, description: RULES }),
  custom_fields: Type.Object(
    { attributes: Type.Array(Type.String(), { description: ATTRIBUTES }) },
    { description: CUSTOM },
  ),
  ...TIMES,
});

export const NewStage = Body({
  name: Text({ max: 255, description: 'Name of the stage as people see it, such as `Won`' }),
  color: Type.Optional(
    Type.String({
      pattern: '^#[0-9A-Fa-f]{6}$',
      description: `Color of the stage in the form #RRGGBB, kept as it is given; default ${DEFAULT_COLOR}`,
      failsWith: 'must be a colour in the form #RRGGBB',
    }),
  ),
  stage_type: Type.Optional(
    Type.Union([Type.Literal(0), Type.Literal(1), Type.Literal(2)], {
      description: `${KIND}; default 0`,
    }),
  ),
  automation_rules: Type.Optional(FreeObject({ maxBytes: 64 * 1024, maxLevels: 16 }, RULES)),
  custom_fields: Type.Optional(
    described(
      CUSTOM,
      Body({
        attributes: Type.Array(Text({ max: 255 }), {
          maxItems: 100,
          description: `${ATTRIBUTES}; at most 100 of at most 255 characters each`,
        }),
      }),
    ),
  ),
});
export type NewStage = Static<typeof NewStage>;
export const StageChange = Type.Partial(NewStage);

export const toStage = (row: StageRow): Static<typeof PipelineStage> => ({
  id: row.id,
  pipeline_id: row.pipelineId,
  name: row.name,
  color: row.color,
  position: row.position,
  stage_type: row.stageType,
  // Both were checked when they were written.
  automation_rules: JSON.parse(row.automationRules),
  custom_fields: JSON.parse(row.customFields),
  ...timesOf(row),
});

export const updatedEvent = (before: StageRow, after: StageRow): CrmEvent => ({
  type: 'pipeline_stage.updated',
  order: before.pipelineId,
  previous: toStage(before),
  current: toStage(after),
});

/** Returns a row's columns for the given fields. */
export const columnsOf = ({
  automation_rules: rules,
  custom_fields: custom,
  ...plain
}: Static<typeof StageChange>): Partial<StageRow> => ({
  ...camelCased(plain),
  ...(rules && { automationRules: JSON.stringify(rules) }),
  ...(custom && { customFields: JSON.stringify(custom) }),
});

/** Returns a row that is not written yet; writing it gives it its position. */
export const newRow = (
  access: Access,
  pipelineId: string,
  fields: NewStage,
  now: number,
): StageRow => ({
  ...newRecord(access, now),
  pipelineId,
  name: fields.name,
  color: DEFAULT_COLOR,
  stageType: 0,
  automationRules: '{}',
  customFields: '{"attributes":[]}',
  ...columnsOf(fields),
  position: 0,
});
