/** Schemas of the sandbox operations. */
import { Type } from '@sinclair/typebox';
import { described } from '../../../http/openapi-schema.ts';
import { parsedIfPresent, words } from '../../../http/read-fields.ts';
import { Time } from '../../../http/time.ts';
import { ACTIVITIES, PRESENCES } from '../../../providers/chat-actions.ts';
import { MEDIA_KINDS } from '../../../providers/outgoing.ts';
import { ACK_STATUSES, OTHER_KINDS, PAST_KINDS } from '../../../providers/sandbox/driver.ts';
import { pairingNumber, readPairingNumber } from '../instance/phone.ts';
import { cardList } from '../message/contacts.ts';

/** Gateway bodies may hold unknown fields. */
export const lenient = { additionalProperties: true };
export const name = (description: string) =>
  Type.String({ minLength: 1, maxLength: 255, description });
export const address = (description: string) =>
  Type.String({ minLength: 1, maxLength: 256, description: `${description}: digits or a JID` });
const people = (description: string) =>
  Type.Optional(Type.Array(address('A person'), { maxItems: 1024, description }));
const messageId = (description: string) =>
  Type.String({ minLength: 1, maxLength: 128, description: `Id of ${description}` });
const longText = (description: string) => Type.String({ maxLength: 65_536, description });

const passkey = Type.Optional(
  Type.Boolean({
    description: 'Whether the account asks for its passkey before it is linked; default false',
  }),
);

export const Scan = Type.Object(
  {
    number: parsedIfPresent(
      pairingNumber("The phone's own number; absent: that of the instance, else an invented one"),
      readPairingNumber,
    ),
    pushName: Type.Optional(name('The name that the account gives itself')),
    passkey,
  },
  lenient,
);

export const TypedCode = Type.Object(
  {
    code: Type.String({
      minLength: 1,
      maxLength: 32,
      description: 'The pairing code that the instance shows, with or without its dash',
    }),
    passkey,
  },
  lenient,
);

export const ArrivingMessage = Type.Object(
  {
    kind: described(
      'What kind of message it is',
      words('text', ...MEDIA_KINDS, 'sticker', ...OTHER_KINDS),
    ),
    from: address('Who writes'),
    text: Type.Optional(longText('Words of a text or an edit, the emoji of a reaction')),
    caption: Type.Optional(longText('Text shown below a file')),
    base64: Type.Optional(
      Type.String({ description: 'The file in base64; absent: a smallest real one of the kind' }),
    ),
    mimetype: Type.Optional(name('Media type of the file, such as `image/png`')),
    fileName: Type.Optional(name('Name of the file, of a document')),
    pushName: Type.Optional(name('The name that the sender gives themselves')),
    group: Type.Optional(address('The group written in, or status@broadcast')),
    quoted: Type.Optional(messageId('the message that it answers')),
    about: Type.Optional(
      messageId('the message that a reaction, edit, revoke, vote or tap is about'),
    ),
    choice: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 256,
        description: 'Of a tap: the id of the button or row in the message that `about` names',
      }),
    ),
    form: Type.Optional(
      Type.Object(
        {},
        {
          additionalProperties: true,
          description:
            'Of a tap on a button that opens a form: what is filled in, such as `{"city": "Recife"}`',
        },
      ),
    ),
    options: Type.Optional(
      Type.Array(name('The text of an option'), {
        maxItems: 12,
        description: 'Options of a poll; of a vote those that are chosen, none to take it back',
      }),
    ),
    name: Type.Optional(name('What the place of a location is called, or the question of a poll')),
    latitude: Type.Optional(
      Type.Number({
        minimum: -90,
        maximum: 90,
        description: 'Degrees north of the equator, of a location',
      }),
    ),
    longitude: Type.Optional(
      Type.Number({
        minimum: -180,
        maximum: 180,
        description: 'Degrees east of Greenwich, of a location',
      }),
    ),
    address: Type.Optional(name('Address of the place, of a location')),
    contacts: Type.Optional(cardList('The cards of a message of the kind contact')),
  },
  lenient,
);

export const PastMessage = Type.Object(
  {
    ...Type.Omit(ArrivingMessage, ['kind', 'quoted', 'about', 'choice', 'form']).properties,
    kind: described('What kind of message it was', words(...PAST_KINDS)),
    sentAt: Time({ description: 'When the message was sent, ISO 8601' }),
  },
  lenient,
);

export const ArrivingReceipt = Type.Object(
  {
    state: described(
      'What happened: others read the messages, another device of the account did, or they were delivered',
      words('Read', 'ReadSelf', 'Delivered'),
    ),
    chat: address('The chat of the messages'),
    messageIds: Type.Array(Type.String({ minLength: 1, maxLength: 128 }), {
      minItems: 1,
      maxItems: 1000,
      description: 'Ids of the messages, 1-1000',
    }),
    from: Type.Optional(address('Who read or received them; absent: the chat')),
  },
  lenient,
);

export const ArrivingGroup = Type.Object(
  {
    step: described(
      'What happens: the account comes into the group, the group changes, or people ask to join',
      words('joined', 'info', 'request'),
    ),
    jid: address('The group'),
    name: Type.Optional(name('Name of the group as its members see it')),
    topic: Type.Optional(
      Type.String({
        maxLength: 2048,
        description: 'What the group is about, in words; empty: that is deleted',
      }),
    ),
    join: people(
      'Those who come into the group; of `request`: who ask to be let in, of which there is no event',
    ),
    leave: people('Those who leave the group or are removed'),
    promote: people('Those who become admins of the group'),
    demote: people('Those who are no longer admins of the group'),
    from: Type.Optional(address('The member who does it; absent: the account itself')),
  },
  lenient,
);

export const AckOrder = Type.Object(
  {
    messageId: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 128,
        description: 'Id of a message that was sent; absent: those that are sent from now on',
      }),
    ),
    status: Type.Optional(
      described(
        'What the platform answers; absent: it answers as ever, or `Error` where a `code` is given',
        words(...ACK_STATUSES),
      ),
    ),
    code: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 999,
        description: 'The number of a refusal (`Error`), such as 463 or 479',
      }),
    ),
    delayMs: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 600_000,
        description: 'How many milliseconds the answer takes; default 0',
      }),
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
        locked: Type.Boolean({ description: 'Whether new chats are locked' }),
        until: Type.Optional(Time({ description: 'Until when they are locked, ISO 8601' })),
      },
      { ...lenient, description: 'Whether the account may write to people it has no chat with' },
    ),
  },
  lenient,
);

export const ArrivingPresence = Type.Object(
  {
    from: address('The person who is online, writes or records'),
    presence: described(
      'What the person does: writes, records, neither, or is online or not',
      words(...ACTIVITIES, ...PRESENCES),
    ),
    group: Type.Optional(address('The group written in; absent: the chat with the account')),
    lastSeen: Type.Optional(
      Time({
        description:
          'Of `unavailable`: when the person was last online; absent: they do not show it',
      }),
    ),
  },
  lenient,
);

export const ArrivingLabel = Type.Object(
  {
    step: described(
      'What happens: a label is made, changed or deleted, or put on a chat or taken off',
      words('edit', 'delete', 'add', 'remove'),
    ),
    labelId: Type.String({ minLength: 1, maxLength: 64, description: 'Id of the label' }),
    name: Type.Optional(name('Of `edit`: name of the label, which is made where there is none')),
    color: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 255,
        description: 'Of `edit`: the place of the colour in WhatsApp’s list; default 0',
      }),
    ),
    chat: Type.Optional(address('Of `add` and `remove`: the chat that has the label')),
  },
  lenient,
);

export const Load = Type.Object(
  {
    messages: Type.Integer({
      minimum: 1,
      maximum: 100_000,
      description: 'How many messages arrive, 1-100000',
    }),
    perSecond: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 100_000,
        description: 'How many messages arrive in a second; absent: as fast as they can be written',
      }),
    ),
    chats: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 100_000,
        description: 'How many contacts write in turn; default 1',
      }),
    ),
  },
  lenient,
);
