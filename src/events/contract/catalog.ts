/**
 * What can happen to an instance: the payload of each event type, in the spelling receivers know; nothing here is a
 * vendor's. JIDs are strings such as `5511999990000@s.whatsapp.net`; times inside payloads are RFC 3339.
 */
import type { ChatPayloads, SenderIds } from './chat-payloads.ts';
import type { EventType } from './event-names.ts';

type MediaType = '' | 'image' | 'video' | 'audio' | 'document';
export interface MessageInfo {
  Chat: string;
  Sender: string;
  SenderAlt: string;
  IsFromMe: boolean;
  IsGroup: boolean;
  ID: string;
  Type: string;
  PushName: string;
  Timestamp: string;
  MediaType: MediaType | (string & {});
  VerifiedName: unknown;
  /** Where the platform names people by more than their number. */
  SenderIds?: SenderIds;
}
export interface MediaFields {
  url: string;
  mimetype: string;
  caption?: string;
  title?: string;
  fileName?: string;
  fileSha256: string;
  /** Bytes; absent where the platform does not tell them. */
  fileLength?: number;
  mediaKey: string;
  fileEncSha256: string;
  directPath: string;
  mediaKeyTimestamp: number;
  height?: number;
  width?: number;
  seconds?: number;
  ptt?: boolean;
  [field: string]: unknown;
}
/** One of the kind keys is set; media kinds carry `base64`, `mediaUrl` or `mediaError` beside it. */
export interface MessageContent {
  conversation?: string;
  extendedTextMessage?: { text: string; contextInfo?: unknown; matchedText?: unknown };
  imageMessage?: MediaFields;
  videoMessage?: MediaFields;
  audioMessage?: MediaFields;
  documentMessage?: MediaFields;
  base64?: string;
  mediaUrl?: string;
  mimetype?: string;
  mediaError?: string;
  [kind: string]: unknown;
}
/** What the envelopes around a message say of it. */
export interface MessageFlags {
  IsEphemeral: boolean;
  IsViewOnce: boolean;
  IsViewOnceV2: boolean;
  IsViewOnceV2Extension: boolean;
  IsDocumentWithCaption: boolean;
  IsLottieSticker: boolean;
  IsEdit: boolean;
}
export interface MessageData extends MessageFlags {
  Info: MessageInfo;
  Message: MessageContent;
}
/** A message without any envelope. */
export const NO_FLAGS: Readonly<MessageFlags> = {
  IsEphemeral: false,
  IsViewOnce: false,
  IsViewOnceV2: false,
  IsViewOnceV2Extension: false,
  IsDocumentWithCaption: false,
  IsLottieSticker: false,
  IsEdit: false,
};

export type ReceiptState = 'Read' | 'ReadSelf' | 'Delivered';
export interface ReceiptData {
  Chat: string;
  Sender: string;
  IsFromMe: boolean;
  IsGroup: boolean;
  MessageIDs: string[];
  Timestamp: string;
  Type: 'read' | 'read-self' | '';
}
export interface MessageStatusData {
  ID: string;
  Chat: string;
  Status: 'ServerAck' | 'Delivered' | 'Read' | 'Played' | 'Error' | 'Unknown';
  /** The platform's number for a refusal. */
  Code: number | null;
  /** Of Error and Unknown: what happened and what to do about it. */
  Reason: string | null;
  Timestamp: string;
}
/** A message that came and cannot be read. */
export interface UndecryptableData {
  Info: MessageInfo;
  /** The platform keeps the content back; else it came and does not open. */
  IsUnavailable: boolean;
  /** `view_once`: it is shown on the phone alone; `content`: it was left out; '' when it came. */
  UnavailableType: string;
  /** What happened, as a sentence. */
  Reason: string;
  /** What is being done about it, as a sentence. */
  Action: string;
}
export interface CallData {
  From: string;
  Timestamp: string;
  CallCreator: string;
  CallID: string;
}
export interface GroupName {
  Name: string;
  NameSetAt: string;
  NameSetBy?: string;
}
export interface GroupParticipant {
  JID: string;
  IsAdmin: boolean;
  IsSuperAdmin: boolean;
}
/** Settings that stand in an event only when they changed. */
interface GroupSettings {
  Locked?: { IsLocked: boolean };
  Announce?: { IsAnnounce: boolean };
  Ephemeral?: { IsEphemeral: boolean; DisappearingTimer: number };
  MembershipApprovalMode?: { IsJoinApprovalRequired: boolean };
  MemberAddMode?: string;
  NewInviteLink?: string;
  JoinReason?: string;
  Delete?: { Deleted: boolean; DeleteReason: string };
}
export interface GroupInfoData extends GroupSettings {
  JID: string;
  Sender: string;
  Timestamp: string;
  Name: GroupName | null;
  Topic: {
    Topic: string;
    TopicID: string;
    TopicSetAt: string;
    TopicSetBy: string;
    TopicDeleted: boolean;
  } | null;
  Join: string[];
  Leave: string[];
  Promote: string[];
  Demote: string[];
}
export interface NewsletterJoinData {
  id: string;
  state: { type: string };
  thread_metadata: {
    creation_time: string;
    invite: string;
    name: { text: string; id: string };
    description: { text: string };
    subscribers_count: number;
    verification: string;
    picture: { url: string } | null;
  };
  viewer_metadata: { mute: string; role: string };
}

export interface Payloads extends ChatPayloads {
  QRCode: {
    code: string;
    /** PNG as a `data:` URL. */
    qrcode: string;
    count: number;
    maxCount: number;
  };
  PasskeyRequest: {
    /** `challenge`: a browser is to use the passkey; `confirmation`: a person is to compare the code. */
    stage: 'challenge' | 'confirmation';
    /** For a browser, and for the program in it. */
    openUrl: string;
    ceremonyUrl: string;
    /** Empty while there is none. */
    code: string;
    expiresAt: string;
  };
  PairSuccess: {
    ID: string;
    jid: string;
    BusinessName: string;
    Platform: string;
    pushName: string;
    status: 'open';
  };
  Connected: { status: 'open'; jid: string; pushName: string };
  OfflineSyncCompleted: { Count: number };
  LoggedOut: { Reason: string; reason: string; OnConnect: boolean; code: number };
  Message: MessageData;
  Receipt: ReceiptData;
  SendMessage: MessageData;
  MessageStatus: MessageStatusData;
  Undecryptable: UndecryptableData;
  CallOffer: CallData & { RemotePlatform: string; RemoteVersion: string };
  CallRelayLatency: CallData;
  CallTerminate: CallData & { Reason: string };
  JoinedGroup: {
    Reason: string;
    Type: string;
    JID: string;
    GroupName: GroupName;
    /** The same name again, flat: both spellings are in use among receivers. */
    Name: string;
    GroupCreated: string;
    Participants: GroupParticipant[];
  };
  GroupInfo: GroupInfoData;
  NewsletterJoin: NewsletterJoinData;
}

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
export function chatOf(event: CatalogEvent): string | null {
  switch (event.type) {
    case 'Message':
    case 'SendMessage':
    case 'Undecryptable':
      return event.data.Info.Chat;
    case 'Receipt':
    case 'MessageStatus':
    case 'ChatPresence':
    case 'LabelAssociation':
    case 'ChatUpdate':
      return event.data.Chat;
    case 'ContactMerged':
      return event.data.Kept;
    case 'ContactUpdate':
      return event.data.Contact.jid;
    case 'Presence':
      return event.data.From;
    case 'CallOffer':
    case 'CallRelayLatency':
    case 'CallTerminate':
      return event.data.From;
    case 'JoinedGroup':
    case 'GroupInfo':
      return event.data.JID;
    case 'NewsletterJoin':
      return event.data.id;
    default:
      return null;
  }
}
