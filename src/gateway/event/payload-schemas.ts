/** The payload of each event type, for the API document. The compiler holds every schema to the type of its payload. */
import { type TProperties, type TSchema, Type } from '@sinclair/typebox';
import type { Payloads } from '../../events/contract/catalog.ts';
import type { EventType } from '../../events/contract/event-names.ts';
import { NamedObject } from '../../http/named-object.ts';

const text = (description?: string) =>
  Type.String(description === undefined ? {} : { description });
const flag = (description?: string) =>
  Type.Boolean(description === undefined ? {} : { description });
const time = (description?: string) =>
  Type.String({ shownFormat: 'date-time', ...(description && { description }) });
const orNull = <S extends TSchema>(schema: S) => Type.Union([schema, Type.Null()]);
const words = <W extends string>(...all: W[]) => Type.Union(all.map((one) => Type.Literal(one)));
/** Whatever else the platform says. */
const OPEN = { additionalProperties: true } as const;

const SenderIds = NamedObject('SenderIds', {
  number: Type.Optional(text('Digits')),
  bsuid: Type.Optional(text('The id that the person has for this business alone')),
  parentBsuid: Type.Optional(text('The same for the business that this one belongs to')),
  username: Type.Optional(text('A name that its owner may change at any time')),
});

const MessageInfo = NamedObject('MessageInfo', {
  Chat: text('JID of the chat'),
  Sender: text('JID of who wrote it'),
  SenderAlt: text('The other address of who wrote it; empty when it is not known'),
  IsFromMe: flag('The account wrote it, on whatever device'),
  IsGroup: flag(),
  ID: text(),
  Type: text('What kind of message it is, such as `text`, `media`, `reaction`'),
  PushName: text('The name that the sender has given themselves'),
  Timestamp: time(),
  MediaType: text('`image`, `video`, `audio`, `document`; empty without a file'),
  VerifiedName: Type.Unknown(),
  SenderIds: Type.Optional(SenderIds),
});

const MessageData = NamedObject('MessageData', {
  Info: MessageInfo,
  Message: Type.Object(
    {
      conversation: Type.Optional(text('The words of a text')),
      base64: Type.Optional(text('The file, where it is asked for')),
      mediaUrl: Type.Optional(text('Where the file is, with a bucket')),
      mimetype: Type.Optional(text()),
      mediaError: Type.Optional(text('Why there is no file')),
    },
    { ...OPEN, description: "The content in WhatsApp's own spelling: one field for its kind" },
  ),
  IsEphemeral: flag(),
  IsViewOnce: flag(),
  IsViewOnceV2: flag(),
  IsViewOnceV2Extension: flag(),
  IsDocumentWithCaption: flag(),
  IsLottieSticker: flag(),
  IsEdit: flag('It takes the place of an earlier one'),
});

const call = {
  From: text(),
  Timestamp: time(),
  CallCreator: text(),
  CallID: text(),
} satisfies TProperties;

const GroupName = NamedObject('GroupName', {
  Name: text(),
  NameSetAt: time(),
  NameSetBy: Type.Optional(text()),
});

const KnownContact = NamedObject(
  'KnownContact',
  {
    jid: text(),
    number: orNull(text('Digits')),
    lid: orNull(text('The hidden address')),
    name: orNull(text()),
  },
  { description: 'What is known of a person; null where it is not' },
);

const jids = (description: string) => Type.Array(Type.String(), { description });

/** What is allowed here, the contract's type takes. */
type Documented = { readonly [T in EventType]: TSchema & { readonly static: Payloads[T] } };

export const PAYLOAD_SCHEMAS = {
  QRCode: NamedObject('QRCodeData', {
    code: text('What the QR code holds'),
    qrcode: text('The QR code as a data:image/png;base64 URL'),
    count: Type.Integer({ description: 'Which QR code of this attempt it is' }),
    maxCount: Type.Integer(),
  }),
  PasskeyRequest: NamedObject('PasskeyRequestData', {
    stage: words('challenge', 'confirmation'),
    openUrl: text(),
    ceremonyUrl: text(),
    code: text('To be compared with the one on the phone; empty while there is none'),
    expiresAt: time(),
  }),
  PairSuccess: NamedObject('PairSuccessData', {
    ID: text(),
    jid: text(),
    BusinessName: text(),
    Platform: text(),
    pushName: text(),
    status: Type.Literal('open'),
  }),
  Connected: NamedObject('ConnectedData', {
    status: Type.Literal('open'),
    jid: text(),
    pushName: text(),
  }),
  OfflineSyncCompleted: NamedObject('OfflineSyncCompletedData', { Count: Type.Integer() }),
  LoggedOut: NamedObject('LoggedOutData', {
    Reason: text(),
    reason: text('In words'),
    OnConnect: flag(),
    code: Type.Integer(),
  }),
  Message: MessageData,
  SendMessage: MessageData,
  Receipt: NamedObject('ReceiptData', {
    Chat: text(),
    Sender: text(),
    IsFromMe: flag(),
    IsGroup: flag(),
    MessageIDs: jids('Of the messages it is about'),
    Timestamp: time(),
    Type: words('read', 'read-self', ''),
  }),
  MessageStatus: NamedObject('MessageStatusData', {
    ID: text('Of the message'),
    Chat: text(),
    Status: words('ServerAck', 'Delivered', 'Read', 'Played', 'Error', 'Unknown'),
    Code: orNull(Type.Integer({ description: "The platform's number for a refusal" })),
    Reason: orNull(text('Of Error and Unknown: what happened and what to do about it')),
    Timestamp: time(),
  }),
  Undecryptable: NamedObject('UndecryptableData', {
    Info: MessageInfo,
    IsUnavailable: flag('The platform keeps the content back'),
    UnavailableType: text('`view_once`, `content`; empty when it came and does not open'),
    Reason: text(),
    Action: text('What is being done about it'),
  }),
  CallOffer: NamedObject('CallOfferData', {
    ...call,
    RemotePlatform: text(),
    RemoteVersion: text(),
  }),
  CallRelayLatency: NamedObject('CallRelayLatencyData', call),
  CallTerminate: NamedObject('CallTerminateData', { ...call, Reason: text() }),
  JoinedGroup: NamedObject('JoinedGroupData', {
    Reason: text(),
    Type: text(),
    JID: text(),
    GroupName,
    Name: text('The same name again'),
    GroupCreated: time(),
    Participants: Type.Array(Type.Object({ JID: text(), IsAdmin: flag(), IsSuperAdmin: flag() })),
  }),
  GroupInfo: NamedObject('GroupInfoData', {
    JID: text(),
    Sender: text('Who did it'),
    Timestamp: time(),
    Name: orNull(GroupName),
    Topic: orNull(
      Type.Object({
        Topic: text(),
        TopicID: text(),
        TopicSetAt: time(),
        TopicSetBy: text(),
        TopicDeleted: flag(),
      }),
    ),
    Locked: Type.Optional(Type.Object({ IsLocked: flag() })),
    Announce: Type.Optional(Type.Object({ IsAnnounce: flag() })),
    Ephemeral: Type.Optional(
      Type.Object({ IsEphemeral: flag(), DisappearingTimer: Type.Integer() }),
    ),
    Join: jids('Who came'),
    Leave: jids('Who left'),
    Promote: jids('Who became an admin'),
    Demote: jids('Who is no admin any more'),
  }),
  NewsletterJoin: NamedObject('NewsletterJoinData', {
    id: text(),
    state: Type.Object({ type: text() }),
    thread_metadata: Type.Object({
      creation_time: text(),
      invite: text(),
      name: Type.Object({ text: text(), id: text() }),
      description: Type.Object({ text: text() }),
      subscribers_count: Type.Integer(),
      verification: text(),
      picture: orNull(Type.Object({ url: text() })),
    }),
    viewer_metadata: Type.Object({ mute: text(), role: text() }),
  }),
  Presence: NamedObject('PresenceData', {
    From: text(),
    Unavailable: flag('No longer online'),
    LastSeen: orNull(time()),
  }),
  ChatPresence: NamedObject('ChatPresenceData', {
    Chat: text(),
    Sender: text(),
    SenderAlt: text(),
    IsFromMe: flag(),
    IsGroup: flag(),
    State: words('composing', 'paused'),
    Media: Type.Union([Type.Literal(''), Type.Literal('audio')]),
    Timestamp: time(),
  }),
  Label: NamedObject('LabelData', {
    ID: text(),
    Name: text(),
    Color: Type.Integer(),
    PredefinedID: orNull(text()),
    Deleted: flag(),
  }),
  LabelAssociation: NamedObject('LabelAssociationData', {
    LabelID: text(),
    Chat: text(),
    MessageID: text('Empty: the whole chat'),
    Labeled: flag('False: it was taken off'),
  }),
  ContactMerged: NamedObject('ContactMergedData', {
    Kept: text('The address that stays'),
    Merged: text('The address under which nothing is stored any more'),
    Contact: KnownContact,
  }),
  ChatUpdate: NamedObject('ChatUpdateData', {
    Chat: text(),
    Archived: orNull(flag()),
    Pinned: orNull(flag()),
    Muted: orNull(Type.Object({ IsMuted: flag(), Until: orNull(time()) })),
    Unread: orNull(flag()),
    Deleted: flag(),
  }),
  ContactUpdate: NamedObject('ContactUpdateData', {
    Contact: KnownContact,
    Name: orNull(text('The new name; null: it has not changed')),
    Picture: orNull(words('changed', 'removed')),
  }),
  TemplateUpdate: NamedObject('TemplateUpdateData', {
    ID: text('Empty: not known exactly'),
    Name: text(),
    Language: text(),
    Status: orNull(text('APPROVED, REJECTED, PAUSED, DELETED and others')),
    Category: orNull(text()),
    Quality: orNull(text('GREEN, YELLOW or RED')),
    Reason: orNull(text("Why, in the platform's words")),
  }),
} satisfies Documented;
