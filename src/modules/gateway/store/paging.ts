/** Shared by the operations that read stored messages, chats and contacts: JIDs, times and pages. */
import { type Static, type TObject, Type } from '@sinclair/typebox';
import { Whole } from '../../../core/http/field-types.ts';
import {
  checkedBy,
  FieldError,
  type Fields,
  fieldError,
  isFields,
  optional,
  parsedIfPresent,
  readBySchema,
} from '../../../core/http/read-fields.ts';
import type { Period } from '../../../core/messages/store/queries.ts';
import { invalid } from '../../../core/shared/errors.ts';
import { underPath } from '../../../core/shared/reasons/problems.ts';
import { type BodyReader, readBody } from '../body.ts';

/** Says how far back it goes, and what follows from `MESSAGE_STORE_HOURS`. */
export const STORE_NOTE = 'Messages are stored for `MESSAGE_STORE_HOURS`; 409 while that is 0.';

/** A body whose fields may all be absent; one that is absent itself, although it is documented, asks for everything. */
export const findBody = <S extends TObject>(schema: S): BodyReader<Static<S>> =>
  readBody(schema, (body) => checkedBy(schema, body ?? {}));

export const PAGE_MAX = 500;
/** Entries further back are reached by `after`. */
const SKIPPED_MAX = 10_000;

/** Counts and sizes. */
export const Count = (minimum: number, maximum: number, description: string, example: number) =>
  optional(Whole({ minimum, maximum, description, examples: [example] }));

export const PageNumber = Count(1, SKIPPED_MAX, 'Page to return, from 1; default 1', 1);

/** Returns how many entries precede the page. Throws `invalid` when they are too many. */
export function entriesBefore(page: number, size: number): number {
  const skipped = (page - 1) * size;
  if (skipped <= SKIPPED_MAX) return skipped;
  throw invalid(
    `page ${page} lies behind more than ${SKIPPED_MAX} entries: ask for fewer, or go on with after`,
  );
}

export const Skip = Count(0, SKIPPED_MAX, 'Number of entries to skip first; default 0', 0);

/** `gte` and `lte`, of which either may be absent. */
export const TimeRange = parsedIfPresent(
  Type.Object(
    {
      gte: Type.Optional(
        Type.String({
          format: 'date-time',
          description: 'From this time on, such as `2026-01-31T12:00:00Z`',
          examples: ['2026-01-31T12:00:00Z'],
        }),
      ),
      lte: Type.Optional(
        Type.String({
          format: 'date-time',
          description: 'Up to this time, such as `2026-01-31T12:00:00Z`',
          examples: ['2026-01-31T12:00:00Z'],
        }),
      ),
    },
    { description: 'Time range, both ends included; either may be absent' },
  ),
  readPeriod,
);

function readPeriod(value: unknown): Period | FieldError {
  if (!isFields(value)) return fieldError('not_period');
  const [from, to] = [timeOf(value.gte), timeOf(value.lte)];
  if (Number.isNaN(from) || Number.isNaN(to)) return fieldError('not_times_of_period');
  return { from, to };
}

const ISO = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2})?)?$/;

/** NaN: no time. */
function timeOf(value: unknown): number | undefined {
  if (value === undefined) return undefined;
  return typeof value === 'string' && ISO.test(value) ? Date.parse(value) : Number.NaN;
}

/** The parameter that tells where the next page begins, for entries without a cursor of their own. */
export const AfterId = parsedIfPresent(
  Type.String({
    description: '`id` of the last record of the previous page, after which to go on',
    examples: ['31'],
  }),
  (value) =>
    typeof value === 'string' && /^\d{1,15}$/.test(value)
      ? Number(value)
      : fieldError('not_record_id'),
);

/** The picture of a chat or a contact. */
export const PictureUrl = Type.Union([Type.String(), Type.Null()], {
  description:
    'URL that `/chat/fetchProfilePictureUrl` last found, if that is stored; null if it was not asked since the last change, or without a picture',
});

/** A field that may be absent; null and empty texts inside it are taken for absent, and fields it does not name left aside. */
export const nestedFields = <S extends TObject>(schema: S, description: string) =>
  parsedIfPresent<Partial<Static<S>>, unknown>(
    Type.Object(schema.properties, { additionalProperties: true, description }),
    (value) => {
      if (value === null) return {};
      if (!isFields(value)) return fieldError('not_object');
      const { fields, problems } = readBySchema(schema, withoutEmpty(value));
      return problems.length > 0
        ? new FieldError((field) => problems.map(underPath(field)))
        : fields;
    },
  );

const withoutEmpty = (value: Fields): Fields =>
  Object.fromEntries(Object.entries(value).filter(([, one]) => one !== null && one !== ''));
