/** The rows of messages and the statements that write them. */
import type { Database, Row, Statement } from '../db/client.ts';
import { oldestNodeIs } from '../db/oldest-node.ts';
import type { Payloads } from '../events/contract/catalog.ts';
import { forMany, type Joinable } from '../events/publish/joined.ts';
import type { MessageData } from '../events/types/message-data.ts';
import { insertPoll, type Poll, type PollVote, upsertVote } from './polls.ts';
import type { MessageStatus } from './status.ts';
import { openWindow } from './windows.ts';

/** A message as the provider that sends or gets it knows it. */
export interface StoredMessage {
  readonly id: string;
  readonly isFromMe: boolean;
  /** As receivers know them: JIDs by phone number where it is known. */
  readonly chat: string;
  readonly sender: string;
  /** As the platform addressed chat and author; the author of what is said to a person is ''. */
  readonly chatAddress: string;
  /** Further addresses of the person whom the chat is with, as far as they are known; absent: none is. */
  readonly chatAliases?: readonly string[];
  readonly authorAddress: string;
  readonly kind: string;
  /** In the provider's own encoding. */
  readonly content: Uint8Array | null;
  /** Ms since 1970. */
  readonly sentAt: number;
  /** What the platform calls it, where that is another id than ours. */
  readonly platformId?: string;
}

/** A message to be stored. */
export interface MessageRecord extends StoredMessage {
  /** `Pending` as long as the platform has not got it; null: received. */
  readonly status: 'Pending' | 'ServerAck' | null;
  /** What it asks, or how it votes on another message. */
  readonly poll?: Poll | null;
  readonly vote?: PollVote | null;
  /** Ms since 1970 from when on it waited in the queue; absent: it did not. */
  readonly queuedAt?: number;
  /** Ms since 1970 when it came from the phone's history; absent: it was sent or received while connected. */
  readonly fetchedAt?: number;
  /** After it the chat may be written to freely for `WINDOW_MS`, on a platform that asks for that. */
  readonly opensWindow?: true;
  /** As its event would show it, of one that gives none; absent: it has one. */
  readonly shown?: MessageData;
}

export interface StatusAt {
  readonly status: MessageStatus;
  /** Ms since 1970. */
  readonly at: number;
}

/** What became of a message that was sent. */
export interface Fate {
  readonly chat: string;
  readonly status: MessageStatus;
  readonly code: number | null;
  readonly reason: string | null;
  /** The first change first. */
  readonly history: readonly StatusAt[];
}

/** The kind of a message that arrived in a chat whose messages are not wanted. */
export const IGNORED = 'ignored';
/** The kind of a message that arrived and could not be opened. */
export const UNDECRYPTABLE = 'undecryptable';

// What could not be read at first may come again.
const INSERT = `insert into messages
  (instance_id, id, is_from_me, chat, sender, chat_address, author_address, kind, content, sent_at, status, history,
    fetched_at, after_sequence)
  values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, coalesce((select last_sequence from streams where id = ?), 0))
  on conflict do update
    set kind = excluded.kind, content = excluded.content, status = excluded.status, history = excluded.history,
      fetched_at = excluded.fetched_at, after_sequence = excluded.after_sequence
    where kind = '${UNDECRYPTABLE}'`;

/** For `joinStatements`, before what counts the events of a stream. */
export const JOINABLE_MESSAGES: Joinable = new Map([[INSERT, forMany(INSERT, 8)]]);

/** What is kept of a message that is not wanted: that it came. */
export const ignoredRecord = (message: MessageRecord): MessageRecord => ({
  ...message,
  kind: IGNORED,
  content: null,
});

/** What is kept of a message that could not be read: that it came. */
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

/** The kind of a message that another system sent: its fate alone is stored. */
export const IMPORTED = 'imported';
/** The kind of a message that never left: its fate is stored. */
export const UNSENT = 'unsent';

export interface UnsentMessage {
  readonly id: string;
  readonly chat: string;
  /** Ms since 1970. */
  readonly queuedAt: number;
  readonly at: number;
  /** As a sentence. */
  readonly reason: string;
}

/** The row of a message that waited in the queue and could not be sent. */
export function insertUnsent(
  instanceId: string,
  { id, chat, queuedAt, at: sentAt, reason }: UnsentMessage,
): { readonly fate: Fate; readonly statements: readonly Statement[] } {
  const history: StatusAt[] = [
    { status: 'Queued', at: queuedAt },
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

/** Null: received. */
export function historyOf({ status, queuedAt, sentAt }: MessageRecord): StatusAt[] | null {
  if (status === null) return null;
  const queued: StatusAt[] = queuedAt === undefined ? [] : [{ status: 'Queued', at: queuedAt }];
  return [...queued, { status, at: sentAt }];
}

/** The message's row. The same message again changes nothing. */
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

/** The row of the message, and what it means for a poll or for its chat. */
export const insertsOf = (instanceId: string, message: MessageRecord): Statement[] => [
  insertMessage(instanceId, message),
  ...(message.poll ? [insertPoll(instanceId, message, message.poll)] : []),
  ...(message.vote ? [upsertVote(instanceId, message, message.vote)] : []),
  ...(message.opensWindow ? [openWindow(instanceId, message)] : []),
];

// The first name stays: a platform names a message once.
const UPDATE = `update messages
  set status = ?, code = ?, reason = ?, history = ?, platform_id = coalesce(platform_id, ?)
  where instance_id = ? and id = ? and is_from_me = 1`;

/** `platformId`: as in a `StatusChange`. */
export const updateFate = (
  instanceId: string,
  id: string,
  { status, code, reason, history }: Fate,
  platformId: string | null = null,
): Statement => ({
  sql: UPDATE,
  params: [status, code, reason, JSON.stringify(history), platformId, instanceId, id],
});

const FATES = `select id, chat, status, code, reason, history from messages
  where instance_id = ? and is_from_me = 1 and status is not null and id in (select value from json_each(?))`;

/** Of those of `ids` that were sent through the instance, by id. */
export async function readFates(
  db: Pick<Database, 'query'>,
  instanceId: string,
  ids: readonly string[],
): Promise<Map<string, Fate>> {
  const rows = await db.query(FATES, [instanceId, JSON.stringify(ids)]);
  return new Map(rows.map((row) => [String(row[0]), fateOf(row)]));
}

function fateOf([, chat, status, code, reason, history]: Row): Fate {
  return {
    chat: String(chat),
    // Written here and by nobody else.
    status: status as MessageStatus,
    code: typeof code === 'number' ? code : null,
    reason: typeof reason === 'string' ? reason : null,
    history: JSON.parse(String(history)) as StatusAt[],
  };
}

const PENDING = `select id from messages
  where instance_id = ? and status = 'Pending' and sent_at < ? order by sent_at limit ?`;

/** Sent before `before` (ms since 1970) and without any answer since; the oldest first. */
export async function readPending(
  db: Pick<Database, 'query'>,
  instanceId: string,
  before: number,
  limit: number,
): Promise<string[]> {
  const rows = await db.query(PENDING, [instanceId, before, limit]);
  return rows.map(([id]) => String(id));
}

// What came from the phone's history counts from when it came, or it would be deleted at once.
const PRUNE = `delete from messages where $oldest and rowid in (
  select rowid from (select rowid from messages where fetched_at is null and sent_at < ? order by sent_at limit ?)
  union all
  select rowid from (select rowid from messages where fetched_at < ? order by fetched_at limit ?)) returning 1`;

/** Deletes the oldest of those stored before `before` (ms since 1970), `limit` of them or some more, as `node`; how many. */
export const pruneMessages = async (
  db: Pick<Database, 'query'>,
  before: number,
  limit: number,
  node: string | null = null,
): Promise<number> => {
  const sql = PRUNE.replace('$oldest', oldestNodeIs(node));
  return (await db.query(sql, [before, limit, before, limit])).length;
};
