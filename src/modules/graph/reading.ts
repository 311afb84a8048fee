/** Shared parts of reading in the Graph API: the requested fields, and pages of lists. */
import { Type } from '@sinclair/typebox';
import { NamedObject } from '../../core/http/named-object.ts';
import type { Fields } from '../../core/http/read-fields.ts';
import { pathOf } from '../../core/http/zone.ts';
import { refusedAs } from './errors.ts';
import type { GraphCall } from './operation.ts';

/** Throws 400 for a body that is not for WhatsApp. */
export function requireProduct({ messaging_product }: Fields): void {
  if (messaging_product !== 'whatsapp')
    throw refusedAs(100, 'the parameter messaging_product is required: it must be whatsapp');
}

export const messagingProduct = Type.Literal('whatsapp', {
  description: 'Messaging product of the request, always `whatsapp`',
});

/** Returns a parameter of the query as a text, or null if it is absent. */
export function textIn(query: Fields, name: string): string | null {
  const value = query[name];
  return typeof value === 'string' && value !== '' ? value : null;
}

/** The only app that there is for the paths of the Graph API. */
export const APP = { id: '1', name: 'Gatehouse' };

/** The answer to what has nothing to show. */
export const Success = NamedObject('GraphSuccess', { success: Type.Literal(true) });

export const FIELDS = {
  fields: Type.Optional(
    Type.String({
      description:
        'Names of the fields to return, with commas between them, such as `id,verified_name`',
      examples: ['id,verified_name'],
    }),
  ),
};

/** An object of which only what is asked for is shown. */
export type GraphObject = Fields & { readonly id: string };

/** Returns the fields of an object that the query asks for, by default `usual`, and always its id. */
export const selectFields = (
  all: GraphObject,
  query: Fields,
  usual: readonly string[],
): GraphObject => ({
  ...pickFields(all, query, usual),
  id: all.id,
});

/**
 * Returns the requested fields of an object without an id, as `selectFields` does for others. Fields that are null or
 * unknown are left out.
 */
export function pickFields(all: Fields, query: Fields, usual: readonly string[]): Fields {
  // `components{type,text}` asks for components: what is inside is always whole.
  const asked = textIn(query, 'fields')?.replaceAll(/\{[^{}]*\}|\([^()]*\)|\s/g, '');
  const names = asked?.split(',') ?? usual;
  const known = names.filter((name) => Object.hasOwn(all, name) && all[name] != null);
  return Object.fromEntries(known.map((name) => [name, all[name]]));
}

/** Clients that follow `next` without a header would need the token in it, which it never has. So pages are long. */
const LIMIT_MAX = 1000;

export const PAGE = {
  limit: Type.Optional(
    Type.String({
      description: `Number of entries per page: 1-${LIMIT_MAX}, which is the default`,
      examples: ['25'],
    }),
  ),
  after: Type.Optional(
    Type.String({
      description: '`paging.cursors.after` of a page, for the page behind it',
      examples: ['MQ=='],
    }),
  ),
  before: Type.Optional(
    Type.String({
      description: '`paging.cursors.before` of a page, for the page in front of it',
      examples: ['MjU='],
    }),
  ),
};

export const Paging = Type.Optional(
  Type.Object(
    {
      cursors: Type.Object({
        before: Type.String({ description: 'Names the first entry, for the page in front of it' }),
        after: Type.String({ description: 'Names the last entry, for the page behind it' }),
      }),
      next: Type.Optional(
        Type.String({
          description: 'The next page, without an access token; absent on the last page',
        }),
      ),
    },
    { description: 'Cursors of the page; absent without entries' },
  ),
);

interface PageOf<T> {
  /** Returns a text that no other entry has; a page follows the order of these. */
  readonly keyOf: (entry: T) => string;
}

/** Returns a page of a list, by the limits and cursors of the query. */
export function pageOf<T>(entries: readonly T[], call: GraphCall, { keyOf }: PageOf<T>) {
  const { query } = call;
  const limit = limitIn(query);
  const [after, before] = [cursorIn(query, 'after'), cursorIn(query, 'before')];
  const all = entries
    .map((entry) => ({ entry, key: keyOf(entry) }))
    .sort((one, other) => (one.key < other.key ? -1 : 1))
    .filter(({ key }) => (after === null || key > after) && (before === null || key < before));
  const isBackwards = before !== null && after === null;
  const page = isBackwards ? all.slice(-limit) : all.slice(0, limit);
  const [first, last] = [page[0], page.at(-1)];
  const data = page.map(({ entry }) => entry);
  if (first === undefined || last === undefined) return { data };
  const cursors = { before: cursorOf(first.key), after: cursorOf(last.key) };
  const hasNext = isBackwards || last !== all.at(-1);
  const next = hasNext && { next: nextOf(call, cursors.after) };
  return { data, paging: { cursors, ...next } };
}

function limitIn(query: Fields): number {
  const limit = textIn(query, 'limit') ?? `${LIMIT_MAX}`;
  if (!/^[1-9]\d{0,5}$/.test(limit)) throw refusedAs(100, 'limit must be a whole number from 1');
  return Math.min(Number(limit), LIMIT_MAX);
}

const cursorOf = (key: string): string => Buffer.from(key).toString('base64url');

function cursorIn(query: Fields, name: 'after' | 'before'): string | null {
  const cursor = textIn(query, name);
  if (cursor === null) return null;
  const key = Buffer.from(cursor, 'base64url').toString();
  if (cursorOf(key) !== cursor.replaceAll('=', ''))
    throw refusedAs(100, `${name} must be a cursor of an earlier page`);
  return key;
}

function nextOf({ parts, request, query }: GraphCall, after: string): string {
  const { before: _, ...others } = query;
  const params = new URLSearchParams({ ...(others as Record<string, string>), after });
  return `${parts.publicUrl(request)}${pathOf(request.url)}?${params}`;
}
