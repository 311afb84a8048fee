/** The data of a message in events. */
import { type Static, Type } from '@sinclair/typebox';
import { chat, flag, isGroup, text, time } from './event-type.ts';

const SenderIds = Type.Object(
  {
    number: Type.Optional(text('Phone number of the person, digits with the country code')),
    bsuid: Type.Optional(text('The id that the person has for this business alone')),
    parentBsuid: Type.Optional(
      text('The id that the person has for the business that this one belongs to'),
    ),
    username: Type.Optional(text('Username, which its owner may change at any time')),
  },
  {
    $id: 'SenderIds',
    description: 'Other identifiers of the sender, on platforms that have more than the number',
  },
);
export type SenderIds = Static<typeof SenderIds>;

export const MessageInfo = Type.Object(
  {
    Chat: chat,
    Sender: text('JID of who wrote it'),
    SenderAlt: text('The other address of who wrote it; empty when it is not known'),
    IsFromMe: flag('Whether the account wrote it, on whatever device'),
    IsGroup: isGroup,
    ID: text('Id of the message, unique in its chat'),
    Type: text('Kind of message, such as `text`, `media`, `reaction`'),
    PushName: text('The name that the sender has given themselves'),
    Timestamp: time('When the message was written'),
    MediaType: text(
      '`image`, `video`, `audio`, `document`, also of a file in a header; empty without a file',
    ),
    VerifiedName: Type.Unknown({
      description:
        'The verified name of a business that wrote it, as the platform gives it, or null',
    }),
    SenderIds: Type.Optional(SenderIds),
  },
  { $id: 'MessageInfo', description: 'Who wrote the message, in which chat and when' },
);
export type MessageInfo = Static<typeof MessageInfo>;

export interface MediaFields {
  url: string;
  mimetype: string;
  caption?: string;
  title?: string;
  fileName?: string;
  fileSha256: string;
  /** In bytes; absent where the platform does not send it. */
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

const ButtonReply = Type.Object(
  {
    id: text('The id that the button was sent with'),
    title: text('Text of the button; empty if the platform does not tell'),
  },
  { $id: 'ButtonReply', description: 'Button that was tapped, on every platform' },
);
export type ButtonReply = Static<typeof ButtonReply>;

const ListReply = Type.Object(
  {
    id: text('The id that the row was sent with'),
    title: text('Text of the row; empty if the platform does not tell'),
    description: text('Text below the title of the row; empty without one'),
  },
  { $id: 'ListReply', description: 'Row of a list that was tapped, on every platform' },
);
export type ListReply = Static<typeof ListReply>;

const Content = Type.Object(
  {
    conversation: Type.Optional(text('The words of a text message')),
    base64: Type.Optional(text('The file in base64, where the webhook asks for it')),
    mediaUrl: Type.Optional(text('URL of the file, where a bucket is configured')),
    mimetype: Type.Optional(text('Media type of the file, such as `image/jpeg`')),
    mediaError: Type.Optional(text('Why there is no file, in words')),
    button_reply: Type.Optional(ButtonReply),
    list_reply: Type.Optional(ListReply),
  },
  {
    additionalProperties: true,
    description: "The content in WhatsApp's own spelling: one field for its kind",
  },
);
/**
 * Exactly one kind is set; media kinds have `base64`, `mediaUrl` or `mediaError` beside it, and answers to taps
 * `button_reply` or `list_reply`.
 */
export type MessageContent = Static<typeof Content> & {
  extendedTextMessage?: { text: string; contextInfo?: unknown; matchedText?: unknown };
  imageMessage?: MediaFields;
  videoMessage?: MediaFields;
  audioMessage?: MediaFields;
  documentMessage?: MediaFields;
  [kind: string]: unknown;
};

/** Flags of the envelopes around a message. */
const flags = {
  IsEphemeral: flag('Whether the message disappears after the time set in its chat'),
  IsViewOnce: flag('Whether the message may be opened once only'),
  IsViewOnceV2: flag('Whether it may be opened once only, in the second form of such messages'),
  IsViewOnceV2Extension: flag('Whether it is a voice note that may be played once only'),
  IsDocumentWithCaption: flag('Whether it is a document with a caption'),
  IsLottieSticker: flag('Whether it is an animated sticker in the Lottie format'),
  IsEdit: flag('Whether it takes the place of an earlier message'),
};
export type MessageFlags = Record<keyof typeof flags, boolean>;

/** The flags of a message without any envelope. */
export const NO_FLAGS: Readonly<MessageFlags> = {
  IsEphemeral: false,
  IsViewOnce: false,
  IsViewOnceV2: false,
  IsViewOnceV2Extension: false,
  IsDocumentWithCaption: false,
  IsLottieSticker: false,
  IsEdit: false,
};

/** In the platform's own words, of which new ones come. */
export const Pricing = Type.Object(
  {
    billable: Type.Optional(flag('Whether the message costs anything')),
    pricing_model: Type.Optional(text('How prices are counted, such as `PMP` for each message')),
    category: Type.Optional(
      text('Charged category: `marketing`, `utility`, `authentication`, `service`'),
    ),
    type: Type.Optional(
      text('`regular`, or why it is free: `free_customer_service`, `free_entry_point`'),
    ),
    origin: Type.Optional(text('Origin of the conversation, if the platform reports it')),
    conversation: Type.Optional(
      text("The platform's id of the conversation that is paid for, where it names one"),
    ),
    conversationUntil: Type.Optional(
      text('When that conversation ends, in seconds since 1970, where the platform says so'),
    ),
  },
  { $id: 'MessagePricing', description: 'Price of a message on the official API' },
);
export type Pricing = Static<typeof Pricing>;

/** In the platform's own words. */
export const PlatformFailure = Type.Object(
  {
    title: Type.Optional(text("The platform's name of the failure")),
    message: Type.Optional(text('Message about the failure, in the words of the platform')),
    details: Type.Optional(text('Details of the failure, in the words of the platform')),
    href: Type.Optional(text('Where the platform describes such failures')),
  },
  {
    $id: 'PlatformFailure',
    description: 'Reason that the official API gives for a message that failed',
  },
);
export type PlatformFailure = Static<typeof PlatformFailure>;

/** Which part of the chat history that a number has shared a message belongs to. */
const HistoryShare = Type.Object(
  {
    phase: Type.Integer({ description: 'Which part of the history it belongs to, from 0' }),
    chunkOrder: Type.Integer({ description: 'The place of its share in that part' }),
    progress: Type.Integer({ description: 'How much of the history has come, in percent' }),
    status: Type.Optional(text('How far the message had come, such as `READ`')),
  },
  {
    $id: 'HistoryShare',
    description: 'Only for a message from before the official number was connected',
  },
);
export type HistoryShare = Static<typeof HistoryShare>;

export const MessageData = Type.Object(
  {
    Info: MessageInfo,
    Message: Type.Unsafe<MessageContent>(Content),
    ...flags,
    history: Type.Optional(HistoryShare),
    standby: Type.Optional(
      flag(
        'On the official API: true if another app, such as the Meta Business Agent, has the conversation, so that it answers and this account only listens',
      ),
    ),
  },
  { $id: 'MessageData', description: 'The message: who wrote it, and what it holds' },
);
export type MessageData = Static<typeof MessageData>;
