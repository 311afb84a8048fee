/** Schemas of the sandbox operations. */
import { Type } from '@sinclair/typebox';
import { words } from '../../http/read-fields.ts';
import { Time } from '../../http/time.ts';
import { ACTIVITIES, PRESENCES } from '../../providers/chat-actions.ts';
import { MEDIA_KINDS, SENT_MEDIA_KINDS } from '../../providers/outgoing.ts';
import {
  ACK_STATUSES,
  OTHER_KINDS,
  PAST_KINDS,
  SANDBOX_ACTIONS,
} from '../../providers/sandbox/driver.ts';
import { Phone } from '../instance/phone.ts';

/** Gateway bodies may hold unknown fields. */
export const lenient = { additionalProperties: true };
export const name = (description: string) =>
  Type.String({ minLength: 1, maxLength: 255, description });
export const address = (description: string) =>
  Type.String({ minLength: 1, maxLength: 64, description: `${description}: digits or a JID` });
const people = (description: string) =>
  Type.Optional(Type.Array(address(description), { maxItems: 1024 }));
const messageId = (description: string) =>
  Type.String({ minLength: 1, maxLength: 128, description: `${description}: its id` });
const longText = Type.String({ maxLength: 65_536 });

const passkey = Type.Optional(
  Type.Boolean({ description: 'The account asks for its passkey before it is linked' }),
);

export const Scan = Type.Object(
  {
    number: Type.Optional(
      Phone("The phone's own; absent: the number of the instance, else an invented one"),
    ),
    pushName: Type.Optional(name('What the account calls itself')),
    passkey,
  },
  lenient,
);

export const TypedCode = Type.Object(
  {
    code: Type.String({ minLength: 1, maxLength: 32, description: 'With or without its dash' }),
    passkey,
  },
  lenient,
);

export const ArrivingMessage = Type.Object(
  {
    kind: words('text', ...MEDIA_KINDS, 'sticker', ...OTHER_KINDS),
    from: address('Who writes'),
    text: Type.Optional(longText),
    caption: Type.Optional(longText),
    base64: Type.Optional(
      Type.String({ description: 'The file; absent: a smallest real one of the kind' }),
    ),
    mimetype: Type.Optional(Type.String({ minLength: 1, maxLength: 255 })),
    fileName: Type.Optional(name('Of a document')),
    pushName: Type.Optional(name('What the sender is called')),
    group: Type.Optional(address('The group written in, or status@broadcast')),
    quoted: Type.Optional(messageId('The message that it answers')),
    about: Type.Optional(messageId('The message that a reaction, edit, revoke or vote is about')),
    options: Type.Optional(
      Type.Array(name('An option'), {
        maxItems: 12,
        description: 'Of a poll; of a vote the chosen ones, none to take it back',
      }),
    ),
    name: Type.Optional(name('Of a location or a poll')),
    latitude: Type.Optional(Type.Number({ minimum: -90, maximum: 90 })),
    longitude: Type.Optional(Type.Number({ minimum: -180, maximum: 180 })),
    address: Type.Optional(name('Of a location')),
    contacts: Type.Optional(
      Type.Array(
        Type.Object({ fullName: name('Of the person'), phoneNumber: Phone('Of the person') }),
        {
          minItems: 1,
          maxItems: 20,
          description: 'Of a contact',
        },
      ),
    ),
  },
  lenient,
);

export const PastMessage = Type.Object(
  {
    ...Type.Omit(ArrivingMessage, ['kind', 'quoted', 'about']).properties,
    kind: words(...PAST_KINDS),
    sentAt: Time({ description: 'When it was sent' }),
  },
  lenient,
);
export const MessageId = Type.Object({ messageId: Type.String() });

export const ArrivingReceipt = Type.Object(
  {
    state: words('Read', 'ReadSelf', 'Delivered'),
    chat: address('Where the messages are'),
    messageIds: Type.Array(Type.String({ minLength: 1, maxLength: 128 }), {
      minItems: 1,
      maxItems: 1000,
    }),
    from: Type.Optional(address('Who read or received them; absent: the chat')),
  },
  lenient,
);

export const ArrivingCall = Type.Object(
  {
    step: words('offer', 'relayLatency', 'terminate'),
    callId: Type.String({ minLength: 1, maxLength: 128 }),
    from: address('Who calls'),
    reason: Type.Optional(name('Of a termination; absent: timeout')),
  },
  lenient,
);

export const ArrivingGroup = Type.Object(
  {
    step: words('joined', 'info', 'request'),
    jid: address('The group'),
    name: Type.Optional(name('Its name')),
    topic: Type.Optional(
      Type.String({ maxLength: 2048, description: 'Its description; empty: deleted' }),
    ),
    join: people('A new member; of `request`: who asks to be let in, of which there is no event'),
    leave: people('A former member'),
    promote: people('A new admin'),
    demote: people('A former admin'),
    from: Type.Optional(address('Who did it; absent: the account itself')),
  },
  lenient,
);

export const AckOrder = Type.Object(
  {
    messageId: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 128,
        description: 'A message that was sent; absent: those that are sent from now on',
      }),
    ),
    status: Type.Optional(words(...ACK_STATUSES)),
    code: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 999, description: 'Of a refusal, such as 463 or 479' }),
    ),
    delayMs: Type.Optional(
      Type.Integer({ minimum: 0, maximum: 600_000, description: 'Until the answer; absent: 0' }),
    ),
    times: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 100_000,
        description: 'How many of the next messages it is for; absent: all',
      }),
    ),
  },
  lenient,
);

export const PlatformLimits = Type.Object(
  {
    newChats: Type.Object(
      {
        locked: Type.Boolean(),
        until: Type.Optional(Time()),
      },
      { ...lenient, description: 'While they are locked, `until` says how long' },
    ),
  },
  lenient,
);

export const ArrivingNewsletter = Type.Object(
  { jid: address('The channel'), name: name('Its name') },
  lenient,
);

export const ArrivingPresence = Type.Object(
  {
    from: address('Who is online, writes or records'),
    presence: words(...ACTIVITIES, ...PRESENCES),
    group: Type.Optional(address('The group written in; absent: the chat with the account')),
    lastSeen: Type.Optional(
      Time({ description: 'Of `unavailable`; absent: the contact does not show it' }),
    ),
  },
  lenient,
);

export const ArrivingLabel = Type.Object(
  {
    step: words('edit', 'delete', 'add', 'remove'),
    labelId: Type.String({ minLength: 1, maxLength: 64 }),
    name: Type.Optional(name('Of `edit`, which makes the label or changes it')),
    color: Type.Optional(
      Type.Integer({ minimum: 0, maximum: 255, description: 'Of `edit`; absent: 0' }),
    ),
    chat: Type.Optional(address('Of `add` and `remove`: the chat that has the label')),
  },
  lenient,
);

export const Load = Type.Object(
  {
    messages: Type.Integer({ minimum: 1, maximum: 100_000 }),
    perSecond: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 100_000,
        description: 'Absent: as fast as they can be written',
      }),
    ),
    chats: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 100_000, description: 'Contacts who write in turn' }),
    ),
  },
  lenient,
);

export const Actions = Type.Array(
  Type.Object({
    at: Time(),
    action: words(...SANDBOX_ACTIONS),
    chat: Type.Optional(Type.String({ description: 'A JID; absent: of the account as a whole' })),
    messageIds: Type.Optional(Type.Unsafe<readonly string[]>(Type.Array(Type.String()))),
    until: Type.Optional(Time({ description: 'Of a chat that was muted; absent: for ever' })),
    labelId: Type.Optional(Type.String()),
    callId: Type.Optional(Type.String({ description: 'Of a call that was rejected' })),
    value: Type.Optional(
      Type.String({ description: 'What was set: a text, the size of a picture, privacy as JSON' }),
    ),
  }),
);

const Sent = {
  id: Type.String(),
  number: Type.String(),
  remoteJid: Type.String(),
  timestamp: Type.Integer({ description: 'Seconds since 1970' }),
  quoted: Type.Optional(Type.String({ description: 'The id of the message that it answers' })),
  mentioned: Type.Optional(Type.Unsafe<readonly string[]>(Type.Array(Type.String()))),
  mentionsEveryone: Type.Optional(Type.Boolean()),
  audience: Type.Optional(
    Type.Unsafe<readonly string[]>(
      Type.Array(Type.String(), { description: 'Of a status: who can see it' }),
    ),
  ),
};

export const SentMessages = Type.Array(
  Type.Union([
    Type.Object({
      ...Sent,
      text: Type.String(),
      preview: Type.Optional(
        Type.Object({
          url: Type.String(),
          title: Type.String(),
          description: Type.String(),
          thumbnail: Type.Optional(Type.String({ description: 'JPEG in base64' })),
        }),
      ),
    }),
    Type.Object({
      ...Sent,
      kind: words(...SENT_MEDIA_KINDS),
      mimetype: Type.String(),
      size: Type.Integer({ description: 'Bytes of the file, which is not kept' }),
      caption: Type.Optional(Type.String()),
      fileName: Type.Optional(Type.String()),
      viewOnce: Type.Optional(Type.Literal(true)),
    }),
    Type.Object({
      ...Sent,
      kind: words(
        'location',
        'contacts',
        'poll',
        'template',
        'reaction',
        'vote',
        'edit',
        'revoke',
        'forward',
      ),
      message: Type.Object(
        {},
        { additionalProperties: true, description: "In WhatsApp's own spelling" },
      ),
    }),
  ]),
);
