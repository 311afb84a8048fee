/** The statements that store messages of events, and what has been read. Pure. */
import type { Statement } from '../../db/client.ts';
import {
  forMany,
  type JoinableChanges,
  type JoinableStatements,
} from '../../events/publish/joined.ts';
import type { MessageData } from '../../events/types/message-data.ts';
import type { ReceiptData } from '../../events/types/messages.ts';
import { JOINABLE_MESSAGES } from '../rows.ts';
import { kindOf, plainText } from '../shown-content.ts';

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
export interface Origin {
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
