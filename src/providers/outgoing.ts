/** What can be said through an instance, whatever its platform. */
import { randomBytes } from 'node:crypto';
import type { MessageContent } from '../events/types/message-data.ts';
import type { StoredMessage } from '../messages/rows.ts';
import type { InteractiveContent } from './interactive.ts';
import type { TemplateContent } from './template-message.ts';

export interface ContactCard {
  readonly fullName: string;
  /** Digits with their country code. */
  readonly phoneNumber: string;
  readonly organization?: string;
  readonly email?: string;
  readonly url?: string;
}

/** How the text of a status is shown. */
export interface StatusLook {
  /** 0xAARRGGBB. */
  readonly background: number;
  /** The platform's number of a font, 0-5. */
  readonly font: number;
}

/** What phones show below a text with a link. */
export interface LinkPreview {
  /** As it stands in the text. */
  readonly url: string;
  readonly title: string;
  /** Empty: the page has none. */
  readonly description: string;
  /** JPEG in base64. */
  readonly thumbnail?: string;
}

/** Everything but files. A message that another is about was found among the stored ones, and may be acted on. */
export type OutgoingContent =
  | {
      readonly kind: 'text';
      readonly text: string;
      readonly look?: StatusLook;
      readonly preview?: LinkPreview;
    }
  | {
      readonly kind: 'location';
      /** Degrees. */
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
      /** How many of them one person may choose; 0: as many as they like. */
      readonly selectableCount: number;
    }
  | InteractiveContent
  | TemplateContent
  /** An empty text takes the reaction back. */
  | { readonly kind: 'reaction'; readonly about: StoredMessage; readonly text: string }
  | { readonly kind: 'edit'; readonly about: StoredMessage; readonly text: string }
  | { readonly kind: 'revoke'; readonly about: StoredMessage }
  /** Names of options of a poll; none of them takes the vote back. */
  | { readonly kind: 'vote'; readonly about: StoredMessage; readonly options: readonly string[] }
  | { readonly kind: 'forward'; readonly about: StoredMessage };

/** What goes along with a message of any kind. */
export interface OutgoingContext {
  /** The id that it is to have, see `newMessageId`; absent: the provider makes one. */
  readonly id?: string;
  /** The message that it answers. */
  readonly quoted?: StoredMessage;
  /** Phone numbers of those whom its text names, digits. */
  readonly mentioned?: readonly string[];
  /** Everybody in the group is named. */
  readonly mentionsEveryone?: boolean;
  /** Of a status, and of nothing else: who can see it, as digits or JIDs of people. */
  readonly audience?: readonly string[];
}

export interface OutgoingMessage extends OutgoingContext {
  /** Digits or a JID. */
  readonly number: string;
  readonly content: OutgoingContent;
}

/** An id as WhatsApp's own clients make them. */
export const newMessageId = (): string => `3EB0${randomBytes(9).toString('hex').toUpperCase()}`;

export const MEDIA_KINDS = ['image', 'video', 'audio', 'document'] as const;
export type MediaKind = (typeof MEDIA_KINDS)[number];
/** What a file can be sent as. A sticker is WebP, a `ptv` an MP4 that is shown round, a `voice` note Ogg with Opus. */
export const SENT_MEDIA_KINDS = [...MEDIA_KINDS, 'voice', 'ptv', 'sticker'] as const;
export type SentMediaKind = (typeof SENT_MEDIA_KINDS)[number];

/** A file that is sent; `bytes` are the file itself. */
export interface OutgoingMedia extends OutgoingContext {
  /** Digits or a JID. */
  readonly number: string;
  readonly kind: SentMediaKind;
  readonly bytes: Uint8Array;
  readonly mimetype: string;
  readonly caption?: string;
  readonly fileName?: string;
  /** Phones show it once and then forget it; of documents and stickers it is nothing. */
  readonly viewOnce?: true;
}

export interface SentMessage {
  readonly id: string;
  readonly remoteJid: string;
  /** Seconds since 1970. */
  readonly timestamp: number;
  /** What was sent, as its SendMessage event shows it. */
  readonly message: MessageContent;
  /** The account's own name. */
  readonly pushName: string;
}
