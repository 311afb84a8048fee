/** The statements that store what events say of messages and of who has been read. Pure. */
import type { Statement } from '../../db/client.ts';
import { forMany, type Joinable } from '../../events/publish/joined.ts';
import type { MessageData } from '../../events/types/message-data.ts';
import type { ReceiptData } from '../../events/types/messages.ts';
import { kindOf, plainText } from '../shown-content.ts';

/** What is said about another message does not make its chat unread. */
const NO_NEWS: ReadonlySet<string> = new Set([
  '',
  'protocolMessage',
  'reactionMessage',
  'pollUpdateMessage',
  'keepInChatMessage',
  'pinInChatMessage',
]);

/** Which device it was sent by: `web` through the instance, else another one that is not known. */
export type Source = 'web' | 'unknown';

const INSERT = `insert into stored_messages
  (instance_id, id, chat, is_from_me, sender, push_name, kind, source, content, is_news, sent_at, stored_at)
  values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) on conflict do nothing`;

/** For `joinStatements`. */
export const JOINABLE_STORED: Joinable = new Map([[INSERT, forMany(INSERT)]]);

/** How a message came to be stored. */
export interface Origin {
  readonly source: Source;
  /** It was fetched from the history: it makes nothing unread. */
  readonly isPast?: boolean;
}

/** `storedAt`: ms since 1970. The same message again changes nothing. */
export function insertStored(
  instanceId: string,
  { Info, Message }: MessageData,
  { source, isPast = false }: Origin,
  storedAt: number,
): Statement {
  const content = plainText(Message);
  const kind = kindOf(content);
  const sentAt = Date.parse(Info.Timestamp);
  const isNews = !Info.IsFromMe && !isPast && !NO_NEWS.has(kind);
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

/** Some messages bring no more: those of one second are in the order in which they were stored. */
const inSeconds = (ms: number): number => Math.floor(ms / 1_000) * 1_000;

/** Counted no further: what is shown of more is this. */
export const UNREAD_MAX = 1_000;

/** The newest of the messages that are named decides, and one that goes back changes nothing. */
const READ = `with until(at) as (
    select max(sent_at) from stored_messages
    where instance_id = ?1 and chat = ?2 and is_from_me = 0 and id in (select value from json_each(?3)))
  update chats set read_until = until.at, unread = (
    select count(*) from (
      select 1 from stored_messages as later
      where later.instance_id = ?1 and later.chat = ?2 and later.sent_at > until.at and later.is_news = 1
      limit ${UNREAD_MAX}))
  from until where instance_id = ?1 and chat = ?2 and until.at > read_until`;

/** The account has read the messages of these ids in the chat, and what came before them. */
export const readUntil = (
  instanceId: string,
  { Chat, MessageIDs }: Pick<ReceiptData, 'Chat' | 'MessageIDs'>,
): Statement => ({ sql: READ, params: [instanceId, Chat, JSON.stringify(MessageIDs)] });
