/** The messages that an instance can send, on any platform. */
import { randomBytes } from 'node:crypto';
import type { MessageContent } from '../events/types/message-data.ts';
import type { KeyedMessage, StoredMessage } from '../messages/rows.ts';
import type { ContactCard } from './contact-card.ts';
import type { InteractiveContent, PhoneContent } from './interactive.ts';
import type { TemplateContent } from './templates.ts';

/** How the text of a status is shown. */
interface StatusLook {
  /** 0xAARRGGBB. */
  readonly background: number;
  /** The platform's number of a font, 0-5. */
  readonly font: number;
}

/** The preview that phones show below a text with a link. */
export interface LinkPreview {
  /** As the text has it. */
  readonly url: string;
  readonly title: string;
  /** Empty for a page without a description. */
  readonly description: string;
  /** JPEG in base64. */
  readonly thumbnail?: string;
}

/** All content but files. */
export type OutgoingContent =
  | {
      readonly kind: 'text';
      readonly text: string;
      readonly look?: StatusLook;
      readonly preview?: LinkPreview;
    }
  | {
      readonly kind: 'location';
      /** In degrees. */
      readonly latitude: number;
      readonly longitude: number;
      readonly name?: string;
      readonly address?: string;
    }
  | { readonly kind: 'contacts'; readonly contacts: readonly ContactCard[] }
  | {
      readonly kind: 'poll';
      readonly name: string;
      readonly options: readonly string[];
      /** How many options one person may choose; 0 for as many as they like. */
      readonly selectableCount: number;
    }
  | InteractiveContent
  | PhoneContent
  | TemplateContent
  /** An empty text removes the reaction. */
  | { readonly kind: 'reaction'; readonly about: KeyedMessage; readonly text: string }
  | { readonly kind: 'edit'; readonly about: StoredMessage; readonly text: string }
  | { readonly kind: 'revoke'; readonly about: KeyedMessage }
  /** Names of options of a poll; an empty list removes the vote. */
  | { readonly kind: 'vote'; readonly about: StoredMessage; readonly options: readonly string[] }
  | { readonly kind: 'forward'; readonly about: StoredMessage };

/** The fields that a message of any kind may have. */
export interface OutgoingContext {
  /** The id of the message, see `newMessageId`; absent when the provider makes one. */
  readonly id?: string;
  /** The message that it answers. */
  readonly quoted?: KeyedMessage;
  /** Phone numbers (digits) of the people whom its text mentions. */
  readonly mentioned?: readonly string[];
  /** Whether everybody in the group is mentioned. */
  readonly mentionsEveryone?: boolean;
  /** Only for a status: who can see it, as digits or JIDs of people. */
  readonly audience?: readonly string[];
  /** A text of the caller's, which every MessageStatus of the message repeats. */
  readonly callback?: string;
  /** Set if its SendMessage event was published before the platform refused it for the moment. */
  readonly isAnnounced?: true;
}

/** The content that every platform takes in place of choices. */
export type FallbackContent = Extract<OutgoingContent, { kind: 'poll' | 'text' }>;

export interface OutgoingMessage extends OutgoingContext {
  /** Digits or a JID. */
  readonly number: string;
  readonly content: OutgoingContent;
  /** A poll or a text that is sent under the same id if the platform refuses the form of `content`. */
  readonly fallback?: FallbackContent;
}

/** Makes an id in the form of WhatsApp's own clients. */
export const newMessageId = (): string => `3EB0${randomBytes(9).toString('hex').toUpperCase()}`;

export const MEDIA_KINDS = ['image', 'video', 'audio', 'document'] as const;
export type MediaKind = (typeof MEDIA_KINDS)[number];
/**
 * The forms in which a file can be sent. A sticker is WebP, a `ptv` an MP4 that is shown round, a `voice` note Ogg with
 * Opus.
 */
export const SENT_MEDIA_KINDS = [...MEDIA_KINDS, 'voice', 'ptv', 'sticker'] as const;
export type SentMediaKind = (typeof SENT_MEDIA_KINDS)[number];

/** A file to send; `bytes` is its content. */
export interface OutgoingMedia extends OutgoingContext {
  /** Digits or a JID. */
  readonly number: string;
  readonly kind: SentMediaKind;
  readonly bytes: Uint8Array;
  readonly mimetype: string;
  readonly caption?: string;
  readonly fileName?: string;
  /** Phones show it once and then forget it; it has no effect for documents and stickers. */
  readonly viewOnce?: true;
  /** Phones play a video again and again without its sound; it has no effect for files of other kinds. */
  readonly gifPlayback?: true;
}

export interface SentMessage {
  readonly id: string;
  readonly remoteJid: string;
  /** Seconds since 1970. */
  readonly timestamp: number;
  /** The sent content, as its SendMessage event shows it. */
  readonly message: MessageContent;
  /** The account's own name. */
  readonly pushName: string;
  /** The platform's id of the message, if it differs from ours and is known already. */
  readonly platformId?: string;
  /** Set if it waits in the queue. */
  readonly isQueued?: true;
}

/** The queue of an instance, as the session sees it that sends a message which may wait there. */
export interface WaitingRoom {
  /** Whether the message comes from the queue, which keeps a message until it is stored as sent. */
  readonly isInside: boolean;
  /** Returns whether earlier messages of the chat wait there. */
  isAhead(): boolean;
  /**
   * Puts the message there, from where it is sent later. `id` is that of the stored message, which is withdrawn in the
   * same commit, or null when nothing of it is stored. It is on disk when this resolves. Throws `rate_limited` when the
   * queue is full.
   */
  enter(id: string | null): Promise<SentMessage>;
}
