/** The statements that import messages of another system; importing one again changes nothing. Pure. */
import type { Statement } from '../../db/client.ts';
import type { MessageData } from '../../events/types/message-data.ts';
import { IMPORTED } from '../rows.ts';
import type { MessageStatus } from '../status.ts';
import { insertStored, type Source } from './statements.ts';

export interface ImportedMessage {
  readonly data: MessageData;
  readonly source: Source;
  /** The status of a message that the account sent, or null if it is unknown. */
  readonly status: MessageStatus | null;
}

// A status that is stored here is preferred to that of the other system.
const INSERT_FATE = `insert into messages
  (instance_id, id, is_from_me, chat, sender, chat_address, author_address, kind, content, sent_at, status, history,
    fetched_at)
  values (?1, ?2, 1, ?3, ?4, ?3, '', '${IMPORTED}', null, ?5, ?6, ?7, ?8) on conflict do nothing`;

/** `now` (ms since 1970) is the time from which on it is kept. */
export function insertImported(
  instanceId: string,
  { data, source, status }: ImportedMessage,
  now: number,
): Statement[] {
  const stored = insertStored(instanceId, data, { source, isPast: true }, now);
  if (status === null) return [stored];
  const { ID, Chat, Sender, Timestamp } = data.Info;
  const sentAt = Date.parse(Timestamp);
  const history = JSON.stringify([{ status, at: sentAt }]);
  const params = [instanceId, ID, Chat, Sender, sentAt, status, history, now];
  return [stored, { sql: INSERT_FATE, params }];
}
