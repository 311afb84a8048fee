/** The statements that store messages of events, and what has been read. Pure. */
import type { Database, Statement } from '../../db/client.ts';
import {
  forMany,
  type JoinableChanges,
  type JoinableStatements,
} from '../../events/publish/joined-statements.ts';
import type { MessageData } from '../../events/types/message-data.ts';
import type { ReceiptData } from '../../events/types/messages.ts';
import { kindOf, plainText } from '../queued-message.ts';
import { IMPORTED, JOINABLE_MESSAGES } from '../rows.ts';
import type { MessageStatus } from '../status.ts';

/** A message about another message does not make its chat unread. */
const NOT_FOR_RECEIVERS: ReadonlySet<string> = new Set([
  '',
  'protocolMessage',
  'reactionMessage',
  'pollUpdateMessage',
  'keepInChatMessage',
  'pinInChatMessage',
]);

/** Returns the sending device: `web` for messages sent through the instance, else unknown. */
export type Source = 'web' | 'unknown';

const INSERT = `insert into stored_messages
  (instance_id, id, chat, is_from_me, sender, push_name, kind, source, content, is_news, sent_at, stored_at)
  values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) on conflict do nothing`;

const JOINABLE_STORED: JoinableStatements = new Map([[INSERT, forMany(INSERT)]]);

/**
 * Received messages. Each stored row is counted and indexed by triggers, which cost half when a commit has one statement
 * for all rows.
 */
export const JOINABLE_CHANGES: JoinableChanges = {
  onServer: new Map([...JOINABLE_MESSAGES, ...JOINABLE_STORED]),
  onFile: JOINABLE_STORED,
};

/** How a message came to be stored. */
interface Origin {
  readonly source: Source;
  /** Whether it came from the history; then it does not make its chat unread. */
  readonly isPast?: boolean;
}

/** Returns the statement that stores a message at `storedAt` (ms since 1970); storing it again changes nothing. */
export function insertStored(
  instanceId: string,
  { Info, Message }: MessageData,
  { source, isPast = false }: Origin,
  storedAt: number,
): Statement {
  const content = plainText(Message);
  const kind = kindOf(content);
  const sentAt = Date.parse(Info.Timestamp);
  const isNews = !Info.IsFromMe && !isPast && !NOT_FOR_RECEIVERS.has(kind);
  const params = [
    instanceId,
    Info.ID,
    Info.Chat,
    Info.IsFromMe ? 1 : 0,
    Info.Sender,
    Info.PushName,
    kind,
    source,
    JSON.stringify(content),
    isNews ? 1 : 0,
    inSeconds(Number.isNaN(sentAt) ? storedAt : sentAt),
    storedAt,
  ];
  return { sql: INSERT, params };
}

const REMOVE_SENT =
  'delete from stored_messages where instance_id = ? and id = ? and is_from_me = 1';

/** Returns the statement that removes a sent message, so that another can be stored under its id. */
export const removeSent = (instanceId: string, id: string): Statement => ({
  sql: REMOVE_SENT,
  params: [instanceId, id],
});

/** Some messages state their time only in seconds, so those of one second are ordered by when they were stored. */
const inSeconds = (ms: number): number => Math.floor(ms / 1_000) * 1_000;

/** The highest number of unread messages that is shown. */
export const UNREAD_MAX = 1_000;

/** The newest of the named messages counts; an older one than before changes nothing. */
const READ = `with until(at) as (
    select max(sent_at) from stored_messages
    where instance_id = ?1 and chat = ?2 and is_from_me = 0 and id in (select value from json_each(?3)))
  update chats set read_until = until.at, unread = (
    select count(*) from (
      select 1 from stored_messages as later
      where later.instance_id = ?1 and later.chat = ?2 and later.sent_at > until.at and later.is_news = 1
      limit ${UNREAD_MAX}))
  from until where instance_id = ?1 and chat = ?2 and until.at > read_until`;

/** Returns the statement that marks the messages with these ids, and all before them in the chat, as read. */
export const readUntil = (
  instanceId: string,
  { Chat, MessageIDs }: Pick<ReceiptData, 'Chat' | 'MessageIDs'>,
): Statement => ({ sql: READ, params: [instanceId, Chat, JSON.stringify(MessageIDs)] });

export interface StoredTotals {
  readonly messages: number;
  readonly chats: number;
  readonly contacts: number;
}

// Triggers maintain these totals, so that nothing has to be counted.
const TOTALS = `select owner_id,
    sum(case when list = 'stored_messages' then total else 0 end),
    sum(case when list = 'chats' then total else 0 end),
    sum(case when list = 'contacts' then total else 0 end)
  from list_totals
  where owner_id in (select value from json_each(?)) and list in ('stored_messages', 'chats', 'contacts')
  group by owner_id`;

/** Returns the totals by instance; an instance without stored messages is absent. */
export async function totalsOf(
  db: Pick<Database, 'query'>,
  instanceIds: readonly string[],
): Promise<Map<string, StoredTotals>> {
  const rows = await db.query(TOTALS, [JSON.stringify(instanceIds)]);
  return new Map(
    rows.map(([id, messages, chats, contacts]) => [
      String(id),
      { messages: Number(messages), chats: Number(chats), contacts: Number(contacts) },
    ]),
  );
}

// The statements that import messages of another system; importing one again changes nothing. Pure.

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
