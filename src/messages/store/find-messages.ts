/** Finding stored messages, the newest first. However many are stored, a bounded number of them is looked at. */
import type { Database, Row, Value } from '../../db/client.ts';
import type { MessageContent } from '../../events/contract/catalog.ts';
import type { StatusAt } from '../rows.ts';
import type { Source } from './statements.ts';
import { type Period, Where } from './where.ts';

/** Where a page begins: after the message of this time and place. */
export interface After {
  /** Ms since 1970. */
  readonly sentAt: number;
  readonly place: number;
}

export interface MessageQuery {
  readonly place?: number | undefined;
  readonly id?: string | undefined;
  readonly chat?: string | undefined;
  readonly sent?: Period | undefined;
  readonly isFromMe?: boolean | undefined;
  readonly sender?: string | undefined;
  readonly kind?: string | undefined;
  readonly source?: Source | undefined;
  readonly pushName?: string | undefined;
  readonly after?: After | undefined;
  readonly offset: number;
  readonly limit: number;
}

export interface FoundMessage {
  readonly place: number;
  readonly id: string;
  readonly chat: string;
  readonly isFromMe: boolean;
  readonly sender: string;
  /** The hidden addresses of chat and author; null: not known, or there is no other. */
  readonly chatAlt: string | null;
  readonly senderAlt: string | null;
  readonly pushName: string;
  readonly kind: string;
  readonly source: Source;
  readonly content: MessageContent;
  /** Ms since 1970. */
  readonly sentAt: number;
  /** Empty: received, or its statuses are not stored any more. */
  readonly history: readonly StatusAt[];
}

export interface MessagePage {
  readonly messages: readonly FoundMessage[];
  readonly total: number;
  /** Null: there are no more. */
  readonly next: After | null;
}

/** Conditions that no index answers are put to so many messages at once; `next` goes on after them. */
export const LOOKED_AT_MAX = 10_000;

/** Authors in groups may have been stored under another of their addresses. */
const SENDER = `coalesce(
    (select jid from contact_addresses where instance_id = m.instance_id and address = m.sender), m.sender)`;
/** Of a row of contacts; null where there is no other. */
export const HIDDEN_ADDRESS = "case when lid in ('', jid) then null else lid end";
const hiddenOf = (jid: string): string =>
  `(select ${HIDDEN_ADDRESS} from contacts where instance_id = m.instance_id and jid = ${jid})`;

/** Of `stored_messages as m`. */
export const COLUMNS = `m.place, m.id, m.chat, m.is_from_me, ${SENDER},
  m.push_name, m.kind, m.source, m.content, m.sent_at,
  (select history from messages as sent where sent.instance_id = m.instance_id and sent.id = m.id
    and sent.is_from_me = m.is_from_me and sent.chat = m.chat),
  ${hiddenOf('m.chat')}, ${hiddenOf(SENDER)}`;

/** What pages are ordered by, and what no index answers. */
const COMPARED = 'place, sent_at, is_from_me, sender, kind, source, push_name';

/** Those at the place of a page, among those that an index finds: no row of a page before it is read. */
export async function findMessages(
  db: Pick<Database, 'query'>,
  instanceId: string,
  query: MessageQuery,
): Promise<MessagePage> {
  const { limit, offset } = query;
  const near = nearOf(instanceId, query);
  const other = otherOf(instanceId, query);
  const table = tableFor(query);
  const looked = `select place, sent_at from ${table} where ${near.sql} order by sent_at desc, place desc`;
  const found =
    other.sql === ''
      ? `${looked} limit ? offset ?`
      : `select place, sent_at from (select ${COMPARED} from ${table} where ${near.sql}
          order by sent_at desc, place desc limit ${LOOKED_AT_MAX})
          where ${other.sql} order by sent_at desc, place desc limit ? offset ?`;
  const rows = await db.query(
    `select ${COLUMNS} from (${found}) as page join stored_messages as m on m.place = page.place
      order by m.sent_at desc, m.place desc`,
    // One more tells whether there are more.
    [...near.params, ...other.params, limit + 1, offset],
  );
  const messages = rows.slice(0, limit).map(messageOf);
  const next =
    rows.length > limit
      ? cursorOf(messages.at(-1))
      : other.sql === ''
        ? null
        : await lastLookedAt(db, looked, near.params);
  return { messages, total: await totalOf(db, instanceId, query), next };
}

/** Ids have an index, which SQLite would pass over for one that gives the order and holds every message. */
const tableFor = ({ id }: MessageQuery): string =>
  id === undefined ? 'stored_messages' : 'stored_messages indexed by stored_messages_id';

/** What indexes answer. */
function nearOf(instanceId: string, query: MessageQuery): Where {
  const { after, sent = {} } = query;
  return new Where()
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
): Where =>
  new Where()
    .and('is_from_me = ?', isFromMe)
    .andAll(BY_ANY_ADDRESS, sender === undefined ? undefined : [sender, instanceId, sender])
    .and('kind = ?', kind)
    .and('source = ?', source)
    .and('push_name = ?', pushName);

/** The last one that was looked at when there may be more behind it. */
async function lastLookedAt(
  db: Pick<Database, 'query'>,
  looked: string,
  params: readonly Value[],
): Promise<After | null> {
  const [row] = await db.query(`${looked} limit 1 offset ${LOOKED_AT_MAX - 1}`, params);
  return row === undefined ? null : { place: Number(row[0]), sentAt: Number(row[1]) };
}

const ALL = `select total from list_totals where owner_id = ? and list = 'stored_messages'`;
const OF_CHAT = 'select messages from chats where instance_id = ? and chat = ?';

/** Of all and of a chat it is known; of others it is counted, among as many as are looked at. */
async function totalOf(
  db: Pick<Database, 'query'>,
  instanceId: string,
  { limit: _, offset: __, after: ___, ...query }: MessageQuery,
): Promise<number> {
  const asked = Object.entries(query).filter(([, value]) => value !== undefined);
  const isOfChat = asked.length === 1 && query.chat !== undefined;
  if (asked.length === 0 || isOfChat) {
    const [row] = isOfChat
      ? await db.query(OF_CHAT, [instanceId, query.chat ?? ''])
      : await db.query(ALL, [instanceId]);
    return Number(row?.[0] ?? 0);
  }
  const whole = { ...query, limit: 0, offset: 0 };
  const [near, other] = [nearOf(instanceId, whole), otherOf(instanceId, whole)];
  const counted = `select ${COMPARED} from ${tableFor(whole)} where ${near.sql}
    order by sent_at desc, place desc limit ${LOOKED_AT_MAX}`;
  const [row] = await db.query(
    `select count(*) from (${counted}) ${other.sql === '' ? '' : `where ${other.sql}`}`,
    [...near.params, ...other.params],
  );
  return Number(row?.[0] ?? 0);
}

const cursorOf = (last: FoundMessage | undefined): After | null =>
  last === undefined ? null : { sentAt: last.sentAt, place: last.place };

/** A row of `COLUMNS`. */
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
    // These three were written by this folder, or by the one around it.
    source: source as Source,
    content: JSON.parse(String(content)) as MessageContent,
    sentAt: Number(sentAt),
    history: typeof history === 'string' ? (JSON.parse(history) as StatusAt[]) : [],
  };
}
