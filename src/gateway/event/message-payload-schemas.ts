/** What events say of a message. */
import { Type } from '@sinclair/typebox';
import { NamedObject } from '../../http/named-object.ts';
import { chat, flag, isGroup, text, time } from './payload-fields.ts';

const SenderIds = NamedObject(
  'SenderIds',
  {
    number: Type.Optional(text('Phone number of the person, digits with the country code')),
    bsuid: Type.Optional(text('The id that the person has for this business alone')),
    parentBsuid: Type.Optional(
      text('The id that the person has for the business that this one belongs to'),
    ),
    username: Type.Optional(text('A name that its owner may change at any time')),
  },
  {
    description:
      'What else names the sender, on platforms that name people by more than their number',
  },
);

export const MessageInfo = NamedObject(
  'MessageInfo',
  {
    Chat: chat,
    Sender: text('JID of who wrote it'),
    SenderAlt: text('The other address of who wrote it; empty when it is not known'),
    IsFromMe: flag('Whether the account wrote it, on whatever device'),
    IsGroup: isGroup,
    ID: text('Id of the message, unique in its chat'),
    Type: text('What kind of message it is, such as `text`, `media`, `reaction`'),
    PushName: text('The name that the sender has given themselves'),
    Timestamp: time('When the message was written'),
    MediaType: text('`image`, `video`, `audio`, `document`; empty without a file'),
    VerifiedName: Type.Unknown({
      description:
        'The verified name of a business that wrote it, as the platform gives it, or null',
    }),
    SenderIds: Type.Optional(SenderIds),
  },
  { description: 'Who wrote the message, in which chat and when' },
);

export const MessageData = NamedObject(
  'MessageData',
  {
    Info: MessageInfo,
    Message: Type.Object(
      {
        conversation: Type.Optional(text('The words of a text message')),
        base64: Type.Optional(text('The file in base64, where the webhook asks for it')),
        mediaUrl: Type.Optional(text('URL of the file, where a bucket is configured')),
        mimetype: Type.Optional(text('Media type of the file, such as `image/jpeg`')),
        mediaError: Type.Optional(text('Why there is no file, in words')),
      },
      {
        additionalProperties: true,
        description: "The content in WhatsApp's own spelling: one field for its kind",
      },
    ),
    IsEphemeral: flag('Whether the message disappears after the time set in its chat'),
    IsViewOnce: flag('Whether the message may be opened once only'),
    IsViewOnceV2: flag('Whether it may be opened once only, in the second form of such messages'),
    IsViewOnceV2Extension: flag('Whether it is a voice note that may be played once only'),
    IsDocumentWithCaption: flag('Whether it is a document with a caption'),
    IsLottieSticker: flag('Whether it is an animated sticker in the Lottie format'),
    IsEdit: flag('Whether it takes the place of an earlier message'),
  },
  { description: 'The message: who wrote it, and what it holds' },
);
