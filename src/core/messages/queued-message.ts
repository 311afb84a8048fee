/** A message that waits to be sent, and how it is written to the table and read from it. */
import type { Row, Statement } from '../db/client.ts';
import type { MessageContent } from '../events/types/message-data.ts';
import { iso } from '../shared/clock.ts';

/** The content of a queued message, in the encoding of the code that sends it. */
export interface QueuedContent {
  readonly content: string;
  readonly file: Uint8Array | null;
}

export interface NewQueuedMessage extends QueuedContent {
  readonly instanceId: string;
  /** The id that the message will have. */
  readonly id: string;
  /** A JID. */
  readonly chat: string;
  readonly kind: string;
  /** From when on it may be sent, in ms since 1970; messages of a chat are sent in this order. */
  readonly entersAt: number;
  /** For how many ms the account is shown writing before it is sent. */
  readonly delayMs: number;
  /** Ms since 1970. */
  readonly createdAt: number;
  /** Whether it takes the place of a sent message with its id whose form the platform refused. */
  readonly replaces?: boolean;
  /** The place that it had before it left the queue; absent for a new message, which gets the last one. */
  readonly place?: number;
}

/** A queued message without its content, which is read when the message is sent. */
export interface QueuedMessage extends Omit<NewQueuedMessage, 'content' | 'file'> {
  /** Places grow in the order of the calls. */
  readonly place: number;
  readonly bytes: number;
  /**
   * `writing` means that its delay runs, and `begun` that it is being sent and can no longer be cancelled. Both hold a
   * slot of the instance.
   */
  phase: 'storing' | 'waiting' | 'writing' | 'begun';
  /** Whether its delay has ended. */
  isDelayed: boolean;
  /** The time of the steady clock, in ms, before which it is not tried again. */
  notBefore: number;
  /** Since when it has failed for a temporary cause, in ms since 1970; null if it has not. */
  blockedSince: number | null;
  /** Why it waits although it is the first of its chat, as part of a sentence; null if nothing holds it up. */
  heldBy: string | null;
}

/** A place whose `statement` is committed by the caller, who says then whether it was; twice does no harm. */
export interface ReservedPlace {
  readonly statement: Statement;
  readonly written: () => void;
  readonly failed: () => void;
}

/**
 * Returns in how many ms the message may be sent: 0 or less for at once. One that was not scheduled never waits for its
 * time, which the wall clock may have stepped back behind.
 */
export const waitOf = (message: QueuedMessage, now: number): number =>
  isScheduled(message) ? message.entersAt - now : 0;

export const isScheduled = ({ entersAt, createdAt }: QueuedMessage): boolean =>
  entersAt > createdAt;

/** The order in which messages of one instance are sent. */
export const isBefore = (one: QueuedMessage, other: QueuedMessage): boolean =>
  one.entersAt === other.entersAt ? one.place < other.place : one.entersAt < other.entersAt;

// A message leaves the queue when it is sent, so one that is also in `messages` replaces the form that was refused.
const COLUMNS = `instance_id, id, place, chat, kind, enters_at, delay_ms, bytes, created_at, exists (
    select 1 from messages where messages.instance_id = outgoing_messages.instance_id
      and messages.id = outgoing_messages.id and is_from_me = 1)`;
export const LOAD = `select ${COLUMNS} from outgoing_messages
  where (instance_id, id) > (?, ?) order by instance_id, id limit ?`;
export const LOAD_ONE = `select ${COLUMNS} from outgoing_messages where instance_id = ? and id = ?`;
export const LOAD_OF = `select ${COLUMNS} from outgoing_messages where instance_id = ? order by place`;

export const CONTENT =
  'select content, file from outgoing_messages where instance_id = ? and id = ?';
export const CONTENT_ALONE =
  'select content, null from outgoing_messages where instance_id = ? and id = ?';
export const DELETE = 'delete from outgoing_messages where instance_id = ? and id = ?';
const INSERT = `insert into outgoing_messages
  (instance_id, id, place, chat, kind, enters_at, delay_ms, content, file, bytes, created_at)
  values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) on conflict do nothing`;

/** Returns the statement that stores a message with its place and its size. */
export function insertion(
  message: NewQueuedMessage,
  { place, bytes }: Pick<QueuedMessage, 'place' | 'bytes'>,
): Statement {
  const { instanceId, id, chat, kind, entersAt, delayMs, content, file, createdAt } = message;
  const times = [entersAt, delayMs, content, file, bytes, createdAt];
  return { sql: INSERT, params: [instanceId, id, place, chat, kind, ...times] };
}

/** Returns a sentence that says why the message waits. `isFirst` tells whether it is the first one of its chat. */
export function waitingReason(message: QueuedMessage, isFirst: boolean, now: number): string {
  const { entersAt, delayMs, heldBy, phase } = message;
  if (waitOf(message, now) > 0) return `It waits in the queue until ${iso(entersAt)}.`;
  if (!isFirst)
    return 'It waits in the queue until the earlier messages of its chat have been sent.';
  if (phase === 'begun') return 'It is being sent at this moment.';
  if (phase === 'writing') return `It waits in the queue for its delay of ${delayMs} ms.`;
  if (heldBy !== null) return `It waits in the queue: ${heldBy}.`;
  return 'It waits in the queue and is about to be sent.';
}

/** The state of a message that was not tried yet. */
export const UNTRIED = { isDelayed: false, notBefore: 0, blockedSince: null, heldBy: null };

export function entryOf(row: Row): QueuedMessage {
  const [instanceId, id, place, chat, kind, entersAt, delayMs, bytes, createdAt, replaces] = row;
  return {
    instanceId: String(instanceId),
    id: String(id),
    place: Number(place),
    chat: String(chat),
    kind: String(kind),
    entersAt: Number(entersAt),
    delayMs: Number(delayMs),
    bytes: Number(bytes),
    createdAt: Number(createdAt),
    replaces: replaces === 1,
    ...UNTRIED,
    phase: 'waiting',
  };
}

/**
 * Turns a text without a quote, mentions and a preview into a `conversation`, the form in which it would be received.
 */
export function plainText(message: MessageContent): MessageContent {
  const { extendedTextMessage: textMessage, ...rest } = message;
  if (
    textMessage === undefined ||
    textMessage.contextInfo !== undefined ||
    textMessage.matchedText !== undefined
  )
    return message;
  return { conversation: textMessage.text, ...rest };
}

/** An edit or deletion has this field beside the new content. */
const CHANGE = 'protocolMessage';

/** Returns the name of the field that has the content, or ''. */
export const kindOf = (message: MessageContent): string =>
  CHANGE in message
    ? CHANGE
    : (Object.keys(message).find((field) => field !== 'messageContextInfo') ?? '');
