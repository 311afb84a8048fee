/** Searching the texts of stored messages, those that were stored last first. */
import type { Database, Value } from '../../db/client.ts';
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

/** Of words that no more messages have, all places are read at once; at least as many as a page holds. */
const FEW = 500;

/** `LOOKED_AT_MAX` hits are looked at, however many there are. */
export async function searchMessages(
  db: Pick<Database, 'query'>,
  instanceId: string,
  { wanted, chat, after, limit }: SearchQuery,
): Promise<FoundTexts> {
  const where = new Where()
    .and('stored_texts match ?', matching(instanceId, wanted))
    .and('rowid < ?', after);
  const hits = `select rowid as place from stored_texts where ${where.sql} order by rowid`;
  // FTS5 passes over all that lies between two hits much faster forwards than backwards.
  const first = await db.query(`${hits} limit ${FEW + 1}`, where.params);
  const [source, params]: [string, readonly Value[]] =
    first.length > FEW
      ? [`${hits} desc limit ${LOOKED_AT_MAX}`, where.params]
      : [
          'select value as place from json_each(?) order by place desc',
          [JSON.stringify(first.flat())],
        ];
  const ofChat = new Where().and('m.chat = ?', chat);
  const rows = await db.query(
    `select ${COLUMNS} from (${source}) as hit join stored_messages as m on m.place = hit.place
      ${ofChat.sql && `where ${ofChat.sql}`} order by hit.place desc limit ?`,
    [...params, ...ofChat.params, limit + 1],
  );
  const messages = rows.slice(0, limit).map(messageOf);
  if (rows.length > limit) return { messages, next: messages.at(-1)?.place ?? null };
  if (first.length <= FEW) return { messages, next: null };
  const [last] = await db.query(`${hits} desc limit 1 offset ${LOOKED_AT_MAX - 1}`, where.params);
  return { messages, next: last === undefined ? null : Number(last[0]) };
}
