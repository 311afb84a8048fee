/** Searching the texts of stored messages, those that were stored last first. */
import type { Database } from '../../db/client.ts';
import { COLUMNS, type FoundMessage, LOOKED_AT_MAX, messageOf } from './find-messages.ts';
import { Where } from './where.ts';

export interface SearchQuery {
  /** Words, or several that follow each other; all of them must stand in the message. */
  readonly wanted: readonly string[];
  readonly chat?: string | undefined;
  /** The place of the last message of the page before. */
  readonly after?: number | undefined;
  readonly limit: number;
}

export interface FoundTexts {
  readonly messages: readonly FoundMessage[];
  /** The value of `after` for the next page; null: there are no more. */
  readonly next: number | null;
}

const PART = /"([^"]*)"?|([^\s"]+)/g;
const HAS_WORD = /[\p{L}\p{N}]/u;

/** The words that a query asks for; those in quotation marks are kept together. */
export const wantedIn = (query: string): string[] =>
  // SQLite takes NUL for the end of a text.
  [...query.replaceAll('\0', ' ').matchAll(PART)]
    .map(([, quoted, word]) => quoted ?? word ?? '')
    .filter((words) => HAS_WORD.test(words));

/** As FTS5 reads it: in quotation marks nothing has a meaning of its own. */
function matching(instanceId: string, wanted: readonly string[]): string {
  const owner = `"${instanceId.replaceAll('-', '')}"`;
  return `owner : ${owner} AND text : (${wanted.map((words) => `"${words}"`).join(' AND ')})`;
}

/** So many hits are looked at, however many there are. */
export async function searchMessages(
  db: Pick<Database, 'query'>,
  instanceId: string,
  { wanted, chat, after, limit }: SearchQuery,
): Promise<FoundTexts> {
  const hits = new Where()
    .and('stored_texts match ?', matching(instanceId, wanted))
    .and('rowid < ?', after);
  const hit = `select rowid as place from stored_texts where ${hits.sql} order by rowid desc`;
  const where = new Where().and('m.chat = ?', chat);
  const rows = await db.query(
    `select ${COLUMNS} from (${hit} limit ${LOOKED_AT_MAX}) as hit join stored_messages as m on m.place = hit.place
      ${where.sql && `where ${where.sql}`} order by hit.place desc limit ?`,
    [...hits.params, ...where.params, limit + 1],
  );
  const messages = rows.slice(0, limit).map(messageOf);
  if (rows.length > limit) return { messages, next: messages.at(-1)?.place ?? null };
  const [last] = await db.query(`${hit} limit 1 offset ${LOOKED_AT_MAX - 1}`, hits.params);
  return { messages, next: last === undefined ? null : Number(last[0]) };
}
