/**
 * All types of events of instances. Payloads use the names that receivers know, not those of a platform. JIDs are
 * strings such as `5511999990000@s.whatsapp.net`; times are in RFC 3339.
 */
import type { Static, TSchema } from '@sinclair/typebox';
import { iso } from '../../shared/clock.ts';
import { callOffer, callRelayLatency, callTerminate } from '../types/calls.ts';
import {
  chatUpdate,
  contactIdentityChanged,
  contactMerged,
  contactUpdate,
  label,
  labelAssociation,
} from '../types/chats.ts';
import {
  connected,
  loggedOut,
  offlineSyncCompleted,
  pairSuccess,
  passkeyRequest,
  qrCode,
} from '../types/connection.ts';
import { endpointDisabled, endpointFailing, endpointRecovered } from '../types/endpoints.ts';
import type { EventDeclaration } from '../types/event-type.ts';
import { groupInfo, joinedGroup } from '../types/groups.ts';
import {
  message,
  messageStatus,
  type ReceiptState,
  receipt,
  sendMessage,
  undecryptable,
} from '../types/messages.ts';
import { newsletterJoin } from '../types/newsletters.ts';
import { platformNotice, templateUpdate } from '../types/platform.ts';
import { chatPresence, presence } from '../types/presence.ts';

/** The types, in the order in which documents and pages list them. */
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
  contactIdentityChanged,
  chatUpdate,
  contactUpdate,
  templateUpdate,
  platformNotice,
  endpointFailing,
  endpointDisabled,
  endpointRecovered,
] as const;

type CatalogEntry = (typeof CATALOG)[number];
export type EventType = CatalogEntry['name'];
const ALL: readonly EventDeclaration<EventType, TSchema>[] = CATALOG;
/** The declarations by name, for data that is known to belong to the type, such as published or stored events. */
export const DECLARED = Object.fromEntries(ALL.map((type) => [type.name, type])) as Readonly<
  Record<EventType, EventDeclaration<EventType, TSchema>>
>;

/** Returns the declaration of an event type of instances, or null for an unknown name. */
export const declarationOf = (name: string) =>
  // The cast: it is one of the names.
  Object.hasOwn(DECLARED, name) ? DECLARED[name as EventType] : null;

export type Payloads = { [T in EventType]: Static<Extract<CatalogEntry, { name: T }>['payload']> };

/** An instance as its events name it. */
export interface Stream {
  readonly id: string;
  readonly name: string;
}

/**
 * The bytes of a media message as the provider fetched them, the link to where it stored them, or the reason why it
 * could not.
 */
export type MediaContent =
  | { readonly bytes: Uint8Array; readonly mimetype: string }
  | { readonly mediaUrl: string; readonly mimetype: string }
  | { readonly error: string };

/** Larger media is sent as a link or not at all. */
export const MEDIA_BYTES_MAX = 16 * 1024 * 1024;

/** Returns the text that replaces the base64 of media in a stored body. */
export const mediaMarker = (mediaId: string): string => `@media:${mediaId}@`;

/** An event before it has an id, a sequence or a destination. */
export type CatalogEvent = {
  [T in EventType]: {
    readonly type: T;
    readonly data: Payloads[T];
    /** The root field `state`; only of Receipt. */
    readonly state?: T extends 'Receipt' ? ReceiptState : never;
    /** Content that is sent as base64 or as a link; only of Message. */
    readonly media?: T extends 'Message' ? MediaContent : never;
    /** When the secret in the body expires and must be wiped, in ms of the steady clock. */
    readonly secretUntil?: T extends 'QRCode' | 'PasskeyRequest' ? number : never;
    /** The endpoint that does not get it, since it is the one that the event is about. */
    readonly exceptEndpoint?: T extends `Endpoint${string}` ? string : never;
  };
}[EventType];

/** Returns the type of events that say the same in the format of Evolution API, or null. */
export const duplicatedType = ({ type, data }: CatalogEvent): string | null =>
  DECLARED[type].duplicatesType?.(data) ?? null;

/** Returns the chat in whose order the event is delivered; null if it is in order with all events of the instance. */
export const chatOf = ({ type, data }: CatalogEvent): string | null =>
  DECLARED[type].chatOf?.(data) ?? null;

/** The caller's part of a sample's body. `now` is in ms since 1970. */
interface SampleFrame {
  readonly id: string;
  readonly instanceId: string;
  readonly instanceName: string;
  readonly now: number;
}

/** Returns a body like that of a real event, marked as a test. Its sequence is 0, because it does not count. */
export function sampleBody(type: EventType, frame: SampleFrame): string {
  const { id, instanceId, instanceName, now } = frame;
  const declared = DECLARED[type];
  const timestamp = iso(now);
  return JSON.stringify({
    id,
    event: type,
    instanceId,
    instanceName,
    sequence: 0,
    timestamp,
    test: true,
    ...(declared.state && { state: declared.state.sample }),
    data: declared.sample(timestamp),
  });
}
