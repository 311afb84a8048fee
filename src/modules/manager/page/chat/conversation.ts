/** Builds the messages of a chat from its entries: later entries change, delete or react to earlier ones. */
import type { components } from '../../../../../packages/client/src/generated.ts';
import { texts } from '../texts.ts';
import { errorWords } from '../traffic/error-words.ts';
import {
  type AboutKey,
  type Content,
  contentOf,
  EDIT,
  type Fields,
  REVOKE,
  wordsOf,
} from './content.ts';

export type MessageRecord = components['schemas']['MessageRecord'];
export type InstanceEvent = components['schemas']['EventBody'];

/** The status of a sent message. */
export interface SendStatus {
  readonly status: keyof ReturnType<typeof texts>['chat']['statuses'];
  readonly code?: number | null;
  readonly reason?: string | null;
}

/** Says what failed, and why as far as it is known. */
export const withReason = (failed: string, { reason }: SendStatus): string =>
  reason ? `${failed}: ${errorWords(reason)}` : failed;

/** Something that was said in a chat: a message, or a reaction, edit, deletion or vote. */
export interface Entry {
  /** The side and the id, because each side has ids of its own. */
  readonly key: string;
  readonly id: string;
  readonly chat: string;
  /** The JID; empty if the account itself said it. */
  readonly author: string;
  /** The name of the author, or '' if it is not known. */
  readonly authorName: string;
  readonly isFromMe: boolean;
  /** ISO 8601. */
  readonly at: string;
  readonly content: Content;
  /** Replaces content that cannot be read. */
  readonly note: string;
  /** Null if the API did not send the message. */
  readonly sendStatus: SendStatus | null;
}

export interface Message extends Entry {
  readonly isEdited: boolean;
  readonly isDeleted: boolean;
  /** The reactions by author. */
  readonly reactions: ReadonlyMap<string, string>;
  /** The options that each voter has chosen last, by author. */
  readonly votes: ReadonlyMap<string, readonly string[]>;
  /** Errors of refused actions on the message. */
  readonly problems: readonly string[];
}

/** The message that is answered or edited. */
export interface Subject {
  readonly message: Message;
  readonly isEdit: boolean;
}

export const keyOf = (isFromMe: boolean, id: string): string => `${isFromMe ? 'out' : 'in'} ${id}`;

const STATUSES: Readonly<Record<string, SendStatus['status']>> = {
  PENDING: 'Pending',
  UNKNOWN: 'Unknown',
  SERVER_ACK: 'ServerAck',
  DELIVERY_ACK: 'Delivered',
  READ: 'Read',
  PLAYED: 'Played',
  ERROR: 'Error',
};

export function entryOfRecord(record: MessageRecord): Entry {
  const { key, pushName, message, messageTimestamp, MessageUpdate } = record;
  const last = MessageUpdate.at(-1);
  return {
    key: keyOf(key.fromMe, key.id),
    id: key.id,
    chat: key.remoteJid,
    author: key.fromMe ? '' : (key.participant ?? key.remoteJid),
    authorName: key.fromMe ? '' : pushName,
    isFromMe: key.fromMe,
    at: new Date(messageTimestamp * 1000).toISOString(),
    content: message,
    note: '',
    sendStatus: last ? { status: STATUSES[last.status] ?? 'Unknown' } : null,
  };
}

interface EventData {
  readonly Info?: {
    readonly ID: string;
    readonly Chat: string;
    readonly Sender: string;
    readonly PushName?: string;
    readonly IsFromMe: boolean;
    readonly Timestamp: string;
  };
  readonly Message?: Content;
  readonly Reason?: string;
  readonly Action?: string;
}

/** Returns the entry of an event, or null if the event is not about a message. */
export function entryOfEvent({ event, data }: InstanceEvent): Entry | null {
  const { Info, Message = {}, Reason = '', Action = '' }: EventData = data;
  if (Info === undefined || !['Message', 'SendMessage', 'Undecryptable'].includes(event))
    return null;
  return {
    key: keyOf(Info.IsFromMe, Info.ID),
    id: Info.ID,
    chat: Info.Chat,
    author: Info.IsFromMe ? '' : Info.Sender,
    authorName: Info.IsFromMe ? '' : (Info.PushName ?? ''),
    isFromMe: Info.IsFromMe,
    at: Info.Timestamp,
    content: Message,
    note:
      event === 'Undecryptable'
        ? texts().chat.unreadable(errorWords(Reason), errorWords(Action))
        : '',
    sendStatus: event === 'SendMessage' ? { status: 'Pending' } : null,
  };
}

export const entriesOf = (events: readonly InstanceEvent[]): readonly Entry[] =>
  events.map(entryOfEvent).filter((entry) => entry !== null);

/** Returns the id of the message whose status an event tells, and the status. */
export function sendStatusIn({ data }: InstanceEvent): [id: string, sendStatus: SendStatus] {
  const { ID, Status, Code, Reason } = data as unknown as StatusData;
  return [ID, { status: Status, code: Code, reason: Reason }];
}

interface StatusData {
  readonly ID: string;
  readonly Status: SendStatus['status'];
  readonly Code: number | null;
  readonly Reason: string | null;
}

const secondOf = ({ at }: Entry): number => Math.floor(Date.parse(at) / 1000);

/** Puts entries in their order, each once. An entry that can be read wins over one that cannot. */
export function mergeEntries(earlier: readonly Entry[], later: readonly Entry[]): Entry[] {
  const all = new Map<string, Entry>();
  for (const entry of [...earlier, ...later]) {
    const known = all.get(entry.key);
    if (known === undefined || (known.note !== '' && entry.note === '')) all.set(entry.key, entry);
  }
  // Stored messages have their time in seconds; within one the order in which they were stored is theirs.
  return [...all.values()].sort((one, other) => secondOf(one) - secondOf(other));
}

/** `entries` in their order; `sendStatuses` by id, newer than those of the entries. */
export function messagesOf(
  entries: readonly Entry[],
  sendStatuses: ReadonlyMap<string, SendStatus>,
): readonly Message[] {
  const messages = new Map<string, Message>();
  for (const entry of entries) {
    const { message, about } = readingOf(entry);
    const sendStatus = sendStatuses.get(entry.id) ?? entry.sendStatus;
    const target = about && messages.get(about.target);
    if (about === null || !target) {
      const isKnown = sendStatus === message.sendStatus;
      messages.set(entry.key, isKnown ? message : { ...message, sendStatus });
    } else if (sendStatus?.status === 'Error') {
      const refused = texts().chat.refusals[about.what];
      const problem = withReason(refused, sendStatus);
      messages.set(target.key, { ...target, problems: [...target.problems, problem] });
    } else messages.set(target.key, { ...target, ...about.change(target, entry.author) });
  }
  return [...messages.values()];
}

/**
 * Entries as messages of their own, and how they change others. An entry never changes, and a chat has thousands: each is
 * read once, and shown as the same message while nothing is said about it.
 */
const readings = new WeakMap<Entry, { message: Message; about: MessageChange | null }>();

function readingOf(entry: Entry) {
  const known = readings.get(entry);
  if (known) return known;
  const about = aboutOf(entry);
  const note = about ? texts().chat.earlier(wordsOf(entry.content)) : entry.note;
  const reading = { message: { ...entry, note, ...UNTOUCHED }, about };
  readings.set(entry, reading);
  return reading;
}

/** A message about which nothing was said. */
const UNTOUCHED = {
  isEdited: false,
  isDeleted: false,
  problems: [],
  reactions: new Map<never, never>(),
  votes: new Map<never, never>(),
};

const changeable = ({ note, isDeleted, reactions, votes, problems }: Message): string =>
  JSON.stringify([note, isDeleted, [...reactions], [...votes], problems]);

/** Returns whether both are shown alike, as states of one message. */
export const isSame = (one: Message, other: Message): boolean =>
  one === other ||
  (one.content === other.content &&
    one.sendStatus === other.sendStatus &&
    changeable(one) === changeable(other));

interface MessageChange {
  readonly what: keyof ReturnType<typeof texts>['chat']['refusals'];
  /** The key of the other message. */
  readonly target: string;
  /** Returns what is different about the message once `author` has said so. */
  readonly change: (message: Message, author: string) => Partial<Message>;
}

/** Returns how an entry changes another message, or null if the entry is a message of its own. */
function aboutOf({ content, note }: Entry): MessageChange | null {
  const { protocolMessage, ...rest } = content;
  const { kind, fields } = contentOf(content) ?? { kind: '', fields: {} };
  const { key, type } = (protocolMessage ?? {}) as Fields;
  const of = (key: AboutKey | undefined, about: Omit<MessageChange, 'target'>) =>
    key === undefined ? null : { target: keyOf(key.fromMe, key.id), ...about };
  if (note !== '') return null;
  if (type === EDIT)
    return of(key, { what: 'edit', change: () => ({ content: rest, isEdited: true }) });
  if (type === REVOKE) return of(key, { what: 'deletion', change: () => ({ isDeleted: true }) });
  if (kind === 'reactionMessage') return of(fields.key, { what: 'reaction', change: react });
  if (kind === 'pollUpdateMessage')
    return of(fields.pollCreationMessageKey, { what: 'vote', change: choose });
  return null;

  function react({ reactions }: Message, author: string) {
    const all = [...reactions, [author, fields.text ?? ''] as const];
    return { reactions: new Map([...new Map(all)].filter(([, emoji]) => emoji !== '')) };
  }
  function choose({ votes }: Message, author: string) {
    return { votes: new Map([...votes, [author, fields.vote?.selectedOptions ?? []]]) };
  }
}

/** The key of the message that an entry is, or is about. */
export const targetOf = (entry: Entry): string => readingOf(entry).about?.target ?? entry.key;

/** Returns how many people have chosen each option of a poll. */
export function voteCounts({ votes }: Pick<Message, 'votes'>): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const option of [...votes.values()].flat())
    counts.set(option, (counts.get(option) ?? 0) + 1);
  return counts;
}
