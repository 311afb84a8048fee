/** Schemas of the sandbox operations. */
import { Type } from '@sinclair/typebox';
import { described } from '../../../http/openapi-schema.ts';
import { parsedIfPresent, words } from '../../../http/read-fields.ts';
import { MEDIA_KINDS } from '../../../providers/outgoing.ts';
import { ACK_STATUSES, OTHER_KINDS } from '../../../providers/sandbox/driver.ts';
import { pairingNumber, readPairingNumber } from '../instance/phone.ts';
import { cardList } from '../message/contacts.ts';

/** Gateway bodies may hold unknown fields. */
export const lenient = { additionalProperties: true };
const name = (description: string) => Type.String({ minLength: 1, maxLength: 255, description });
const address = (description: string) =>
  Type.String({ minLength: 1, maxLength: 256, description: `${description}: digits or a JID` });
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
      pairingNumber('Number of the phone; defaults to that of the instance, else an invented one'),
      readPairingNumber,
    ),
    pushName: Type.Optional(name('Name that the account has chosen')),
    passkey,
  },
  lenient,
);

export const TypedCode = Type.Object(
  {
    code: Type.String({
      minLength: 1,
      maxLength: 32,
      description: 'Pairing code that the instance shows, with or without its dash',
    }),
    passkey,
  },
  lenient,
);

export const ArrivingMessage = Type.Object(
  {
    kind: described(
      'Kind of message, such as `text`',
      words('text', ...MEDIA_KINDS, 'sticker', ...OTHER_KINDS),
    ),
    from: address('Who writes'),
    text: Type.Optional(longText('Text of a text or an edit, or the emoji of a reaction')),
    caption: Type.Optional(longText('Text shown below a file')),
    base64: Type.Optional(
      Type.String({
        description: 'The file in base64; defaults to a smallest real one of the kind',
      }),
    ),
    mimetype: Type.Optional(name('Media type of the file, such as `image/png`')),
    fileName: Type.Optional(name('Name of the file, for a document')),
    pushName: Type.Optional(name('Name that the sender has chosen')),
    group: Type.Optional(address('The group written in, or status@broadcast')),
    quoted: Type.Optional(messageId('the message that it answers')),
    about: Type.Optional(
      messageId('the message that a reaction, edit, revoke, vote or tap is about'),
    ),
    choice: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 256,
        description: 'For a tap: id of the button or row in the message that `about` names',
      }),
    ),
    form: Type.Optional(
      Type.Object(
        {},
        {
          additionalProperties: true,
          description:
            'For a tap on a button that opens a form: the answers, such as `{"city": "Recife"}`',
        },
      ),
    ),
    options: Type.Optional(
      Type.Array(name('The text of an option'), {
        maxItems: 12,
        description:
          'Options of a poll; for a vote the chosen ones, or an empty list to take it back',
      }),
    ),
    name: Type.Optional(name('Name of the place of a location, or question of a poll')),
    latitude: Type.Optional(
      Type.Number({
        minimum: -90,
        maximum: 90,
        description: 'Degrees north of the equator, for a location',
      }),
    ),
    longitude: Type.Optional(
      Type.Number({
        minimum: -180,
        maximum: 180,
        description: 'Degrees east of Greenwich, for a location',
      }),
    ),
    address: Type.Optional(name('Address of the place, for a location')),
    contacts: Type.Optional(cardList('The cards of a message of the kind contact')),
  },
  lenient,
);

export const ArrivingReceipt = Type.Object(
  {
    state: described(
      'Kind of receipt: others read the messages, another device of the account did, or they were delivered',
      words('Read', 'ReadSelf', 'Delivered'),
    ),
    chat: address('The chat of the messages'),
    messageIds: Type.Array(Type.String({ minLength: 1, maxLength: 128 }), {
      minItems: 1,
      maxItems: 1000,
      description: 'Ids of the messages, 1-1000',
    }),
    from: Type.Optional(address('Person who read or received them; defaults to the chat')),
  },
  lenient,
);

export const AckOrder = Type.Object(
  {
    messageId: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 128,
        description: 'Id of a message that was sent; absent applies to later messages',
      }),
    ),
    status: Type.Optional(
      described(
        'Answer of the platform; absent for the usual answer, or `Error` if a `code` is given',
        words(...ACK_STATUSES),
      ),
    ),
    code: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 999,
        description: 'Number of a refusal (`Error`), such as 463 or 479',
      }),
    ),
    delayMs: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 600_000,
        description: 'Milliseconds until the platform answers; default 0',
      }),
    ),
    times: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 100_000,
        description: 'Number of later messages that get this answer; absent for all',
      }),
    ),
  },
  lenient,
);
