/** Messages, receipts and changes of status. */
import { type Static, Type } from '@sinclair/typebox';
import {
  chat,
  type EventInstance,
  eventType,
  flag,
  isFromMe,
  isGroup,
  jids,
  OWN_JID,
  object,
  orNull,
  PERSON,
  text,
  time,
  withoutDevice,
  words,
} from './event-type.ts';
import { evolutionMessage } from './evolution-messages.ts';
import { MessageData, MessageInfo, NO_FLAGS, PlatformFailure, Pricing } from './message-data.ts';

const chatOf = ({ Info }: { readonly Info: MessageInfo }) => Info.Chat;

/** The data of a sample text, sent by the other person or, with `IsFromMe`, by the account. */
const info = (at: string, own: Partial<MessageInfo>): MessageInfo => ({
  Chat: PERSON,
  Sender: own.IsFromMe ? OWN_JID : PERSON,
  SenderAlt: '',
  IsFromMe: false,
  IsGroup: false,
  ID: 'SAMPLE0000000001',
  Type: 'text',
  PushName: own.IsFromMe ? 'Sample shop' : 'Sample person',
  Timestamp: at,
  MediaType: '',
  VerifiedName: null,
  ...own,
});

export const message = eventType(
  'Message',
  MessageData,
)({
  category: 'MESSAGE',
  olderNames: ['MESSAGES_UPSERT', 'MESSAGES_EDITED', 'MESSAGES_DELETE'],
  summary: 'A message arrived, or something about one, such as an edit or a reaction',
  chatOf,
  sample: (at) => ({
    Info: info(at, {}),
    Message: { conversation: 'This is a sample message.' },
    ...NO_FLAGS,
  }),
  evolution: (data, instance) => evolutionMessage('messages.upsert', data, instance),
});

export const sendMessage = eventType(
  'SendMessage',
  MessageData,
)({
  category: 'SEND_MESSAGE',
  olderNames: [],
  summary: 'A message is being sent through the API',
  chatOf,
  sample: (at) => ({
    Info: info(at, { IsFromMe: true, ID: 'SAMPLE0000000004' }),
    Message: { conversation: 'This is a sample answer.' },
    ...NO_FLAGS,
  }),
  evolution: (data, instance) => evolutionMessage('send.message', data, instance),
});

const platformId = Type.Optional(
  text("The platform's own id of the message, where it differs: `wamid.…` on the official API"),
);

const ReceiptState = words(
  'Kind of receipt: others read it, another device of the account did, or it was delivered',
  'Read',
  'ReadSelf',
  'Delivered',
);
export type ReceiptState = Static<typeof ReceiptState>;

interface ReceiptIds {
  readonly MessageIDs: readonly string[];
  readonly SentIDs?: readonly string[];
}

const notSentHere = ({ MessageIDs, SentIDs = [] }: ReceiptIds): readonly string[] =>
  MessageIDs.filter((id) => !SentIDs.includes(id));

interface EvolutionReceipt extends ReceiptIds {
  readonly Chat: string;
  readonly Sender: string;
  readonly IsGroup: boolean;
  readonly Type: string;
}

/** That system sends one event for each message; a receipt here may name several, which `keyIds` lists. */
function evolutionReceipt(
  data: EvolutionReceipt,
  { instanceId }: EventInstance,
  gets: (type: string) => boolean,
) {
  const { MessageIDs, Chat, Sender, IsGroup, Type } = data;
  const untold = gets('MessageStatus') ? notSentHere(data) : MessageIDs;
  const ids = untold.length === 0 ? MessageIDs : untold;
  return {
    event: 'messages.update',
    data: {
      keyId: ids[0] ?? '',
      ...(ids.length > 1 && { keyIds: ids }),
      remoteJid: Chat,
      // Messages that the account read on another device were written by others.
      fromMe: Type !== 'read-self',
      ...(IsGroup && { participant: withoutDevice(Sender) }),
      status: Type === '' ? 'DELIVERY_ACK' : 'READ',
      instanceId,
    },
  };
}

export const receipt = eventType(
  'Receipt',
  object('Which messages were delivered or read, and by whom', {
    Chat: chat,
    Sender: text('JID of who received or read the messages'),
    IsFromMe: isFromMe,
    IsGroup: isGroup,
    MessageIDs: jids('Ids of the messages that it is about'),
    PlatformIDs: Type.Optional(jids("The platform's ids of the same messages, where they differ")),
    Timestamp: time('When the messages were delivered or read'),
    Type: words(
      '`read`; `read-self` on another device of the account; empty: delivered',
      'read',
      'read-self',
      '',
    ),
    SentIDs: Type.Optional(
      jids(
        'Those of MessageIDs that were sent through the instance, which MessageStatus reports too; absent without any',
      ),
    ),
    Callbacks: Type.Optional(
      Type.Record(Type.String(), Type.String(), {
        description:
          '`callbackData` of each message that was sent with one, by its id; absent without any',
      }),
    ),
  }),
)({
  category: 'READ_RECEIPT',
  olderNames: ['MESSAGES_UPDATE'],
  summary: 'A message was delivered or read',
  state: { schema: ReceiptState, sample: 'Read' },
  chatOf: ({ Chat }) => Chat,
  sample: (at) => ({
    Chat: PERSON,
    Sender: PERSON,
    IsFromMe: false,
    IsGroup: false,
    MessageIDs: ['SAMPLE0000000001'],
    Timestamp: at,
    Type: 'read',
  }),
  evolution: evolutionReceipt,
  // That system tells each status of a message once, also if several members of a group cause it.
  duplicatesType: (data) => (notSentHere(data).length === 0 ? 'MessageStatus' : null),
});
export type ReceiptData = Static<typeof receipt.payload>;

const Status = words(
  'Status of the message: from the server to the phone, read, played; or refused',
  'ServerAck',
  'Delivered',
  'Read',
  'Played',
  'Error',
  'Unknown',
);

/**
 * A message with the status Unknown may still arrive, so it must not look like a failure that is safe to send again.
 */
const EVOLUTION_STATUS = {
  ServerAck: 'SERVER_ACK',
  Delivered: 'DELIVERY_ACK',
  Read: 'READ',
  Played: 'PLAYED',
  Error: 'ERROR',
  Unknown: 'PENDING',
} as const satisfies Record<Static<typeof Status>, string>;

export const messageStatus = eventType(
  'MessageStatus',
  object('How far a message that was sent has come', {
    ID: text(
      'Id of the message, `key.id` of the answer to sending it; the id of the platform if another application sent it',
    ),
    PlatformID: platformId,
    Chat: chat,
    Status,
    Code: orNull("The platform's number for a refusal", Type.Integer()),
    Reason: orNull('Reason and what to do about it; only for Error and Unknown', Type.String()),
    Form: Type.Optional(
      words(
        'Form in which a paired phone sent a message with buttons, a list or a carousel: as such, or as the poll or numbered text that replaced it when WhatsApp refused that form',
        'interactive',
        'poll',
        'text',
      ),
    ),
    Timestamp: time('When the message came this far'),
    Pricing: Type.Optional(Pricing),
    CallbackData: Type.Optional(text('`callbackData` of the request that sent the message')),
    Failure: Type.Optional(PlatformFailure),
  }),
)({
  category: 'MESSAGE_STATUS',
  olderNames: ['MESSAGES_UPDATE'],
  summary: 'The status of a sent message has changed',
  chatOf: ({ Chat }) => Chat,
  sample: (at) => ({
    ID: 'SAMPLE0000000004',
    Chat: PERSON,
    Status: 'Delivered',
    Code: null,
    Reason: null,
    Timestamp: at,
  }),
  evolution: (
    { ID, PlatformID, Chat, Status, Code, Reason, Form, Pricing: pricing, CallbackData },
    { instanceId },
  ) => ({
    event: 'messages.update',
    data: {
      keyId: ID,
      ...(PlatformID !== undefined && { platformId: PlatformID }),
      remoteJid: Chat,
      fromMe: true,
      status: EVOLUTION_STATUS[Status],
      ...(Code !== null && { code: Code }),
      ...(Reason !== null && { reason: Reason }),
      ...(Form && { form: Form }),
      ...(pricing && { pricing }),
      ...(CallbackData && { callbackData: CallbackData }),
      instanceId,
    },
  }),
});

export const undecryptable = eventType(
  'Undecryptable',
  object('A message that cannot be read, and why', {
    Info: MessageInfo,
    IsUnavailable: flag('Whether the platform keeps the content back'),
    UnavailableType: text(
      '`view_once`, `hosted`, `bot`, `meta_ai`, `old`, `content`; empty when it came and does not open',
    ),
    Reason: text('Reason why it cannot be read, as a sentence'),
    Action: text('Action that the service takes, as a sentence'),
  }),
)({
  category: 'UNDECRYPTABLE',
  olderNames: [],
  summary: 'A message arrived that cannot be read',
  chatOf,
  sample: (at) => ({
    Info: info(at, { ID: 'SAMPLE0000000005', Type: 'undecryptable' }),
    IsUnavailable: false,
    UnavailableType: '',
    Reason: 'The message could not be deciphered: no session.',
    Action: 'Its sender is asked to send it again, up to 5 times. If they do, a Message follows.',
  }),
  evolution: (data) => ({ event: 'messages.undecryptable', data }),
});
