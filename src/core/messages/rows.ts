import type { Database, Row, Statement } from '../db/client.ts';
import { oldestNodeIs } from '../db/conditions.ts';
import type { Payloads } from '../events/contract/catalog.ts';
import {
  forMany,
  type JoinableStatements,
  LAST_SEQUENCE,
} from '../events/publish/joined-statements.ts';
import type { MessageData } from '../events/types/message-data.ts';
import { insertPoll, type Poll, type PollVote, upsertVote } from './polls.ts';
import type { Fate, MessageForm, MessageStatus, StatusAt } from './status.ts';
import { openWindow } from './windows.ts';

/** The fields of a message that another message about it needs. */
export interface KeyedMessage {
  readonly id: string;
  readonly isFromMe: boolean;
  /** The chat as receivers see it: a JID with the phone number where it is known. */
  readonly chat: string;
  /** Chat and author as the platform addressed them; the author is '' in a chat with a person. */
  readonly chatAddress: string;
  readonly authorAddress: string;
  /** In the provider's own encoding. */
  readonly content: Uint8Array | null;
  /** Ms since 1970; absent if the message is not stored. */
  readonly sentAt?: number;
  /** The platform's id, if it differs from ours. */
  readonly platformId?: string;
  /** The content according to the caller, in WhatsApp's spelling; only for a message that is not stored. */
  readonly claimedContent?: Readonly<Record<string, unknown>>;
}

/** A message as the provider that sends or receives it knows it. */
export interface StoredMessage extends KeyedMessage {
  /** The author as receivers see them. */
  readonly sender: string;
  /** Other known addresses of the chat's person; absent without any. */
  readonly chatAliases?: readonly string[];
  readonly kind: string;
  readonly sentAt: number;
}

export interface MessageRecord extends StoredMessage {
  /** `Pending` until the platform has it; null for a received message. */
  readonly status: 'Pending' | 'ServerAck' | null;
  /** The poll that it is, or its vote on another message. */
  readonly poll?: Poll | null;
  readonly vote?: PollVote | null;
  /** When it was queued, in ms since 1970; absent if it was not. */
  readonly queuedAt?: number;
  /** When it came from the phone's history, in ms since 1970; absent if it was sent or received while connected. */
  readonly fetchedAt?: number;
  /** Set if it allows to write freely to the chat for `WINDOW_MS`, on platforms with that rule. */
  readonly opensWindow?: true;
  /** The data that its event would have; only for a message without an event. */
  readonly shown?: MessageData;
  /** As what its choices are sent; absent for a message that can take no other form. */
  readonly form?: MessageForm;
  /** The caller's text that every status of the message repeats. */
  readonly callback?: string;
  /** Set if it takes the place of a message with its id whose form the platform refused. */
  readonly replaces?: true;
}

/** The kind of a message in a chat whose messages are not wanted. */
export const IGNORED = 'ignored';
/** The kind of a received message that could not be decrypted. */
export const UNDECRYPTABLE = 'undecryptable';

// A message that could not be decrypted at first may be sent again. Only what can be read tells who wrote it.
const INSERT = `insert into messages
  (instance_id, id, is_from_me, chat, sender, chat_address, author_address, kind, content, sent_at, status, history,
    fetched_at, after_sequence)
  values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ${LAST_SEQUENCE})
  on conflict do update
    set sender = excluded.sender, chat_address = excluded.chat_address, author_address = excluded.author_address,
      kind = excluded.kind, content = excluded.content, status = excluded.status, history = excluded.history,
      fetched_at = excluded.fetched_at, after_sequence = excluded.after_sequence
    where kind = '${UNDECRYPTABLE}'`;

/** For `joinStatements`; these statements run before the one that counts the events of a stream. */
export const JOINABLE_MESSAGES: JoinableStatements = new Map([[INSERT, forMany(INSERT, 8)]]);

/** Returns the record of a message that is not wanted: it states only that the message came. */
export const ignoredRecord = (message: MessageRecord): MessageRecord => ({
  ...message,
  kind: IGNORED,
  content: null,
});

/** Returns the record of a message whose chat and author are addressed as its event shows them. */
export const messageRecord = (
  { Info }: Pick<MessageData, 'Info'>,
  content: Uint8Array | null,
): MessageRecord => ({
  id: Info.ID,
  isFromMe: Info.IsFromMe,
  chat: Info.Chat,
  sender: Info.Sender,
  chatAddress: Info.Chat,
  authorAddress: Info.IsGroup && !Info.IsFromMe ? Info.Sender : '',
  kind: Info.MediaType || Info.Type,
  content,
  sentAt: Date.parse(Info.Timestamp),
  status: Info.IsFromMe ? 'ServerAck' : null,
});

/** Returns the record of a message that could not be decrypted: it states only that the message came. */
export const undecryptableRecord = ({ Info }: Payloads['Undecryptable']): MessageRecord => ({
  id: Info.ID,
  isFromMe: Info.IsFromMe,
  chat: Info.Chat,
  sender: Info.Sender,
  chatAddress: Info.Chat,
  authorAddress: '',
  kind: UNDECRYPTABLE,
  content: null,
  sentAt: Date.parse(Info.Timestamp),
  status: null,
});

/** The kind of a message that another system sent; only its fate is stored. */
export const IMPORTED = 'imported';
/** The kind of a message that was never sent; only its fate is stored. */
export const UNSENT = 'unsent';

export interface UnsentMessage {
  readonly id: string;
  readonly chat: string;
  /** Ms since 1970. */
  readonly queuedAt: number;
  readonly at: number;
  /** A sentence. */
  readonly reason: string;
  readonly callback?: string;
}

/** Returns the fate of a queued message that could not be sent, and the statements that store it. */
export function insertUnsent(
  instanceId: string,
  { id, chat, queuedAt, at: sentAt, reason, callback }: UnsentMessage,
): { readonly fate: Fate; readonly statements: readonly Statement[] } {
  const history: StatusAt[] = [
    { status: 'Queued', at: queuedAt, ...(callback && { callback }) },
    { status: 'Error', at: sentAt },
  ];
  const fate: Fate = { chat, status: 'Error', code: null, reason, history };
  const insert = insertMessage(instanceId, {
    id,
    isFromMe: true,
    chat,
    sender: '',
    chatAddress: chat,
    authorAddress: '',
    kind: UNSENT,
    content: null,
    sentAt,
    status: 'Pending',
  });
  return { fate, statements: [insert, updateFate(instanceId, id, fate)] };
}

const WITHDRAW = `delete from messages
  where instance_id = ? and id = ? and is_from_me = 1 and status = 'Pending'`;

/** Returns the statement that deletes a message which the platform has not taken. */
export const withdrawMessage = (instanceId: string, id: string): Statement => ({
  sql: WITHDRAW,
  params: [instanceId, id],
});

/** Returns the first statuses of a sent message, or null for a received one. */
export function historyOf({
  status,
  queuedAt,
  sentAt,
  form,
  callback,
}: MessageRecord): StatusAt[] | null {
  if (status === null) return null;
  const queued: StatusAt[] = queuedAt === undefined ? [] : [{ status: 'Queued', at: queuedAt }];
  return [...queued, { status, at: sentAt, ...(form && { form }), ...(callback && { callback }) }];
}

/** Returns the statement that stores the message; storing it again changes nothing. */
export function insertMessage(instanceId: string, message: MessageRecord): Statement {
  const { id, chat, sender, chatAddress, authorAddress, kind, content, sentAt, status } = message;
  const isFromMe = message.isFromMe ? 1 : 0;
  const history = historyOf(message);
  const addresses = [chat, sender, chatAddress, authorAddress];
  return {
    sql: INSERT,
    params: [
      instanceId,
      id,
      isFromMe,
      ...addresses,
      kind,
      content,
      sentAt,
      status,
      history && JSON.stringify(history),
      message.fetchedAt ?? null,
      instanceId,
    ],
  };
}

const REPLACE = `update messages set kind = ?, content = ?, sent_at = ?
  where instance_id = ? and id = ? and is_from_me = 1`;

/** Its status and its statuses before stay. */
const replaceMessage = (
  instanceId: string,
  { id, kind, content, sentAt }: MessageRecord,
): Statement => ({ sql: REPLACE, params: [kind, content, sentAt, instanceId, id] });

/** Returns the statements that store the message, its poll or vote, and the window of its chat. */
export const insertsOf = (instanceId: string, message: MessageRecord): Statement[] => [
  (message.replaces ? replaceMessage : insertMessage)(instanceId, message),
  ...(message.poll ? [insertPoll(instanceId, message, message.poll)] : []),
  ...(message.vote ? [upsertVote(instanceId, message, message.vote)] : []),
  ...(message.opensWindow ? [openWindow(instanceId, message)] : []),
];

// The first platform id is kept, because a platform gives a message only one.
const UPDATE = `update messages
  set status = ?, code = ?, reason = ?, history = ?, platform_id = coalesce(platform_id, ?)
  where instance_id = ? and id = ? and is_from_me = 1`;

/** Returns the statement that stores a fate. `platformId` is as in a `StatusChange`. */
export const updateFate = (
  instanceId: string,
  id: string,
  { status, code, reason, history }: Fate,
  platformId: string | null = null,
): Statement => ({
  sql: UPDATE,
  params: [status, code, reason, JSON.stringify(history), platformId, instanceId, id],
});

const FATES = `select id, chat, status, code, reason, history, platform_id from messages
  where instance_id = ? and is_from_me = 1 and status is not null and id in (select value from json_each(?))`;

/** Returns by id the fates of those messages in `ids` that were sent through the instance. */
export async function readFates(
  db: Pick<Database, 'query'>,
  instanceId: string,
  ids: readonly string[],
): Promise<Map<string, Fate>> {
  const rows = await db.query(FATES, [instanceId, JSON.stringify(ids)]);
  return new Map(rows.map((row) => [String(row[0]), fateOf(row)]));
}

function fateOf([, chat, status, code, reason, history, platformId]: Row): Fate {
  return {
    chat: String(chat),
    // Only this file writes this column.
    status: status as MessageStatus,
    code: typeof code === 'number' ? code : null,
    reason: typeof reason === 'string' ? reason : null,
    history: JSON.parse(String(history)) as StatusAt[],
    ...(typeof platformId === 'string' && { platformId }),
  };
}

// The replacement for a refused form may wait in the queue.
const PENDING = `select id from messages
  where instance_id = ? and status = 'Pending' and sent_at < ? and not exists (
    select 1 from outgoing_messages
    where outgoing_messages.instance_id = messages.instance_id and outgoing_messages.id = messages.id)
  order by sent_at limit ?`;

/** Returns ids of messages sent before `before` (ms since 1970) that nothing has confirmed, the oldest first. */
export async function readPending(
  db: Pick<Database, 'query'>,
  instanceId: string,
  before: number,
  limit: number,
): Promise<string[]> {
  const rows = await db.query(PENDING, [instanceId, before, limit]);
  return rows.map(([id]) => String(id));
}

// Messages from the phone's history age from when they came, or they would be deleted at once.
const PRUNE = `delete from messages where $oldest and rowid in (
  select rowid from (select rowid from messages where fetched_at is null and sent_at < ? order by sent_at limit ?)
  union all
  select rowid from (select rowid from messages where fetched_at < ? order by fetched_at limit ?)) returning 1`;

/** As `node`, deletes the oldest messages before `before` (ms since 1970), at most twice `limit`. Returns how many. */
export const pruneMessages = async (
  db: Pick<Database, 'query'>,
  before: number,
  limit: number,
  node: string | null,
): Promise<number> => {
  const sql = PRUNE.replace('$oldest', oldestNodeIs(node));
  return (await db.query(sql, [before, limit, before, limit])).length;
};
