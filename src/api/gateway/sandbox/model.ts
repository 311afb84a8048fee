/** Schemas of the sandbox operations. */
import { Type } from '@sinclair/typebox';
import { described } from '../../../http/openapi-schema.ts';
import { parsedIfPresent, words } from '../../../http/read-fields.ts';
import { ACK_STATUSES, ARRIVING_KINDS } from '../../../providers/sandbox/driver.ts';
import { pairingNumber, readPairingNumber } from '../instance/phone.ts';

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
    kind: described('Kind of message, such as `text`', words(...ARRIVING_KINDS)),
    from: address('Who writes'),
    text: Type.Optional(longText('The text, or the emoji of a reaction')),
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
    about: Type.Optional(messageId('the message that a reaction is about')),
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
