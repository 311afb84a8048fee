/** Reads stored messages: one by its id, and the oldest and newest of a chat. */
import type { Database, Row } from '../db/client.ts';
import { IGNORED, IMPORTED, type StoredMessage, UNDECRYPTABLE, UNSENT } from './rows.ts';
import type { MessageStatus, StatusAt } from './status.ts';

/**
 * Returns the sent or received message with this id, or null when it is not stored. Authors choose their ids, so messages
 * of several chats may have one: those in a chat with one of the addresses come first.
 */
export type FindMessage = (
  id: string,
  addresses?: readonly string[],
) => Promise<StoredMessage | null>;

/** Kinds that are stored without their content. */
const SAY_NOTHING = [IGNORED, IMPORTED, UNDECRYPTABLE, UNSENT]
  .map((kind) => `'${kind}'`)
  .join(', ');

const COLUMNS = `id, is_from_me, chat, sender, chat_address, author_address, kind, content, sent_at, platform_id,
  (select json_group_array(address) from contact_addresses
    where contact_addresses.instance_id = messages.instance_id and jid = chat)`;

const NAMED = 'in (select value from json_each(?3))';
const FIND = `select ${COLUMNS} from messages where instance_id = ?1 and id = ?2 and kind not in (${SAY_NOTHING})
  order by chat ${NAMED} or chat_address ${NAMED} or exists (select 1 from contact_addresses
      where contact_addresses.instance_id = ?1 and jid = chat and address ${NAMED}) desc,
    is_from_me desc, rowid desc limit 1`;

const OWN_IDS = `select platform_id, id from messages
  where instance_id = ? and platform_id in (select value from json_each(?))`;

/** Returns our ids by the platform's ids; those that no row has are missing. */
export async function readOwnIds(
  db: Pick<Database, 'query'>,
  instanceId: string,
  platformIds: readonly string[],
): Promise<Map<string, string>> {
  const rows = await db.query(OWN_IDS, [instanceId, JSON.stringify(platformIds)]);
  return new Map(rows.map(([platformId, id]) => [String(platformId), String(id)]));
}

/**
 * Returns a message by our id or the platform's, or null, as `FindMessage` does. A sent message is preferred to a received
 * one.
 */
export async function readMessage(
  db: Pick<Database, 'query'>,
  instanceId: string,
  id: string,
  addresses: readonly string[] = [],
): Promise<StoredMessage | null> {
  const places = JSON.stringify(addresses);
  const [row] = await db.query(FIND, [instanceId, id, places]);
  if (row !== undefined) return messageOf(row);
  const own = (await readOwnIds(db, instanceId, [id])).get(id);
  const [named] = own === undefined ? [] : await db.query(FIND, [instanceId, own, places]);
  return named === undefined ? null : messageOf(named);
}

/** Kinds that are about another message and have no place of their own in a chat's history. */
const ABOUT_ANOTHER = [
  'reaction',
  'comment',
  'edit',
  'revoke',
  'poll_vote',
  'vote',
  'event_response',
];
const NO_PLACE = [IGNORED, UNSENT, ...ABOUT_ANOTHER].map((kind) => `'${kind}'`).join(', ');

// A message that never reached the platform has no place in the history either.
const OLDEST = `select ${COLUMNS} from messages where instance_id = ? and chat = ?
    and kind not in (${NO_PLACE})
    and (status is null or status not in ('Pending', 'Unknown', 'Error'))
  order by sent_at limit 1`;

/** Returns the oldest stored message of a chat (a JID) that has a place in its history, or null. */
export async function readOldest(
  db: Pick<Database, 'query'>,
  instanceId: string,
  chat: string,
): Promise<StoredMessage | null> {
  const [row] = await db.query(OLDEST, [instanceId, chat]);
  return row === undefined ? null : messageOf(row);
}

const NEWEST = `select ${COLUMNS} from messages where instance_id = ? and chat = ? and kind not in (${NO_PLACE}, '${UNDECRYPTABLE}')
  order by sent_at desc, rowid desc limit 1`;

/** Returns the newest stored message of a chat (a JID), ignoring reactions, edits and deletions, or null. */
export async function readNewest(
  db: Pick<Database, 'query'>,
  instanceId: string,
  chat: string,
): Promise<StoredMessage | null> {
  const [row] = await db.query(NEWEST, [instanceId, chat]);
  return row === undefined ? null : messageOf(row);
}

// A deletion names the message in its content, which only the provider can decode.
const DELETIONS = `select content from messages where instance_id = ? and chat = ? and sent_at >= ? and kind = 'revoke'
    and instr(content, cast(? as blob)) > 0 limit 10`;
/** A deletion has the time of the phone that sent it, which may be behind. */
const BEHIND_MS = 3_600_000;

/** Returns the contents of stored deletions in the chat of a message that may name it, at most 10. */
export async function readDeletions(
  db: Pick<Database, 'query'>,
  instanceId: string,
  { id, chat, sentAt }: Pick<StoredMessage, 'id' | 'chat' | 'sentAt'>,
): Promise<Uint8Array[]> {
  const rows = await db.query(DELETIONS, [instanceId, chat, sentAt - BEHIND_MS, id]);
  return rows.flatMap(([content]) => (content instanceof Uint8Array ? [content] : []));
}

function messageOf(row: Row): StoredMessage {
  const [id, isFromMe, chat, sender, chatAddress, authorAddress, kind, content, sentAt, ...more] =
    row;
  const [named, chatAliases] = more;
  return {
    id: String(id),
    isFromMe: isFromMe === 1,
    chat: String(chat),
    sender: String(sender),
    chatAddress: String(chatAddress),
    authorAddress: String(authorAddress),
    kind: String(kind),
    content: content instanceof Uint8Array ? content : null,
    sentAt: Number(sentAt),
    ...(typeof named === 'string' && { platformId: named }),
    ...(chatAliases !== '[]' && { chatAliases: JSON.parse(String(chatAliases)) as string[] }),
  };
}

/** Returns whether the message is in the chat that has this address among its person's addresses. */
export const isInChat = (
  { chat, chatAddress, chatAliases = [] }: StoredMessage,
  address: string,
): boolean => [chat, chatAddress, ...chatAliases].includes(address);

// Everything that is stored of a sent or received message except its content.

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
