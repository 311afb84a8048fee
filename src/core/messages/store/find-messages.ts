/** Finds stored messages, the newest first. One search examines a bounded number of them. */
import type { Database, Row, Value } from '../../db/client.ts';
import { yieldToEventLoop } from '../../shared/clock.ts';
import type { StatusAt } from '../status.ts';
import {
  cursorOf,
  type FoundMessage,
  inOrder,
  LOOKED_AT_ONCE,
  type MessageFate,
  type MessagePage,
  type MessageQuery,
  type MessageRow,
  type PageStart,
  shownBytes,
  shownText,
  WhereClause,
} from './queries.ts';
import type { Source } from './statements.ts';

/** Conditions without an index are checked for so many messages in one call; `next` continues after them. */
export const LOOKED_AT_MAX = 10_000;

/** Returns the places and sizes of a page's messages without reading them. */
export async function findMessages(
  db: Pick<Database, 'query'>,
  instanceId: string,
  query: MessageQuery,
): Promise<MessagePage> {
  const { limit, offset, after } = query;
  const other = otherOf(instanceId, query);
  if (other.sql !== '') return findAmong(db, instanceId, query);
  const near = nearOf(instanceId, query, after);
  // The time is read from the index; in the row it comes after the content, which SQLite would have to skip.
  const rows = await db.query(
    `select page.place, page.sent_at, ${MESSAGE_BYTES}
      from (select place, sent_at from ${tableFor(query)} where ${near.sql}
        order by sent_at desc, place desc limit ? offset ?) as page
      join stored_messages as m on m.place = page.place
      order by page.sent_at desc, page.place desc`,
    // One row more than the page shows whether there is another page.
    [...near.params, limit + 1, offset],
  );
  const found = rows.map(rowOf);
  const messages = found.slice(0, limit);
  const next = found.length > limit ? cursorOf(messages.at(-1)) : null;
  return { messages, total: await totalOf(db, instanceId, query), next };
}

/** Finds messages by conditions without an index. */
async function findAmong(
  db: Pick<Database, 'query'>,
  instanceId: string,
  query: MessageQuery,
): Promise<MessagePage> {
  const { limit, offset, after } = query;
  const { found, last } = await lookThrough(db, instanceId, query, after);
  const messages = found.slice(offset, offset + limit);
  const next = found.length > offset + limit ? cursorOf(messages.at(-1)) : last;
  const all = after === undefined ? found : (await lookThrough(db, instanceId, query)).found;
  return { messages, total: all.length, next };
}

/**
 * Returns those of the next `LOOKED_AT_MAX` messages that match, and the last one examined if there may be more after
 * it. Yields to the event loop in between.
 */
async function lookThrough(
  db: Pick<Database, 'query'>,
  instanceId: string,
  query: MessageQuery,
  after?: PageStart,
): Promise<{ readonly found: readonly MessageRow[]; readonly last: PageStart | null }> {
  const other = otherOf(instanceId, query);
  const found: MessageRow[] = [];
  for (let looked = 0, from = after; looked < LOOKED_AT_MAX; looked += LOOKED_AT_ONCE) {
    const near = nearOf(instanceId, query, from);
    const rows = await db.query(
      `select place, sent_at, ${MESSAGE_BYTES}, ${other.sql} from ${tableFor(query)}
        where ${near.sql} order by sent_at desc, place desc limit ${LOOKED_AT_ONCE}`,
      [...other.params, ...near.params],
    );
    found.push(...rows.filter((row) => row[3] === 1).map(rowOf));
    const last = rows.at(-1);
    if (last === undefined || rows.length < LOOKED_AT_ONCE) return { found, last: null };
    from = cursorOf(rowOf(last)) ?? undefined;
    if (looked + LOOKED_AT_ONCE >= LOOKED_AT_MAX) return { found, last: from ?? null };
    await yieldToEventLoop();
  }
  return { found, last: null };
}

/** Forces the index of ids: SQLite would prefer the one that gives the order but contains every message. */
const tableFor = ({ id }: MessageQuery): string =>
  `stored_messages as m${id === undefined ? '' : ' indexed by stored_messages_id'}`;

/** Builds the conditions that an index supports. */
function nearOf(instanceId: string, query: MessageQuery, after?: PageStart): WhereClause {
  const { sent = {} } = query;
  return new WhereClause()
    .and('instance_id = ?', instanceId)
    .and('place = ?', query.place)
    .and('id = ?', query.id)
    .and('chat = ?', query.chat)
    .and('sent_at >= ?', sent.from)
    .and('sent_at <= ?', sent.to)
    .andAll('(sent_at, place) < (?, ?)', after && [after.sentAt, after.place]);
}

const BY_ANY_ADDRESS = `sender in
  (select ? union all select address from contact_addresses where instance_id = ? and jid = ?)`;

const otherOf = (
  instanceId: string,
  { isFromMe, sender, kind, source, pushName }: MessageQuery,
): WhereClause =>
  new WhereClause()
    .and('is_from_me = ?', isFromMe)
    .andAll(BY_ANY_ADDRESS, sender === undefined ? undefined : [sender, instanceId, sender])
    .and('kind = ?', kind)
    .and('source = ?', source)
    .and('push_name = ?', pushName);

const ALL = `select total from list_totals where owner_id = ? and list = 'stored_messages'`;
const OF_CHAT = 'select messages from chats where instance_id = ? and chat = ?';

/** The totals of an instance and of a chat are stored; others are counted among the messages examined. */
async function totalOf(
  db: Pick<Database, 'query'>,
  instanceId: string,
  query: MessageQuery,
): Promise<number> {
  const { limit: _, offset: __, after: ___, ...conditions } = query;
  const conditionsSet = Object.entries(conditions).filter(([, value]) => value !== undefined);
  const isOfChat = conditionsSet.length === 1 && query.chat !== undefined;
  const near = nearOf(instanceId, query);
  const counted = `select count(*) from (select 1 from ${tableFor(query)} where ${near.sql}
    order by sent_at desc, place desc limit ${LOOKED_AT_MAX})`;
  const [row] = isOfChat
    ? await db.query(OF_CHAT, [instanceId, query.chat ?? ''])
    : conditionsSet.length === 0
      ? await db.query(ALL, [instanceId])
      : await db.query(counted, near.params);
  return Number(row?.[0] ?? 0);
}

/** Reads a row of place, time sent and bytes. */
const rowOf = ([place, sentAt, bytes]: Row): MessageRow => ({
  id: Number(place),
  sentAt: Number(sentAt),
  bytes: Number(bytes),
});

/** Authors in groups may be stored under another of their addresses. */
const SENDER = `coalesce(
    (select jid from contact_addresses where instance_id = m.instance_id and address = m.sender), m.sender)`;
/** The LID in a row of contacts, or null when it is the JID itself. */
export const HIDDEN_ADDRESS = "case when lid in ('', jid) then null else lid end";
const hiddenOf = (jid: string): string =>
  `(select ${HIDDEN_ADDRESS} from contacts where instance_id = m.instance_id and jid = ${jid})`;

const HISTORY = `(select history from messages as sent where sent.instance_id = m.instance_id and sent.id = m.id
    and sent.is_from_me = m.is_from_me and sent.chat = m.chat)`;

/** The columns of `stored_messages as m`; `content` is the SQL of the content, which is null if it is not read. */
export const messageColumns = (
  content = 'm.content',
): string => `m.place, m.id, m.chat, m.is_from_me, ${SENDER},
  ${shownText('m.push_name')}, m.kind, m.source, ${content}, m.sent_at,
  ${HISTORY},
  ${hiddenOf('m.chat')}, ${hiddenOf(SENDER)}`;

/** The size of a message's texts, which SQLite knows without reading them. */
export const MESSAGE_BYTES = `octet_length(m.content) + octet_length(m.id) + octet_length(m.chat)
  + octet_length(m.sender) + octet_length(m.kind) + ${shownBytes('m.push_name')}`;

const AT_PLACES = 'from json_each(?) cross join stored_messages as m on m.place = json_each.value';
const READ = `select ${messageColumns()} ${AT_PLACES}`;

/** Returns the messages at these places in the same order; deleted ones are missing. */
export async function readMessages(
  db: Pick<Database, 'query'>,
  places: readonly number[],
): Promise<FoundMessage[]> {
  const rows = await db.query(READ, [JSON.stringify(places)]);
  return inOrder(places, rows.map(messageOf), ({ place }) => place);
}

const READ_FATES = `select m.place, m.id, m.chat, m.is_from_me, ${SENDER}, ${HISTORY} ${AT_PLACES}`;

/** Like `readMessages`, but does not read the content. */
export async function readMessageFates(
  db: Pick<Database, 'query'>,
  places: readonly number[],
): Promise<MessageFate[]> {
  const rows = await db.query(READ_FATES, [JSON.stringify(places)]);
  return inOrder(places, rows.map(fateOf), ({ place }) => place);
}

const fateOf = ([place, id, chat, isFromMe, sender, history]: Row): MessageFate => ({
  place: Number(place),
  id: String(id),
  chat: String(chat),
  isFromMe: isFromMe === 1,
  sender: String(sender),
  history: historyOf(history),
});

// Only the parent folder writes this column.
const historyOf = (history: Value | undefined): readonly StatusAt[] =>
  typeof history === 'string' ? (JSON.parse(history) as StatusAt[]) : [];

/** Reads a row of `messageColumns`. */
export function messageOf(row: Row): FoundMessage {
  const [place, id, chat, isFromMe, sender, pushName, kind, source, content, sentAt, history] = row;
  const [chatAlt, senderAlt] = row.slice(11);
  return {
    place: Number(place),
    id: String(id),
    chat: String(chat),
    isFromMe: isFromMe === 1,
    sender: String(sender),
    chatAlt: typeof chatAlt === 'string' ? chatAlt : null,
    senderAlt: typeof senderAlt === 'string' ? senderAlt : null,
    pushName: String(pushName),
    kind: String(kind),
    // Only this folder writes this column.
    source: source as Source,
    content: typeof content === 'string' ? content : null,
    sentAt: Number(sentAt),
    history: historyOf(history),
  };
}
