/** Searches the texts of stored messages, those stored last first. */

import type { Database } from '../../db/client.ts';
import { yieldToEventLoop } from '../../shared/clock.ts';
import { LOOKED_AT_MAX, MESSAGE_BYTES } from './find-messages.ts';
import {
  type FoundTexts,
  inOrder,
  type SearchQuery,
  type SizedRow,
  WhereClause,
} from './queries.ts';

/** Builds the FTS5 query; inside quotation marks nothing has a special meaning. */
function matching(instanceId: string, wanted: readonly string[]): string {
  const owner = `"${instanceId.replaceAll('-', '')}"`;
  return `owner : ${owner} AND text : (${wanted.map((words) => `"${words}"`).join(' AND ')})`;
}

/** When no more messages match, all places are read at once. */
const FEW = 500;
/** How many hits one statement returns; FTS5 visits every matching word of each hit. */
const HITS_AT_ONCE = 250;

/** Examines at most about `LOOKED_AT_MAX` hits. */
export async function searchMessages(
  db: Pick<Database, 'query'>,
  instanceId: string,
  { wanted, chat, after, limit }: SearchQuery,
): Promise<FoundTexts> {
  const hits = { db, match: matching(instanceId, wanted), before: after };
  // FTS5 skips what is between two hits much faster forwards than backwards.
  const oldest: number[] = [];
  for await (const part of hitsOf(hits, 'asc')) {
    oldest.push(...part);
    if (oldest.length > FEW) break;
  }
  const newestFirst = oldest.length > FEW ? hitsOf(hits, 'desc') : [oldest.reverse()];
  const found: SizedRow[] = [];
  let looked = 0;
  for await (const part of newestFirst) {
    looked += part.length;
    found.push(...(await inChat(db, part, chat)));
    const messages = found.slice(0, limit);
    if (found.length > limit) return { messages, next: messages.at(-1)?.id ?? null };
    if (looked >= LOOKED_AT_MAX) return { messages, next: part.at(-1) ?? null };
  }
  return { messages: found, next: null };
}

interface HitQuery {
  readonly db: Pick<Database, 'query'>;
  readonly match: string;
  /** Only hits at places before this one; undefined for all. */
  readonly before: number | undefined;
}

/** Yields the places of hits in order, some at a time, and yields to the event loop in between. */
async function* hitsOf({ db, match, before }: HitQuery, order: 'asc' | 'desc') {
  for (let last: number | undefined; ; await yieldToEventLoop()) {
    const where = new WhereClause()
      .and('stored_texts match ?', match)
      .and('rowid < ?', order === 'desc' ? (last ?? before) : before)
      .and('rowid > ?', order === 'asc' ? last : undefined);
    const rows = await db.query(
      `select rowid from stored_texts where ${where.sql} order by rowid ${order} limit ${HITS_AT_ONCE}`,
      where.params,
    );
    const places = rows.map(([place]) => Number(place));
    yield places;
    last = places.at(-1);
    if (places.length < HITS_AT_ONCE) return;
  }
}

/** Returns those places whose messages are in the chat, if one is named, in the same order. */
async function inChat(
  db: Pick<Database, 'query'>,
  places: readonly number[],
  chat: string | undefined,
): Promise<SizedRow[]> {
  const ofChat = new WhereClause().and('m.chat = ?', chat);
  const rows = await db.query(
    `select m.place, ${MESSAGE_BYTES}
      from json_each(?) cross join stored_messages as m on m.place = json_each.value
      ${ofChat.sql && `where ${ofChat.sql}`}`,
    [JSON.stringify(places), ...ofChat.params],
  );
  const found = rows.map(([place, bytes]) => ({ id: Number(place), bytes: Number(bytes) }));
  return inOrder(places, found, ({ id }) => id);
}
