/** Messages that another system has stored: the statements that take them over, each once however often. Pure. */
import type { Statement } from '../../db/client.ts';
import type { MessageData } from '../../events/types/message-data.ts';
import { IMPORTED } from '../rows.ts';
import type { MessageStatus } from '../status.ts';
import { insertStored, type Source } from './statements.ts';

/** A message of another system, as its event would show it here. */
export interface ImportedMessage {
  readonly data: MessageData;
  readonly source: Source;
  /** How far it has come, of one that the account sent; null: not known. */
  readonly status: MessageStatus | null;
}

// What is known here of a message goes before what another system knew of it.
const INSERT_FATE = `insert into messages
  (instance_id, id, is_from_me, chat, sender, chat_address, author_address, kind, content, sent_at, status, history,
    fetched_at)
  values (?1, ?2, 1, ?3, ?4, ?3, '', '${IMPORTED}', null, ?5, ?6, ?7, ?8) on conflict do nothing`;

/** `now`: ms since 1970, from when on it is kept. */
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
