/** The payload of each event type, for the API document. The compiler holds every schema to the type of its payload. */
import { type TProperties, type TSchema, Type } from '@sinclair/typebox';
import type { Payloads } from '../../events/contract/catalog.ts';
import type { EventType } from '../../events/contract/event-names.ts';
import { NamedObject } from '../../http/named-object.ts';
import { GroupInfo, JoinedGroup, NewsletterJoin } from './group-payload-schemas.ts';
import { MessageData, MessageInfo } from './message-payload-schemas.ts';
import {
  chat,
  count,
  flag,
  isFromMe,
  isGroup,
  jids,
  orNull,
  text,
  time,
  words,
} from './payload-fields.ts';

const ownJid = text('JID of the paired account, such as `5511988880000:1@s.whatsapp.net`');
const pushName = text('The name that the account has given itself');
const open = Type.Literal('open', { description: 'Always `open`: the instance is connected' });

const call = {
  From: text('JID of the chat that the call comes from'),
  Timestamp: time('When this happened to the call'),
  CallCreator: text('JID of who calls'),
  CallID: text('Id of the call, the same in all its events'),
} satisfies TProperties;

const KnownContact = NamedObject(
  'KnownContact',
  {
    jid: text('JID under which the contact and its chat are stored'),
    number: orNull('Phone number, digits with the country code', Type.String()),
    lid: orNull('The address that hides the number, ending in `@lid`', Type.String()),
    name: orNull('The name of the contact, as last heard', Type.String()),
  },
  { description: 'What is known of a person; null where it is not' },
);

/** What is allowed here, the contract's type takes. */
type Documented = { readonly [T in EventType]: TSchema & { readonly static: Payloads[T] } };

/** The schema of an event's `data`, under the name of the event and with what it is about. */
const payload = <P extends TProperties>(type: EventType, description: string, fields: P) =>
  NamedObject(`${type}Data`, fields, { description });

export const PAYLOAD_SCHEMAS = {
  QRCode: payload('QRCode', 'The QR code to scan with the phone', {
    code: text('What the QR code holds'),
    qrcode: text('The QR code as a data:image/png;base64 URL'),
    count: count('Which QR code of this attempt it is, from 1'),
    maxCount: count('After how many QR codes the attempt ends'),
  }),
  PasskeyRequest: payload('PasskeyRequest', 'What WhatsApp asks of the passkey, and where', {
    stage: words(
      'Whether a browser is to use the passkey, or a person is to compare the code',
      'challenge',
      'confirmation',
    ),
    openUrl: text('URL to open in the browser that has the passkey'),
    ceremonyUrl: text('URL where a program in the browser reads and answers the challenge'),
    code: text('To be compared with the one on the phone; empty while there is none'),
    expiresAt: time('Until when it can be answered'),
  }),
  PairSuccess: payload('PairSuccess', 'The account that was paired', {
    ID: ownJid,
    jid: ownJid,
    BusinessName: text('Name of the business; empty when the account is of none'),
    Platform: text('System of the phone, such as `android`'),
    pushName,
    status: open,
  }),
  Connected: payload('Connected', 'The account that is connected', {
    status: open,
    jid: ownJid,
    pushName,
  }),
  OfflineSyncCompleted: payload(
    'OfflineSyncCompleted',
    'How much came while the instance was away',
    {
      Count: count('Number of messages, receipts and other notices that came'),
    },
  ),
  LoggedOut: payload('LoggedOut', 'Why the instance was logged out', {
    Reason: text('Why, as a word that stays the same, such as `logged_out`'),
    reason: text('Why, as a sentence for people'),
    OnConnect: flag('Whether it was found out while connecting'),
    code: count("The platform's number for the reason, such as 401"),
  }),
  Message: MessageData,
  SendMessage: MessageData,
  Receipt: payload('Receipt', 'Which messages were delivered or read, and by whom', {
    Chat: chat,
    Sender: text('JID of who received or read the messages'),
    IsFromMe: isFromMe,
    IsGroup: isGroup,
    MessageIDs: jids('Ids of the messages that it is about'),
    Timestamp: time('When the messages were delivered or read'),
    Type: words(
      '`read`; `read-self` on another device of the account; empty: delivered',
      'read',
      'read-self',
      '',
    ),
  }),
  MessageStatus: payload('MessageStatus', 'How far a message that was sent has come', {
    ID: text('Id of the message, `key.id` of the answer to sending it'),
    Chat: chat,
    Status: words(
      'How far it is: from the server to the phone, read, played; or refused',
      'ServerAck',
      'Delivered',
      'Read',
      'Played',
      'Error',
      'Unknown',
    ),
    Code: orNull("The platform's number for a refusal", Type.Integer()),
    Reason: orNull('Of Error and Unknown: what happened and what to do about it', Type.String()),
    Timestamp: time('When the message came this far'),
  }),
  Undecryptable: payload('Undecryptable', 'A message that cannot be read, and why', {
    Info: MessageInfo,
    IsUnavailable: flag('Whether the platform keeps the content back'),
    UnavailableType: text('`view_once`, `content`; empty when it came and does not open'),
    Reason: text('What happened, as a sentence'),
    Action: text('What is being done about it, as a sentence'),
  }),
  CallOffer: payload('CallOffer', 'The call that comes in', {
    ...call,
    RemotePlatform: text("System of the caller's phone, such as `android`"),
    RemoteVersion: text("Version of WhatsApp on the caller's phone"),
  }),
  CallRelayLatency: payload('CallRelayLatency', 'The call that is under way', call),
  CallTerminate: payload('CallTerminate', 'The call that ended', {
    ...call,
    Reason: text('Why the call ended, such as `timeout`'),
  }),
  JoinedGroup,
  GroupInfo,
  NewsletterJoin,
  Presence: payload('Presence', 'Whether a person who is watched is online', {
    From: text('JID of the person'),
    Unavailable: flag('Whether the person is no longer online'),
    LastSeen: orNull(
      'When the person was last online, ISO 8601 in UTC; null while they are, or do not show it',
      Type.String({ shownFormat: 'date-time' }),
    ),
  }),
  ChatPresence: payload('ChatPresence', 'Who writes or records in a chat that is watched', {
    Chat: chat,
    Sender: text('JID of who writes or records'),
    SenderAlt: text('The other address of who writes or records; empty when it is not known'),
    IsFromMe: isFromMe,
    IsGroup: isGroup,
    State: words('Whether the person has begun or has stopped', 'composing', 'paused'),
    Media: words('`audio`: a voice note is recorded; empty: a text is written', '', 'audio'),
    Timestamp: time('When the person began or stopped'),
  }),
  Label: payload('Label', 'The label that was made, changed or deleted', {
    ID: text('Id of the label, unique in the account'),
    Name: text('Name of the label as people see it'),
    Color: count("The place of the label's color in WhatsApp's list, from 0"),
    PredefinedID: orNull(
      'Which of the labels that every account has it is; null: the account made it',
      Type.String(),
    ),
    Deleted: flag('Whether the label was deleted'),
  }),
  LabelAssociation: payload('LabelAssociation', 'Which chat or message got or lost a label', {
    LabelID: text('Id of the label, as `Label` events have it'),
    Chat: chat,
    MessageID: text('Id of the message in the chat; empty: it is about the whole chat'),
    Labeled: flag('Whether it has the label now; false: it was taken off'),
  }),
  ContactMerged: payload('ContactMerged', 'Two addresses that were one person', {
    Kept: text('The address that stays'),
    Merged: text('The address under which nothing is stored any more'),
    Contact: KnownContact,
  }),
  ChatUpdate: payload('ChatUpdate', 'What changed of a chat; null: that has not changed', {
    Chat: chat,
    Archived: orNull('Whether the chat is archived; null: that has not changed', Type.Boolean()),
    Pinned: orNull('Whether the chat is pinned; null: that has not changed', Type.Boolean()),
    Muted: orNull(
      'Whether the chat is muted; null: that has not changed',
      Type.Object({
        IsMuted: flag('Whether the chat is muted now'),
        Until: orNull(
          'Until when it is muted, ISO 8601 in UTC; null: for ever, or it is not muted',
          Type.String({ shownFormat: 'date-time' }),
        ),
      }),
    ),
    Unread: orNull(
      'Whether the chat is marked as unread, whatever was read; null: that has not changed',
      Type.Boolean(),
    ),
    Deleted: flag('Whether the account has deleted the chat on a device'),
  }),
  ContactUpdate: payload('ContactUpdate', 'The contact, and what changed of it', {
    Contact: KnownContact,
    Name: orNull('The new name; null: it has not changed', Type.String()),
    Picture: orNull(
      'Whether the picture is another one or was removed; null: it has not changed',
      Type.Union([Type.Literal('changed'), Type.Literal('removed')]),
    ),
  }),
  TemplateUpdate: payload('TemplateUpdate', 'The template, and what changed of it', {
    ID: text('Id of the template; empty: it is not known exactly'),
    Name: text('Name of the template, such as `order_ready`'),
    Language: text('Language of the template, such as `en` or `pt_BR`'),
    Status: orNull('APPROVED, REJECTED, PAUSED, DELETED and others', Type.String()),
    Category: orNull('The new category, such as `MARKETING`', Type.String()),
    Quality: orNull('GREEN, YELLOW or RED, as people react to it', Type.String()),
    Reason: orNull("Why, in the platform's words", Type.String()),
  }),
} satisfies Documented;
