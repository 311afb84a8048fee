/**
 * Reads lists of the Graph API page after page by cursor. The address of a next page is never used, since it holds the
 * token.
 */
import { type Fields, record, text } from '../../core/providers/foreign-values.ts';
import type { Graph, Query } from './graph.ts';
import { noAnswer } from './graph-failure.ts';

/** The most pages of one list; Meta's longest have some thousand entries. */
const PAGES_MAX = 200;

/** Returns all entries of a list. Throws GraphFailure when a page fails, a cursor is repeated or there is no end. */
export async function pages(graph: Graph, path: string, query: Query): Promise<Fields[]> {
  const entries: Fields[] = [];
  const cursors = new Set<string>();
  for (let after: string | null = ''; after !== null; ) {
    const page = await graph.get(path, after === '' ? query : { ...query, after });
    if (!Array.isArray(page.data)) throw noAnswer('a page of a list without its entries');
    entries.push(...page.data.map(record));
    after = nextCursor(page);
    if (after === null) break;
    if (cursors.has(after)) throw noAnswer('the pages of a list lead back to one before');
    if (cursors.add(after).size >= PAGES_MAX)
      throw noAnswer(`a list of more than ${PAGES_MAX} pages`);
  }
  return entries;
}

/** The list has ended when it names no next page, however short this one is. Some name that page without the cursor. */
function nextCursor(page: Fields): string | null {
  const paging = record(page.paging);
  const next = text(paging.next);
  if (next === '') return null;
  const cursor = text(record(paging.cursors).after) || URL.parse(next)?.searchParams.get('after');
  if (!cursor) throw noAnswer('a list names a next page, and not where it begins');
  return cursor;
}
