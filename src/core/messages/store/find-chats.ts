/** Finds stored chats, ordered by their newest message. */

import type { Database, Row } from '../../db/client.ts';
import { stateOf } from '../chat-states.ts';
import type { ChatQuery, ChatRow, FoundChat } from './found.ts';
import { HIDDEN_ADDRESS, MESSAGE_BYTES, messageColumns, messageOf } from './read-messages.ts';
import { inOrder, shownText } from './sized-rows.ts';
import { WhereClause } from './where.ts';

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
