/** Finding stored chats, those with the newest message first. */
import type { Database, Row } from '../../db/client.ts';
import { type ChatState, stateOf } from '../chat-states.ts';
import { COLUMNS, type FoundMessage, HIDDEN_ADDRESS, messageOf } from './find-messages.ts';
import { type Period, Where } from './where.ts';

export interface ChatQuery {
  readonly chat?: string | undefined;
  /** When the newest message was sent. */
  readonly last?: Period | undefined;
  /** The id of the last chat of the page before. */
  readonly after?: number | undefined;
  readonly offset: number;
  readonly limit: number;
}

export interface FoundChat {
  readonly id: number;
  readonly chat: string;
  /** The hidden address of the contact; null: not known. */
  readonly alt: string | null;
  /** Of the contact of the same JID; '': not known. */
  readonly name: string;
  /** Where the picture was found last; '': not known. */
  readonly pictureUrl: string;
  readonly unread: number;
  readonly state: ChatState;
  /** Ms since 1970. */
  readonly lastAt: number;
  readonly createdAt: number;
  readonly updatedAt: number;
  /** Ms since 1970: since when it may be written to freely; null: its platform does not ask, or nobody has written. */
  readonly windowOpenedAt: number | null;
  /** Null: it has just been pruned. */
  readonly lastMessage: FoundMessage | null;
}

export async function findChats(
  db: Pick<Database, 'query'>,
  instanceId: string,
  { chat, last = {}, after, offset, limit }: ChatQuery,
): Promise<FoundChat[]> {
  const where = new Where()
    .and('c.instance_id = ?', instanceId)
    .and('c.chat = ?', chat)
    .and('c.last_at >= ?', last.from)
    .and('c.last_at <= ?', last.to)
    .andAll(
      '(c.last_at, c.id) < (select last_at, id from chats where instance_id = ? and id = ?)',
      after === undefined ? undefined : [instanceId, after],
    );
  const page = `select c.id, c.chat, c.unread, c.last_at, c.created_at, c.updated_at, (
      select place from stored_messages where instance_id = c.instance_id and chat = c.chat
      order by sent_at desc, place desc limit 1) as newest
    from chats as c where ${where.sql} order by c.last_at desc, c.id desc limit ? offset ?`;
  const rows = await db.query(
    `select page.id, page.chat, coalesce(name, ''), unread, last_at, page.created_at, page.updated_at,
        chat_windows.opened_at, coalesce(picture_url, ''), ${HIDDEN_ADDRESS}, is_archived, is_pinned, muted_until, is_marked_unread,
        ${COLUMNS}
      from (${page}) as page
      left join contacts on contacts.instance_id = ? and contacts.jid = page.chat
      left join chat_windows on chat_windows.instance_id = ? and chat_windows.chat = page.chat
      left join chat_states on chat_states.instance_id = ? and chat_states.chat = page.chat
      left join stored_messages as m on m.place = page.newest
      order by last_at desc, page.id desc`,
    [...where.params, limit, offset, instanceId, instanceId, instanceId],
  );
  return rows.map(chatOf);
}

function chatOf(row: Row): FoundChat {
  const [id, chat, name, unread, lastAt, createdAt, updatedAt, openedAt, pictureUrl, alt, ...rest] =
    row;
  const [state, message] = [rest.slice(0, 4), rest.slice(4)];
  return {
    id: Number(id),
    chat: String(chat),
    alt: typeof alt === 'string' ? alt : null,
    name: String(name),
    pictureUrl: String(pictureUrl),
    unread: Number(unread),
    state: stateOf(state),
    lastAt: Number(lastAt),
    createdAt: Number(createdAt),
    updatedAt: Number(updatedAt),
    windowOpenedAt: typeof openedAt === 'number' ? openedAt : null,
    lastMessage: message[0] === null ? null : messageOf(message),
  };
}
