/** Searching the texts of stored messages, those that were stored last first. */
import type { Database } from '../../db/client.ts';
import { yieldToEventLoop } from '../../shared/clock.ts';
import { LOOKED_AT_MAX } from './find-messages.ts';
import { MESSAGE_BYTES } from './read-messages.ts';
import { inOrder, type SizedRow } from './sized-rows.ts';
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
  readonly messages: readonly SizedRow[];
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

/** Of words that no more messages have, all places are read before one is looked at. */
const FEW = 500;
/** Hits that one statement gives: FTS5 passes through all words that are found in each of them. */
const HITS_AT_ONCE = 250;

/** `LOOKED_AT_MAX` hits are looked at, or a few more, however many there are. */
export async function searchMessages(
  db: Pick<Database, 'query'>,
  instanceId: string,
  { wanted, chat, after, limit }: SearchQuery,
): Promise<FoundTexts> {
  const hits = { db, match: matching(instanceId, wanted), before: after };
  // FTS5 passes over all that lies between two hits much faster forwards than backwards.
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

interface Hits {
  readonly db: Pick<Database, 'query'>;
  readonly match: string;
  /** They are at places before this one; undefined: at any. */
  readonly before: number | undefined;
}

/** The places of hits in their order, some at a time; the event loop is given back in between. */
async function* hitsOf({ db, match, before }: Hits, order: 'asc' | 'desc') {
  for (let last: number | undefined; ; await yieldToEventLoop()) {
    const where = new Where()
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

/** Of the messages at these places those in the chat, if one is named, in the same order. */
async function inChat(
  db: Pick<Database, 'query'>,
  places: readonly number[],
  chat: string | undefined,
): Promise<SizedRow[]> {
  const ofChat = new Where().and('m.chat = ?', chat);
  const rows = await db.query(
    `select m.place, ${MESSAGE_BYTES}
      from json_each(?) cross join stored_messages as m on m.place = json_each.value
      ${ofChat.sql && `where ${ofChat.sql}`}`,
    [JSON.stringify(places), ...ofChat.params],
  );
  const found = rows.map(([place, bytes]) => ({ id: Number(place), bytes: Number(bytes) }));
  return inOrder(places, found, ({ id }) => id);
}
