/** The actions of an account in its chats besides sending messages, on any platform. */
import type { MessageData } from '../events/types/message-data.ts';
import type { ChatUpdate } from '../messages/chat-states.ts';
import { isInChat } from '../messages/find.ts';
import type { Label } from '../messages/labels.ts';
import type { KeyedMessage, StoredMessage } from '../messages/rows.ts';
import type { SamePerson } from '../messages/store/merge-statements.ts';
import type { Username } from '../shared/addresses/username.ts';
import { AppError, failure } from '../shared/errors.ts';
import type { LabelChange } from './labelling.ts';

/** Activities of the account that people in a chat see. */
export const ACTIVITIES = ['composing', 'recording', 'paused'] as const;
export type Activity = (typeof ACTIVITIES)[number];

/** Whether contacts see the account as online. */
export const PRESENCES = ['available', 'unavailable'] as const;
export type Presence = (typeof PRESENCES)[number];

/** A change of a chat that counts on all devices of the account. */
export type ChatChange =
  | { readonly kind: 'archive'; readonly isArchived: boolean }
  | { readonly kind: 'unread' }
  | { readonly kind: 'pin'; readonly isPinned: boolean }
  /** `until` is in ms since 1970; null means for ever. */
  | { readonly kind: 'mute'; readonly isMuted: boolean; readonly until: number | null };

/** Returns the change to store for what the account does with a chat; `chat` is its JID. */
export function changedBy(chat: string, change: ChatChange): ChatUpdate {
  switch (change.kind) {
    case 'archive':
      return { chat, isArchived: change.isArchived };
    case 'unread':
      return { chat, isMarkedUnread: true };
    case 'pin':
      return { chat, isPinned: change.isPinned };
    case 'mute':
      return { chat, muted: change.isMuted ? { until: change.until } : null };
  }
}

/** The person who has a phone number. */
export interface FoundNumber {
  /** The person's JID, or null when nobody on the platform has the number. */
  readonly jid: string | null;
  /** The address that hides the number, or null where it is not known. */
  readonly lid: string | null;
}

/** Fields that are not known are null. */
export interface BusinessProfile {
  readonly address: string | null;
  readonly description: string | null;
  readonly email: string | null;
  readonly category: string | null;
  readonly websites: readonly string[];
}

/** The profile of a person as far as the account may see it; other fields are null. */
export interface Profile {
  readonly jid: string;
  /** A URL. */
  readonly picture: string | null;
  /** The person's own text about themselves. */
  readonly about: string | null;
  /** Null for a person's private account. */
  readonly business: BusinessProfile | null;
}

/** Somebody whom the account has blocked. */
export interface BlockedContact {
  /** By phone number where that is known. */
  readonly jid: string;
  /** The address that hides the number, or null where it is not known. */
  readonly lid: string | null;
}

export const HISTORY_MAX = 50;

/** Which messages of a chat the account's phone is asked for. */
export interface HistoryRequest {
  /** Digits or a JID of a person or a group. */
  readonly number: string;
  /** 1 to `HISTORY_MAX`. */
  readonly count: number;
  /** The message before which they were sent; null means the oldest stored one. */
  readonly before: StoredMessage | null;
}

export interface ChatHistory {
  /** The chat's JID. */
  readonly chat: string;
  /** The oldest is first; each is shown as its event would show it. */
  readonly messages: readonly MessageData[];
  /** The phone has no older ones. */
  readonly isBeginning: boolean;
}

/**
 * Every call resolves once the platform has been told or has answered. It throws `conflict` when the connection is lost
 * or the platform refuses, `unavailable` when the platform does not answer in time, and `rate_limited` when the
 * platform asks to wait.
 */
export interface ChatActions {
  /** Confirms messages as read or played to their authors, ignoring those of the account itself. */
  confirm(as: 'read' | 'played', messages: readonly KeyedMessage[]): Promise<void>;
  /** `number` is digits or a JID of a person or a group; throws `invalid` for anybody else. */
  showActivity(number: string, activity: Activity): Promise<void>;
  showPresence(presence: Presence): Promise<void>;
  /**
   * Sets whether Presence and ChatPresence events are sent for a chat: as long as the session lives, and while the
   * account is shown as available. `number` is digits or a JID of a person or a group. Throws `invalid` for anybody
   * else and `conflict` when too many are watched already. Resolves with the chat's JID.
   */
  watch(number: string, isWatched: boolean): Promise<string>;
  /**
   * Changes a chat on all devices of the account; resolves with its JID. `number` is digits or a JID of a person or a
   * group, and `last` the newest known message of the chat. Throws `invalid` for anybody else, and `conflict` also
   * while the account's phone has not given out the keys for this.
   */
  change(number: string, change: ChatChange, last: StoredMessage | null): Promise<string>;
  /**
   * Puts a label on a chat or takes it off, as `change` does. Throws `not_found` for a label that the account lacks.
   */
  label(number: string, labelId: string, isLabelled: boolean): Promise<string>;
  /**
   * Puts a label on a message or takes it off; resolves with the JID of its chat. Throws `not_found` for a label that
   * the account lacks.
   */
  labelMessage(message: StoredMessage, labelId: string, isLabelled: boolean): Promise<string>;
  /**
   * Makes, changes or deletes a label on all devices of the account. Resolves with its new state, or its last state
   * after a deletion. Throws `not_found` for the deletion of an unknown label, `invalid` for a new label without a
   * name, `conflict` when there are too many, and the errors of `change`.
   */
  editLabel(change: LabelChange): Promise<Label>;
  /** Resolves with results in the order of `numbers` (digits). It may take a second for every 50 of them. */
  lookUp(numbers: readonly string[]): Promise<readonly FoundNumber[]>;
  /** Returns those of the LIDs whose number the account knows, each with it. Nobody is asked. */
  numbersOf(lids: readonly string[]): Promise<readonly SamePerson[]>;
  /**
   * Resolves with the JID of the person who has the username now. Throws `invalid` when nobody has it, or when its
   * owner wants to be asked for its key first and `key` is not that.
   */
  findUsername(username: Username): Promise<string>;
  /**
   * Returns the picture of a person or a group; `number` is digits or a JID. Throws `invalid` for anybody else. `url`
   * is null when there is no picture or the account may not see it.
   */
  pictureOf(number: string): Promise<{ readonly jid: string; readonly url: string | null }>;
  /**
   * Returns older messages of a chat from the account's phone. They are stored when this resolves, and give no events.
   * Throws `not_found` when there is no message to begin at, `rate_limited` while another request runs, and
   * `unavailable` when the phone does not answer within 15 s.
   */
  history(request: HistoryRequest): Promise<ChatHistory>;
  /** `number` is digits or a JID of a person; throws `invalid` for anybody else. */
  profileOf(number: string): Promise<Profile>;
  /** Blocks or unblocks a person, named as for `profileOf`. */
  block(number: string, isBlocked: boolean): Promise<void>;
  /** Returns everybody whom the account has blocked. */
  blocked(): Promise<readonly BlockedContact[]>;
}

/**
 * Returns `before`, or the oldest stored message of `chat` (a JID). Throws `not_found` when `before` is in another
 * chat, or no message is stored.
 */
export async function beginningOf(
  chat: string,
  before: StoredMessage | null,
  host: { oldestIn(chat: string): Promise<StoredMessage | null> },
): Promise<StoredMessage> {
  if (before !== null && !isInChat(before, chat))
    throw failure('message_not_in_chat', { id: before.id, chat });
  const found = before ?? (await host.oldestIn(chat));
  if (found === null) throw failure('no_message_to_begin_from', { chat });
  return found;
}

/** The most at the same time. */
export const WATCHED_CHATS_MAX = 200;

/** Lists the chats that an instance watches for presence, on any platform. */
export class WatchList {
  /** Keyed by the address that was asked for; the value is the other address of the same person, or ''. */
  readonly #others = new Map<string, string>();

  /** Throws `conflict` when the largest number of chats is watched already. */
  add(jid: string, other: string): void {
    if (!this.#others.has(jid) && this.#others.size >= WATCHED_CHATS_MAX)
      throw failure('too_many_watched_chats', { max: WATCHED_CHATS_MAX });
    this.#others.set(jid, other);
  }

  /** Takes either address. */
  remove(jid: string): void {
    for (const [address, other] of this.#others)
      if (jid === address || jid === other) this.#others.delete(address);
  }

  /** Takes either address. */
  has(jid: string): boolean {
    return this.#others.has(jid) || (jid !== '' && [...this.#others.values()].includes(jid));
  }

  /** Returns the addresses that were asked for. */
  all(): string[] {
    return [...this.#others.keys()];
  }
}

/** Shows whether the account is online, if the platform can do so now; otherwise the next connection does. */
export async function showPresence(
  session: { chats(): Pick<ChatActions, 'showPresence'> },
  isOnline: boolean,
): Promise<void> {
  try {
    await session.chats().showPresence(isOnline ? 'available' : 'unavailable');
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
  }
}
