/** Finds the stored messages that webhooks name, many at once. */
import type { Database, Row } from '../../core/db/client.ts';
import type { MessageStatus } from '../../core/messages/status.ts';
import { decodeContent } from './stored-content.ts';
import type { KnownMessage } from './translate/context.ts';

export interface FoundMessage extends KnownMessage {
  readonly chat: string;
  /** Null for a received message. */
  readonly status: MessageStatus | null;
}

/** The most bytes of a stored message that an answer quotes; a larger one is named without its content. */
const QUOTED_MAX = 32 * 1024;

const COLUMNS = `id, platform_id, is_from_me, chat, sender,
  case when length(content) <= ${QUOTED_MAX} then content end, status`;
const FIND = `select ${COLUMNS} from messages
    where instance_id = ?1 and id in (select value from json_each(?2))
  union all select ${COLUMNS} from messages
    where instance_id = ?1 and platform_id in (select value from json_each(?2))`;

/**
 * Returns them by each id that was asked for, ours or the platform's; sent messages take precedence over received ones.
 */
export async function findKnown(
  db: Pick<Database, 'query'>,
  instanceId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, FoundMessage>> {
  const found = new Map<string, FoundMessage>();
  if (ids.length === 0) return found;
  const rows = await db.query(FIND, [instanceId, JSON.stringify([...new Set(ids)])]);
  for (const row of rows) {
    const message = messageOf(row);
    for (const id of [row[0], row[1]])
      if (typeof id === 'string' && (message.isFromMe || !found.has(id))) found.set(id, message);
  }
  return found;
}

function messageOf([id, , isFromMe, chat, sender, content, status]: Row): FoundMessage {
  const stored = decodeContent({ content: content instanceof Uint8Array ? content : null });
  return {
    id: String(id),
    isFromMe: isFromMe === 1,
    chat: String(chat),
    sender: String(sender),
    content: stored.content,
    // Only the message log writes it.
    status: status as MessageStatus | null,
  };
}
