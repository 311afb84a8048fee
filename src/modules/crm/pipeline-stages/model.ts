/** Shapes of the stage operations, and how a row becomes one. */
import { type Static, Type } from '@sinclair/typebox';
import { and, asc, eq, type SQL } from 'drizzle-orm';
import type { Database } from '../../../core/db/client.ts';
import { pipelineStages } from '../../../core/db/schema/crm.ts';
import { checkedSchema } from '../../../core/http/checked-schema.ts';
import { NamedObject } from '../../../core/http/named-object.ts';
import { describe } from '../../../core/http/openapi-schema.ts';
import { failure } from '../../../core/shared/errors.ts';
import { problem } from '../../../core/shared/reasons/problems.ts';
import type { CrmEvent } from '../events.ts';
import {
  Body,
  FreeObject,
  Id,
  NotKept,
  notKeptIn,
  notOneOf,
  Text,
  TIMES,
  timesOf,
  Words,
} from '../fields.ts';
import type { Access } from '../guard.ts';
import { newRecord } from '../records.ts';

export type StageRow = typeof pipelineStages.$inferSelect;

/** The words for `stage_type`. */
export const STAGE_TYPES = ['active', 'completed', 'cancelled'] as const;
const KIND = `Meaning of the stage for its cards: ${STAGE_TYPES.map((word, type) => `${type} ${word}`).join(', ')}`;
const RULES = 'Rules of an application for this stage, which Gatehouse stores and does not run';
const CUSTOM = 'Fields of your own that belong to the stage';
const ATTRIBUTES = 'Names of the fields that an application asks for in this stage';
const DEFAULT_COLOR = '#3B82F6';

export const PipelineStage = NamedObject('PipelineStage', {
  id: describe('Id of the stage', Id),
  pipeline_id: describe('Id of the pipeline that the stage is in', Id),
  name: Type.String({ description: 'Name of the stage as people see it' }),
  color: Type.String({ description: 'Color of the stage in the form #RRGGBB' }),
  position: Type.Integer({
    minimum: 1,
    description: 'Position of the stage in its pipeline, from 1 without gaps',
  }),
  stage_type: Type.Integer({ minimum: 0, maximum: 2, description: KIND }),
  stage_type_name: describe('Meaning of the stage, as a word', Words(...STAGE_TYPES)),
  automation_rules: Type.Object({}, { additionalProperties: true, description: RULES }),
  custom_fields: Type.Object(
    { attributes: Type.Array(Type.String(), { description: ATTRIBUTES }) },
    { description: CUSTOM },
  ),
  ...TIMES,
});

type StageType = number | string;

/** Returns the type of stage that a number, a digit or a word names, or -1. */
function stageTypeOf(value: unknown): number {
  if (typeof value === 'number') return Object.hasOwn(STAGE_TYPES, value) ? value : -1;
  return STAGE_TYPES.findIndex((word, type) => value === word || value === String(type));
}

const GivenType = checkedSchema<StageType>(
  {
    anyOf: [
      { type: 'integer', enum: [0, 1, 2] },
      { type: 'string', enum: [...STAGE_TYPES] },
    ],
    description: `${KIND}; the number, also as a text, or the word; default 0`,
  },
  (value) => (stageTypeOf(value) === -1 ? notOneOf([0, 1, 2, ...STAGE_TYPES]) : null),
  (text) => text.trim().toLowerCase(),
);

/** Where a stage is put that is created or changed. */
const Place = Type.Integer({
  minimum: 0,
  maximum: 1_000_000,
  description:
    'Position of the stage in its pipeline: 0 and 1 are the first place, and any number behind the last place is the last',
  examples: [2],
});

export const NewStage = Body({
  name: Text({
    max: 255,
    description: 'Name of the stage as people see it, such as `Won`',
    examples: ['Won'],
  }),
  color: Type.Optional(
    Type.String({
      pattern: '^#[0-9A-Fa-f]{6}$',
      description: `Color of the stage in the form #RRGGBB, stored as it is given; default ${DEFAULT_COLOR}`,
      examples: ['#3B82F6'],
      failsWith: problem('not_color'),
    }),
  ),
  stage_type: Type.Optional(GivenType),
  automation_rules: Type.Optional(FreeObject({ maxBytes: 64 * 1024, maxLevels: 16 }, RULES)),
  custom_fields: Type.Optional(
    describe(
      CUSTOM,
      Body({
        attributes: Type.Array(Text({ max: 255 }), {
          maxItems: 100,
          description: `${ATTRIBUTES}; at most 100 of at most 255 characters each`,
          examples: [['budget']],
        }),
        attribute_definitions: NotKept('Definitions of the attributes'),
      }),
    ),
  ),
  description: NotKept('A text about the stage'),
});
export type NewStage = Static<typeof NewStage>;
export const PlacedStage = Body({ ...NewStage.properties, position: Type.Optional(Place) });
export const StageChange = Type.Partial(PlacedStage);
type StageChange = Static<typeof StageChange>;

/** Returns the end of an answer's message, with the fields of the body that were not stored; '' if all were. */
export const stageRemarks = (stage: StageChange): string =>
  notKeptIn({
    description: stage.description,
    'custom_fields.attribute_definitions': stage.custom_fields?.attribute_definitions,
  });

export const toStage = (row: StageRow): Static<typeof PipelineStage> => ({
  id: row.id,
  pipeline_id: row.pipelineId,
  name: row.name,
  color: row.color,
  position: row.position,
  stage_type: row.stageType,
  // The table has a check for it.
  stage_type_name: STAGE_TYPES[row.stageType] as (typeof STAGE_TYPES)[number],
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
  name,
  color,
  stage_type: type,
  automation_rules: rules,
  custom_fields: custom,
}: StageChange): Partial<StageRow> => ({
  ...(name !== undefined && { name }),
  ...(color !== undefined && { color }),
  ...(type !== undefined && { stageType: stageTypeOf(type) }),
  ...(rules && { automationRules: JSON.stringify(rules) }),
  ...(custom && { customFields: JSON.stringify({ attributes: custom.attributes }) }),
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

export const inPipeline = (accountId: string, pipelineId: string): SQL | undefined =>
  and(eq(pipelineStages.accountId, accountId), eq(pipelineStages.pipelineId, pipelineId));

/** Returns all stages of a pipeline, by position. */
export const stagesOf = (
  { orm }: Pick<Database, 'orm'>,
  accountId: string,
  pipelineId: string,
): Promise<StageRow[]> =>
  orm
    .select()
    .from(pipelineStages)
    .where(inPipeline(accountId, pipelineId))
    .orderBy(asc(pipelineStages.position));

export async function findStage(
  { orm }: Pick<Database, 'orm'>,
  accountId: string,
  { pipeline_id, id }: { readonly pipeline_id: string; readonly id: string },
): Promise<StageRow | null> {
  const where = and(eq(pipelineStages.id, id), inPipeline(accountId, pipeline_id));
  const [row] = await orm.select().from(pipelineStages).where(where).limit(1);
  return row ?? null;
}

const PIPELINE_EXISTS = 'select 1 from pipelines where id = ? and account_id = ?';

/** Throws 404 unless the account has this pipeline. */
export async function refuseUnknownPipeline(
  db: Pick<Database, 'query'>,
  accountId: string,
  pipelineId: string,
): Promise<void> {
  const rows = await db.query(PIPELINE_EXISTS, [pipelineId, accountId]);
  if (rows.length === 0) throw failure('pipeline_not_found');
}
