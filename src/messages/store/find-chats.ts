/** Finding stored chats, those with the newest message first. */
import type { Database, Row } from '../../db/client.ts';
import type { FoundMessage } from './find-messages.ts';
import { findMessages } from './find-messages.ts';
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
  /** Of the contact of the same JID; '': not known. */
  readonly name: string;
  readonly unread: number;
  /** Ms since 1970. */
  readonly lastAt: number;
  readonly createdAt: number;
  readonly updatedAt: number;
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
  const rows = await db.query(
    `select c.id, c.chat, coalesce(p.name, ''), c.unread, c.last_at, c.created_at, c.updated_at
      from chats as c left join contacts as p on p.instance_id = c.instance_id and p.jid = c.chat
      where ${where.sql} order by c.last_at desc, c.id desc limit ? offset ?`,
    [...where.params, limit, offset],
  );
  return Promise.all(rows.map((row) => chatOf(db, instanceId, row)));
}

async function chatOf(
  db: Pick<Database, 'query'>,
  instanceId: string,
  [id, jid, name, unread, lastAt, createdAt, updatedAt]: Row,
): Promise<FoundChat> {
  const chat = String(jid);
  const { messages } = await findMessages(db, instanceId, { chat, limit: 1, offset: 0 });
  return {
    id: Number(id),
    chat,
    name: String(name),
    unread: Number(unread),
    lastAt: Number(lastAt),
    createdAt: Number(createdAt),
    updatedAt: Number(updatedAt),
    lastMessage: messages[0] ?? null,
  };
}
