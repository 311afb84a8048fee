/** Finds the chats and the contacts of an instance. */
import type { Database, Row } from '../../db/client.ts';
import { stateOf } from '../chat-states.ts';
import { HIDDEN_ADDRESS, MESSAGE_BYTES, messageColumns, messageOf } from './find-messages.ts';
import {
  type ChatQuery,
  type ChatRow,
  type ContactQuery,
  type FoundChat,
  type FoundContact,
  inOrder,
  type SizedRow,
  shownBytes,
  shownText,
  WhereClause,
} from './queries.ts';

/** Returns the ids and sizes of a page's chats without reading them. */
export async function findChats(
  db: Pick<Database, 'query'>,
  instanceId: string,
  { chat, last = {}, label, after, offset, limit, ...states }: ChatQuery,
): Promise<ChatRow[]> {
  const where = new WhereClause()
    .and('c.instance_id = ?', instanceId)
    .and('c.chat = ?', chat)
    .and('c.last_at >= ?', last.from)
    .and('c.last_at <= ?', last.to)
    .and(`(c.unread > 0 or ${hasState('is_marked_unread')}) = ?`, states.isUnread)
    .and(`${hasState('is_archived')} = ?`, states.isArchived)
    .and(
      `exists (select 1 from labelled_chats as l
        where l.instance_id = c.instance_id and l.label_id = ? and l.chat = c.chat)`,
      label,
    )
    .andAll(
      '(c.last_at, c.id) < (select last_at, id from chats where instance_id = ? and id = ?)',
      after === undefined ? undefined : [instanceId, after],
    );
  const page = `select c.id, c.last_at, (
      select place from stored_messages where instance_id = c.instance_id and chat = c.chat
      order by sent_at desc, place desc limit 1) as newest
    from chats as c where ${where.sql} order by c.last_at desc, c.id desc limit ? offset ?`;
  const rows = await db.query(
    `select page.id, m.place, coalesce(${MESSAGE_BYTES}, 0) from (${page}) as page
      left join stored_messages as m on m.place = page.newest
      order by page.last_at desc, page.id desc`,
    [...where.params, limit, offset],
  );
  return rows.map(([id, newest, bytes]) => ({
    id: Number(id),
    newest: newest === null ? null : Number(newest),
    isShown: true,
    bytes: Number(bytes),
  }));
}

const hasState = (column: 'is_archived' | 'is_marked_unread'): string =>
  `exists (select 1 from chat_states as s
    where s.instance_id = c.instance_id and s.chat = c.chat and s.${column} = 1)`;

/** Each entry of the list has the id of the chat, the place of its newest message and whether its content is read. */
const READ_CHATS = `select c.id, c.chat, coalesce(${shownText('name')}, ''), unread, last_at, c.created_at, c.updated_at,
    chat_windows.opened_at, coalesce(${shownText('picture_url')}, ''), ${HIDDEN_ADDRESS},
    is_archived, is_pinned, muted_until, is_marked_unread,
    (select json_group_array(label_id) from labelled_chats as l
      where l.instance_id = c.instance_id and l.chat = c.chat),
    ${messageColumns("case when value ->> '$[2]' then m.content end")}
  from json_each(?) cross join chats as c on c.id = value ->> '$[0]'
  left join contacts on contacts.instance_id = c.instance_id and contacts.jid = c.chat
  left join chat_windows on chat_windows.instance_id = c.instance_id and chat_windows.chat = c.chat
  left join chat_states on chat_states.instance_id = c.instance_id and chat_states.chat = c.chat
  left join stored_messages as m on m.place = value ->> '$[1]'`;

/** Reads the chats of a page, in the same order. */
export async function readChats(
  db: Pick<Database, 'query'>,
  found: readonly ChatRow[],
): Promise<FoundChat[]> {
  const list = found.map(({ id, newest, isShown }) => [id, newest, isShown ? 1 : 0]);
  const rows = await db.query(READ_CHATS, [JSON.stringify(list)]);
  const ids = found.map(({ id }) => id);
  return inOrder(ids, rows.map(chatOf), ({ id }) => id);
}

function chatOf(row: Row): FoundChat {
  const [id, chat, name, unread, lastAt, createdAt, updatedAt, openedAt, pictureUrl, alt, ...rest] =
    row;
  const [state, labels, message] = [rest.slice(0, 4), rest[4], rest.slice(5)];
  return {
    id: Number(id),
    chat: String(chat),
    alt: typeof alt === 'string' ? alt : null,
    name: String(name),
    pictureUrl: String(pictureUrl),
    unread: Number(unread),
    state: stateOf(state),
    labels: JSON.parse(String(labels)) as string[],
    lastAt: Number(lastAt),
    createdAt: Number(createdAt),
    updatedAt: Number(updatedAt),
    windowOpenedAt: typeof openedAt === 'number' ? openedAt : null,
    lastMessage: message[0] === null ? null : messageOf(message),
  };
}

/** Returns the ids and sizes of a page's contacts without reading them. */
export async function findContacts(
  db: Pick<Database, 'query'>,
  instanceId: string,
  { id, jid, lid, name, after, offset, limit }: ContactQuery,
): Promise<SizedRow[]> {
  const where = new WhereClause()
    .and('instance_id = ?', instanceId)
    .and('id = ?', id)
    .and('jid = ?', jid)
    .and('lid = ?', lid)
    .and('name = ?', name)
    .and('id < ?', after);
  const rows = await db.query(
    `select id, octet_length(jid) + octet_length(lid) + octet_length(username) + ${shownBytes('name')} + ${shownBytes('picture_url')}
      from contacts where ${where.sql} order by id desc limit ? offset ?`,
    [...where.params, limit, offset],
  );
  return rows.map(([found, bytes]) => ({ id: Number(found), bytes: Number(bytes) }));
}

const READ_CONTACTS = `select id, jid, lid, ${shownText('name')}, created_at, updated_at, ${shownText('picture_url')},
    case when jid like '%@s.whatsapp.net' then jid else coalesce((
      select address from contact_addresses where contact_addresses.instance_id = contacts.instance_id
        and contact_addresses.jid = contacts.jid and address like '%@s.whatsapp.net' limit 1), '') end,
    exists (select 1 from chats where chats.instance_id = contacts.instance_id and chat = jid), username
  from contacts where id in (select value from json_each(?))`;

/** Returns the contacts with these ids in the same order; deleted ones are missing. */
export async function readContacts(
  db: Pick<Database, 'query'>,
  ids: readonly number[],
): Promise<FoundContact[]> {
  const rows = await db.query(READ_CONTACTS, [JSON.stringify(ids)]);
  return inOrder(ids, rows.map(contactOf), ({ id }) => id);
}

/** Returns the contact that is stored under the JID, or null. */
export async function findContact(
  db: Pick<Database, 'query'>,
  instanceId: string,
  jid: string,
): Promise<FoundContact | null> {
  const rows = await findContacts(db, instanceId, { jid, offset: 0, limit: 1 });
  const ids = rows.map(({ id }) => id);
  return (await readContacts(db, ids))[0] ?? null;
}

function contactOf(row: Row): FoundContact {
  const [id, jid, lid, name, createdAt, updatedAt, pictureUrl, phone, hasChat, username] = row;
  return {
    id: Number(id),
    jid: String(jid),
    phone: String(phone),
    lid: String(lid),
    name: String(name),
    username: String(username),
    pictureUrl: String(pictureUrl),
    hasChat: hasChat === 1,
    createdAt: Number(createdAt),
    updatedAt: Number(updatedAt),
  };
}
