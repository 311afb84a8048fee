import { type Static, type TSchema, Type } from '@sinclair/typebox';
import { iso } from '../shared/clock.ts';
import { NamedObject } from './named-object.ts';
import { Time } from './time.ts';

const Meta = NamedObject(
  'Meta',
  { timestamp: Time({ description: 'ISO 8601 UTC, milliseconds' }) },
  { additionalProperties: false },
);

const Pagination = NamedObject(
  'Pagination',
  {
    page: Type.Integer({ minimum: 1 }),
    page_size: Type.Integer({ minimum: 1 }),
    total: Type.Integer({ minimum: 0 }),
    total_pages: Type.Integer({ minimum: 0 }),
    has_next_page: Type.Boolean(),
    has_previous_page: Type.Boolean(),
  },
  { additionalProperties: false },
);
type Pagination = Static<typeof Pagination>;

const PageMeta = NamedObject(
  'PageMeta',
  { ...Meta.properties, pagination: Pagination },
  { additionalProperties: false },
);

/** Names an envelope after what it holds; returns undefined if that has no name. */
const named = (data: TSchema, end: string) =>
  data.$id === undefined ? {} : { $id: data.$id + end };

/** `{success: true, data, meta: {timestamp}, message}`. */
export const SuccessEnvelope = <T extends TSchema>(data: T) =>
  Type.Object(
    { success: Type.Literal(true), data, meta: Meta, message: Type.String() },
    { additionalProperties: false, ...named(data.items ?? data, data.items ? 'List' : 'Answer') },
  );

/** The success envelope of a list that comes in pages: `meta.pagination` beside the timestamp. */
export const PageEnvelope = <T extends TSchema>(item: T) =>
  Type.Object(
    {
      success: Type.Literal(true),
      data: Type.Array(item),
      meta: PageMeta,
      message: Type.String(),
    },
    { additionalProperties: false, ...named(item, 'Page') },
  );

/** The success envelope without data. */
export const DoneEnvelope = NamedObject(
  'Done',
  { success: Type.Literal(true), meta: Meta, message: Type.String() },
  { additionalProperties: false },
);

/** `now` is ms since 1970. */
export const ok = <T>(now: number, data: T, message: string) => ({
  success: true as const,
  data,
  meta: { timestamp: iso(now) },
  message,
});

interface PageCounts {
  /** Counts from 1. */
  readonly page: number;
  readonly pageSize: number;
  /** How many records come before the page. */
  readonly offset: number;
  readonly total: number;
}

/** One page of a list. */
export function okPage<T>(now: number, data: T[], counts: PageCounts, message: string) {
  const { page, pageSize, offset, total } = counts;
  const pagination: Pagination = {
    page,
    page_size: pageSize,
    total,
    total_pages: Math.ceil(total / pageSize),
    has_next_page: offset + pageSize < total,
    has_previous_page: offset > 0,
  };
  return { success: true as const, data, meta: { timestamp: iso(now), pagination }, message };
}

export const successMessage = (now: number, message: string) => ({
  success: true as const,
  meta: { timestamp: iso(now) },
  message,
});
