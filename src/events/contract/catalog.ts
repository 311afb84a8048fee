/**
 * What can happen to an instance: all types of events, and what follows from them. Their payloads are in the spelling
 * receivers know; nothing in them is a vendor's. JIDs are strings such as `5511999990000@s.whatsapp.net`; times are
 * RFC 3339.
 */
import type { Static, TSchema } from '@sinclair/typebox';
import { callOffer, callRelayLatency, callTerminate } from '../types/calls.ts';
import { chatUpdate, contactMerged, contactUpdate } from '../types/chats.ts';
import { connected, loggedOut, offlineSyncCompleted } from '../types/connection.ts';
import type { EventDeclaration } from '../types/event-type.ts';
import { groupInfo, joinedGroup } from '../types/groups.ts';
import { label, labelAssociation } from '../types/labels.ts';
import {
  message,
  messageStatus,
  type ReceiptState,
  receipt,
  sendMessage,
  undecryptable,
} from '../types/messages.ts';
import { newsletterJoin } from '../types/newsletters.ts';
import { pairSuccess, passkeyRequest, qrCode } from '../types/pairing.ts';
import { chatPresence, presence } from '../types/presence.ts';
import { templateUpdate } from '../types/templates.ts';

/** In the order in which documents and pages list them. */
export const CATALOG = [
  qrCode,
  pairSuccess,
  connected,
  offlineSyncCompleted,
  loggedOut,
  message,
  receipt,
  callOffer,
  callRelayLatency,
  callTerminate,
  joinedGroup,
  groupInfo,
  newsletterJoin,
  sendMessage,
  messageStatus,
  undecryptable,
  presence,
  chatPresence,
  passkeyRequest,
  label,
  labelAssociation,
  contactMerged,
  chatUpdate,
  contactUpdate,
  templateUpdate,
] as const;

type Declared = (typeof CATALOG)[number];
export type EventType = Declared['name'];
const ALL: readonly EventDeclaration<EventType, TSchema>[] = CATALOG;
/** By name, for data that is known to be of the type: what is published or stored under its name is. */
export const DECLARED = Object.fromEntries(ALL.map((type) => [type.name, type])) as Readonly<
  Record<EventType, EventDeclaration<EventType, TSchema>>
>;

/** The payload of each type. */
export type Payloads = { [T in EventType]: Static<Extract<Declared, { name: T }>['payload']> };

/** An instance as its events name it. */
export interface Stream {
  /** Instance id. */
  readonly id: string;
  /** Instance name, as it stands in the body. */
  readonly name: string;
}

/** The bytes of a media message as the provider fetched them, the link to where it stored them, or why it could not. */
export type MediaContent =
  | { readonly bytes: Uint8Array; readonly mimetype: string }
  | { readonly mediaUrl: string; readonly mimetype: string }
  | { readonly error: string };

/** Above this, media travels by link or not at all. */
export const MEDIA_BYTES_MAX = 16 * 1024 * 1024;

/** What a stored body holds in place of its media's base64. */
export const mediaMarker = (mediaId: string): string => `@media:${mediaId}@`;

/** One thing that happened, before it has an id, a sequence or a destination. */
export type CatalogEvent = {
  [T in EventType]: {
    readonly type: T;
    readonly data: Payloads[T];
    /** Receipt only: the root field `state`. */
    readonly state?: T extends 'Receipt' ? ReceiptState : never;
    /** Message only: content that travels as base64 or by link. */
    readonly media?: T extends 'Message' ? MediaContent : never;
    /** Ms since 1970 (steady) after which the body's secret is void and must be wiped. */
    readonly secretUntil?: T extends 'QRCode' | 'PasskeyRequest' ? number : never;
  };
}[EventType];

/** The chat whose order the event belongs to; null: it is ordered against everything of its instance. */
export const chatOf = ({ type, data }: CatalogEvent): string | null =>
  DECLARED[type].chatOf?.(data) ?? null;
