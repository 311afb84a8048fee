/** Everything that is stored of a sent or received message except its content. */
import type { Database, Row } from '../db/client.ts';
import type { StatusAt } from './fate.ts';
import { readOwnIds } from './find.ts';
import type { MessageStatus } from './status.ts';

export interface MessageTrace {
  readonly id: string;
  readonly isFromMe: boolean;
  readonly chat: string;
  readonly sender: string;
  readonly kind: string;
  /** Ms since 1970. */
  readonly sentAt: number;
  /** Null for a received message. */
  readonly status: MessageStatus | null;
  readonly code: number | null;
  readonly reason: string | null;
  /** Empty for a received message. */
  readonly history: readonly StatusAt[];
  /** The instance's last sequence before the message; null if it is not known. */
  readonly after: number | null;
  /** When it came from the phone's history, in ms since 1970; null if it was sent or received while connected. */
  readonly fetchedAt: number | null;
}

const READ = `select id, is_from_me, chat, sender, kind, sent_at, status, code, reason, history, after_sequence,
  fetched_at from messages where instance_id = ? and id = ? order by is_from_me desc, rowid desc limit 1`;

/** Returns a message by our id or the platform's, or null. A sent message is preferred to a received one. */
export async function readTrace(
  db: Pick<Database, 'query'>,
  instanceId: string,
  id: string,
): Promise<MessageTrace | null> {
  const [row] = await db.query(READ, [instanceId, id]);
  if (row !== undefined) return traceOf(row);
  const own = (await readOwnIds(db, instanceId, [id])).get(id);
  return own === undefined ? null : readTrace(db, instanceId, own);
}

function traceOf(row: Row): MessageTrace {
  const [
    id,
    isFromMe,
    chat,
    sender,
    kind,
    sentAt,
    status,
    code,
    reason,
    history,
    after,
    fetchedAt,
  ] = row;
  return {
    id: String(id),
    isFromMe: isFromMe === 1,
    chat: String(chat),
    sender: String(sender),
    kind: String(kind),
    sentAt: Number(sentAt),
    // Only this folder writes this column.
    status: status as MessageStatus | null,
    code: typeof code === 'number' ? code : null,
    reason: typeof reason === 'string' ? reason : null,
    history: typeof history === 'string' ? (JSON.parse(history) as StatusAt[]) : [],
    after: typeof after === 'number' ? after : null,
    fetchedAt: typeof fetchedAt === 'number' ? fetchedAt : null,
  };
}
