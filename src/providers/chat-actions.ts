/** What an account does in its chats beside writing, whatever its platform. */
import type { MessageData } from '../events/types/message-data.ts';
import type { Label } from '../messages/labels.ts';
import type { StoredMessage } from '../messages/rows.ts';
import type { LabelChange } from './labelling.ts';

/** What those in a chat see the account do. */
export const ACTIVITIES = ['composing', 'recording', 'paused'] as const;
export type Activity = (typeof ACTIVITIES)[number];

/** Whether contacts see the account as online. */
export const PRESENCES = ['available', 'unavailable'] as const;
export type Presence = (typeof PRESENCES)[number];

/** How a chat stands among the others, on all devices of the account. */
export type ChatChange =
  | { readonly kind: 'archive'; readonly isArchived: boolean }
  | { readonly kind: 'unread' }
  | { readonly kind: 'pin'; readonly isPinned: boolean }
  /** `until` in ms since 1970; null: for ever. */
  | { readonly kind: 'mute'; readonly isMuted: boolean; readonly until: number | null };

/** Who has a phone number. */
export interface NumberFound {
  /** The person's; null: nobody on the platform has the number. */
  readonly jid: string | null;
  /** The address that hides the number; null where it is not known. */
  readonly lid: string | null;
}

/** What is not known of a business is null. */
export interface BusinessProfile {
  readonly address: string | null;
  readonly description: string | null;
  readonly email: string | null;
  readonly category: string | null;
  readonly websites: readonly string[];
}

/** What the account may see of a person; the rest is null. */
export interface Profile {
  readonly jid: string;
  /** A URL. */
  readonly picture: string | null;
  /** What the person says about themselves. */
  readonly about: string | null;
  /** Null: a person's own account. */
  readonly business: BusinessProfile | null;
}

/** Somebody whom the account has blocked. */
export interface Blocked {
  /** By phone number where that is known. */
  readonly jid: string;
  /** The address that hides the number; null where it is not known. */
  readonly lid: string | null;
}

export const HISTORY_MAX = 50;

/** Which messages of a chat the account's phone is asked for. */
export interface HistoryRequest {
  /** Digits or a JID of a person or a group. */
  readonly number: string;
  /** 1 to `HISTORY_MAX`. */
  readonly count: number;
  /** Those before this one; null: before the oldest that is stored. */
  readonly before: StoredMessage | null;
}

export interface ChatHistory {
  /** The chat's JID. */
  readonly chat: string;
  /** The oldest first, as their events would show them. */
  readonly messages: readonly MessageData[];
  /** The phone has no older ones. */
  readonly isBeginning: boolean;
}

/**
 * Every call resolves once the platform has been told or has answered. It throws `conflict` when the connection is
 * lost or the platform refuses, `unavailable` when the platform does not answer in time, and `rate_limited` when the
 * platform asks to wait.
 */
export interface ChatActions {
  /** Confirms messages as read or played to those who wrote them; those of the account itself are passed over. */
  confirm(as: 'read' | 'played', messages: readonly StoredMessage[]): Promise<void>;
  /** `number`: digits or a JID of a person or a group; `invalid` for anybody else. */
  showActivity(number: string, activity: Activity): Promise<void>;
  showPresence(presence: Presence): Promise<void>;
  /**
   * Whether Presence and ChatPresence events tell of a chat, for as long as the session lives, in which the account
   * is shown as available. `number`: digits or a JID of a person or a group; `invalid` for anybody else, `conflict`
   * when too many are watched already. Resolves with the chat's JID.
   */
  watch(number: string, isWatched: boolean): Promise<string>;
  /**
   * Changes a chat on all devices of the account; resolves with its JID. `number`: digits or a JID of a person or a
   * group, `invalid` for anybody else. `last`: the newest message of the chat, as far as it is known. `conflict`, too,
   * while the phone of the account has not given out what this needs.
   */
  change(number: string, change: ChatChange, last: StoredMessage | null): Promise<string>;
  /** Puts a label on a chat or takes it off, as `change` does; `not_found` for a label that the account lacks. */
  label(number: string, labelId: string, isLabelled: boolean): Promise<string>;
  /** The same for one message; resolves with the JID of its chat. */
  labelMessage(message: StoredMessage, labelId: string, isLabelled: boolean): Promise<string>;
  /**
   * Makes a label, changes or deletes it, on all devices of the account; resolves with what it is, or was, then.
   * `not_found` when there is none to delete, `invalid` for a new one without a name, `conflict` when there are too
   * many, and as `change` does.
   */
  editLabel(change: LabelChange): Promise<Label>;
  /** In the order of `numbers` (digits). May take a second for every 50 of them. */
  lookUp(numbers: readonly string[]): Promise<readonly NumberFound[]>;
  /**
   * The picture of a person or a group, `number` being digits or a JID; `invalid` for anybody else. `url` is null
   * when there is none, or the account may not see it.
   */
  pictureOf(number: string): Promise<{ readonly jid: string; readonly url: string | null }>;
  /**
   * Older messages of a chat, which the account's phone has. They are stored when this resolves, and give no events.
   * `not_found` when there is no message to begin at, `rate_limited` while another request is under way, and
   * `unavailable` when the phone does not answer within 15 s.
   */
  history(request: HistoryRequest): Promise<ChatHistory>;
  /** `number`: digits or a JID of a person; `invalid` for anybody else. */
  profileOf(number: string): Promise<Profile>;
  /** The same. */
  block(number: string, isBlocked: boolean): Promise<void>;
  /** Everybody whom the account has blocked. */
  blocked(): Promise<readonly Blocked[]>;
}
