/** A chat as it is listed, and which chats are. */
import type { components } from '../../../../../packages/client/src/generated.ts';
import type { BodyFor } from '../api.ts';
import { type Entry, entryOfRecord } from './conversation.ts';

export interface Chat {
  readonly jid: string;
  /** Null until it is known. */
  readonly last: Entry | null;
  readonly unread: number;
  readonly isPinned: boolean;
  readonly isMuted: boolean;
  readonly isArchived: boolean;
  /** Whether only templates may be sent now, on the official API. */
  readonly isClosed: boolean;
  /** The ids of its labels. */
  readonly labels: readonly string[];
}

/** Which chats the list has: all, or those of a state or a label. */
export type ChatFilter = Omit<
  NonNullable<BodyFor<'POST', '/chat/findChats/{instanceName}'>['where']>,
  'remoteJid' | 'messageTimestamp'
>;

export const ALL: ChatFilter = {};
export const UNREAD: ChatFilter = { unread: true };
export const ARCHIVED: ChatFilter = { archived: true };

export const lastAt = ({ last }: Chat): string => last?.at ?? '';

export const chatOf = (record: components['schemas']['ChatRecord']): Chat => ({
  jid: record.remoteJid,
  last: record.lastMessage && entryOfRecord(record.lastMessage),
  unread: record.unreadCount,
  isPinned: record.pinned,
  isMuted: record.muted,
  isArchived: record.archived,
  isClosed: record.windowActive === false,
  labels: record.labels,
});

/** The chats of the entries, the newest first. */
export const chatsIn = (entries: readonly Entry[]): Chat[] =>
  [...new Map(entries.map((last) => [last.chat, last] as const))]
    .map(([jid, last]) => ({
      jid,
      last,
      unread: 0,
      isPinned: false,
      isMuted: false,
      isArchived: false,
      isClosed: false,
      labels: [],
    }))
    .sort((one, other) => (one.last.at < other.last.at ? 1 : -1));
