/**
 * The actions by which callers of the sandbox play the phone, its contacts and the network of one instance. Addresses
 * are digits or JIDs; anything else throws `invalid`.
 */
import type { CatalogEvent } from '../../core/events/contract/catalog.ts';
import type { ReceiptState } from '../../core/events/types/messages.ts';
import { ACTIVITIES, PRESENCES } from '../../core/providers/chat-actions.ts';
import type { Fields } from '../../core/providers/foreign-values.ts';
import {
  type LinkPreview,
  MEDIA_KINDS,
  type MediaKind,
  type OutgoingContent,
  type SentMediaKind,
} from '../../core/providers/outgoing.ts';
import type { Session } from '../../core/providers/provider.ts';

export type ArrivingFileKind = MediaKind | 'sticker';
export const ARRIVING_KINDS = ['text', ...MEDIA_KINDS, 'sticker', 'reaction'] as const;

/** Without `base64` a media message carries the sample file of its kind. */
export interface ArrivingMessage {
  readonly kind: (typeof ARRIVING_KINDS)[number];
  readonly from: string;
  readonly text?: string;
  readonly caption?: string;
  readonly base64?: string;
  readonly mimetype?: string;
  readonly fileName?: string;
  readonly pushName?: string;
  /** The group in which it was written, or `status@broadcast`; absent for the chat with the account. */
  readonly group?: string;
  /** The id of the message that it answers. */
  readonly quoted?: string;
  /** The id of the message that a reaction is about. */
  readonly about?: string;
}

export interface ArrivingReceipt {
  readonly state: ReceiptState;
  readonly chat: string;
  readonly messageIds: readonly string[];
  /** Who read or received it; absent for the chat itself. */
  readonly from?: string;
}

export const ACK_STATUSES = ['None', 'ServerAck', 'Delivered', 'Read', 'Played', 'Error'] as const;

/** The platform's answer to messages that were sent, or are sent from now on. */
export interface AckOrder {
  /** A message that was sent; absent for those that are sent from now on. */
  readonly messageId?: string;
  /** The status; with `None` no answer comes. By default `Error` when there is a code, otherwise the usual statuses. */
  readonly status?: (typeof ACK_STATUSES)[number];
  /** The number of the refusal. */
  readonly code?: number;
  /** The ms until the answer; by default 0. */
  readonly delayMs?: number;
  /** For how many of the next messages it counts; by default all. */
  readonly times?: number;
}

interface SentMessageIds {
  readonly id: string;
  readonly number: string;
  readonly remoteJid: string;
  /** Seconds since 1970. */
  readonly timestamp: number;
}

/** The content of a sent message; of media everything but the bytes, which are counted. */
export type SentContent = SentContext &
  (
    | { readonly text: string; readonly preview?: LinkPreview }
    | {
        readonly kind: SentMediaKind;
        readonly mimetype: string;
        /** In bytes. */
        readonly size: number;
        readonly caption?: string;
        readonly fileName?: string;
        readonly viewOnce?: true;
      }
    | {
        readonly kind: Exclude<OutgoingContent['kind'], 'text' | 'buttons' | 'link'>;
        /** In the protocol's own spelling. */
        readonly message: Fields;
      }
  );

interface SentContext {
  /** The id of the message that it answers. */
  readonly quoted?: string;
  readonly mentioned?: readonly string[];
  readonly mentionsEveryone?: boolean;
  /** For a status: the JIDs of those who can see it. */
  readonly audience?: readonly string[];
}

/** A message that was sent through the instance, as it is listed. */
export type SentEntry = SentMessageIds & SentContent;

export const SANDBOX_ACTIONS = [
  'read',
  'played',
  'block',
  'unblock',
  'reject',
  'profileName',
  'profileStatus',
  'profilePicture',
  'groupPicture',
  'privacy',
  'watch',
  'unwatch',
  'archive',
  'unarchive',
  'unread',
  'pin',
  'unpin',
  'mute',
  'unmute',
  'label',
  'unlabel',
  'editLabel',
  'deleteLabel',
  ...ACTIVITIES,
  ...PRESENCES,
] as const;

/** An action besides sending. */
export interface SandboxAction {
  /** ISO 8601. */
  readonly at: string;
  readonly action: (typeof SANDBOX_ACTIONS)[number];
  /** A JID; absent when it is about the whole account. */
  readonly chat?: string;
  readonly messageIds?: readonly string[];
  /** For a muted chat, ISO 8601; absent means for ever. */
  readonly until?: string;
  readonly labelId?: string;
  readonly callId?: string;
  /** The new value, or '' when it was removed. */
  readonly value?: string;
}

/**
 * A session that is driven. Every call resolves once its consequences are on disk, and rejects with `conflict` when
 * that cannot happen now: nothing arrives at an instance that is not connected.
 */
export interface SandboxSession extends Session {
  /** Lets the phone scan the current QR code. Without `number` it has an invented one. */
  scan(phone: { readonly number?: string; readonly pushName?: string }): Promise<void>;
  /** Lets the phone type a pairing code. Throws `invalid` when it is not the one on offer. */
  pair(code: string): Promise<void>;
  message(message: ArrivingMessage): Promise<{ messageId: string }>;
  /**
   * Publishes any event of the catalog, which changes the account as it would: stored messages, groups, channels,
   * ringing calls, templates, and how far sent messages have come.
   */
  event(event: CatalogEvent): Promise<void>;
  receipt(receipt: ArrivingReceipt): Promise<void>;
  /** Rejects with `not_found` when it names a message that was not sent through the instance. */
  ack(order: AckOrder): Promise<void>;
  /** Loses the connection, which comes back automatically. */
  drop(): Promise<void>;
  /** Lets the phone remove the device. */
  remove(): Promise<void>;
  /** Returns the newest 1,000, oldest first. */
  sent(): Promise<readonly SentEntry[]>;
  /** Returns the newest 1,000 since the session was opened, oldest first. */
  actions(): readonly SandboxAction[];
}
