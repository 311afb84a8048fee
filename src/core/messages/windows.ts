/** How long a person may be answered freely; afterwards a platform may accept only templates. */
import type { Database, Statement } from '../db/client.ts';

/** Counts from the person's last message. */
export const WINDOW_MS = 24 * 3_600_000;

/** Times are ms since 1970. */
export interface ChatWindow {
  /** When the person wrote last. */
  readonly openedAt: number;
  readonly messageId: string;
}

interface ReceivedMessage {
  readonly id: string;
  readonly chat: string;
  readonly sentAt: number;
}

// Messages may arrive in any order.
const OPEN = `insert into chat_windows (instance_id, chat, opened_at, message_id) values (?, ?, ?, ?)
  on conflict (instance_id, chat) do update set opened_at = excluded.opened_at, message_id = excluded.message_id
  where excluded.opened_at > chat_windows.opened_at`;

export const openWindow = (
  instanceId: string,
  { id, chat, sentAt }: ReceivedMessage,
): Statement => ({
  sql: OPEN,
  params: [instanceId, chat, sentAt, id],
});

const READ = 'select opened_at, message_id from chat_windows where instance_id = ? and chat = ?';

/** Returns null when no message from the person is known. */
export async function readWindow(
  db: Pick<Database, 'query'>,
  instanceId: string,
  chat: string,
): Promise<ChatWindow | null> {
  const [row] = await db.query(READ, [instanceId, chat]);
  return row === undefined ? null : { openedAt: Number(row[0]), messageId: String(row[1]) };
}
