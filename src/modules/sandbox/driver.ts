/**
 * The actions by which callers of the sandbox play the phone, its contacts and the network of one instance. Addresses
 * are digits or JIDs; anything else throws `invalid`.
 */
import { type ArrayOptions, type Static, Type } from '@sinclair/typebox';
import type { CatalogEvent } from '../../core/events/contract/catalog.ts';
import { GROUP, MESSAGE_ID, NUMBER, PICTURE } from '../../core/http/example-values.ts';
import { describe } from '../../core/http/openapi-schema.ts';
import { words } from '../../core/http/read-fields.ts';
import { Time } from '../../core/http/time.ts';
import { ACTIVITIES, PRESENCES } from '../../core/providers/chat-actions.ts';
import type { Fields } from '../../core/providers/foreign-values.ts';
import { MEDIA_KINDS, type MediaKind, SENT_MEDIA_KINDS } from '../../core/providers/outgoing.ts';
import type { Session } from '../../core/providers/provider.ts';

export type ArrivingFileKind = MediaKind | 'sticker';

/** Gateway bodies may hold unknown fields. */
export const lenient = { additionalProperties: true };
export const name = (description: string, example: string) =>
  Type.String({ minLength: 1, maxLength: 255, description, examples: [example] });
const address = (description: string, example = NUMBER) =>
  Type.String({
    minLength: 1,
    maxLength: 256,
    description: `${description}: digits or a JID`,
    examples: [example],
  });
const messageId = (description: string) =>
  Type.String({
    minLength: 1,
    maxLength: 128,
    description: `Id of ${description}`,
    examples: [MESSAGE_ID],
  });
const longText = (description: string, example: string) =>
  Type.String({ maxLength: 65_536, description, examples: [example] });
const strings = (item = Type.String(), options: ArrayOptions = {}) =>
  Type.Unsafe<readonly string[]>(Type.Array(item, options));

export type ArrivingMessage = Static<typeof ArrivingMessage>;
export const ArrivingMessage = Type.Object(
  {
    kind: describe(
      'Kind of message, such as `text`',
      words('text', ...MEDIA_KINDS, 'sticker', 'reaction'),
    ),
    from: address('Who writes'),
    text: Type.Optional(longText('The text, or the emoji of a reaction', 'Hello')),
    caption: Type.Optional(longText('Text shown below a file', 'Is it still there?')),
    base64: Type.Optional(
      Type.String({
        description: 'The file in base64; defaults to a smallest real one of the kind',
        examples: [PICTURE],
      }),
    ),
    mimetype: Type.Optional(name('Media type of the file, such as `image/png`', 'image/png')),
    fileName: Type.Optional(name('Name of the file, for a document', 'order.pdf')),
    pushName: Type.Optional(name('Name that the sender has chosen', 'Customer')),
    group: Type.Optional(address('The group written in, or status@broadcast', GROUP)),
    quoted: Type.Optional(messageId('the message that it answers')),
    about: Type.Optional(messageId('the message that a reaction is about')),
  },
  lenient,
);

export type ArrivingReceipt = Static<typeof ArrivingReceipt>;
export const ArrivingReceipt = Type.Object(
  {
    state: describe(
      'Kind of receipt: others read the messages, another device of the account did, or they were delivered',
      words('Read', 'ReadSelf', 'Delivered'),
    ),
    chat: address('The chat of the messages'),
    messageIds: strings(messageId('a message'), {
      minItems: 1,
      maxItems: 1000,
      description: 'Ids of the messages, 1-1000',
    }),
    from: Type.Optional(address('Person who read or received them; defaults to the chat')),
  },
  lenient,
);

/** The platform's answer to messages that were sent, or are sent from now on. */
export type AckOrder = Static<typeof AckOrder>;
export const AckOrder = Type.Object(
  {
    messageId: Type.Optional(
      messageId('a message that was sent; absent applies to later messages'),
    ),
    status: Type.Optional(
      describe(
        'Answer of the platform; absent for the usual answer, or `Error` if a `code` is given',
        words('None', 'ServerAck', 'Delivered', 'Read', 'Played', 'Error'),
      ),
    ),
    code: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 999,
        description: 'Number of a refusal (`Error`), such as 463 or 479',
        examples: [479],
      }),
    ),
    delayMs: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 600_000,
        description: 'Milliseconds until the platform answers; default 0',
        examples: [5_000],
      }),
    ),
    times: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 100_000,
        description: 'Number of later messages that get this answer; absent for all',
        examples: [2],
      }),
    ),
  },
  lenient,
);

const Sent = {
  id: Type.String(),
  number: Type.String(),
  remoteJid: Type.String(),
  timestamp: Type.Integer({ description: 'Seconds since 1970' }),
  quoted: Type.Optional(Type.String({ description: 'Id of the quoted message' })),
  mentioned: Type.Optional(strings()),
  mentionsEveryone: Type.Optional(Type.Boolean()),
  audience: Type.Optional(
    strings(Type.String(), { description: 'People who can see it, for a status' }),
  ),
};

export type SentEntry = Static<typeof SentEntry>;
/** A message that was sent through the instance, as it is listed: of media everything but the bytes. */
export const SentEntry = Type.Union([
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
    size: Type.Integer({ description: 'Size of the file in bytes; the file itself is not kept' }),
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
      'list',
      'native_buttons',
      'carousel',
      'flow',
      'pix',
      'template',
      'reaction',
      'vote',
      'edit',
      'revoke',
      'forward',
    ),
    message: Type.Unsafe<Fields>(
      Type.Object(
        {},
        { additionalProperties: true, description: "Content in WhatsApp's own spelling" },
      ),
    ),
  }),
]);

type WithoutIds<T> = T extends unknown
  ? Omit<T, 'id' | 'number' | 'remoteJid' | 'timestamp'>
  : never;
export type SentContent = WithoutIds<SentEntry>;

/** An action besides sending. */
export type SandboxAction = Static<typeof SandboxAction>;
export const SandboxAction = Type.Object({
  at: Time(),
  action: words(
    'read',
    'played',
    'block',
    'unblock',
    'reject',
    'profileName',
    'profileStatus',
    'profilePicture',
    'groupPicture',
    'privacy',
    'watch',
    'unwatch',
    'archive',
    'unarchive',
    'unread',
    'pin',
    'unpin',
    'mute',
    'unmute',
    'label',
    'unlabel',
    'editLabel',
    'deleteLabel',
    ...ACTIVITIES,
    ...PRESENCES,
  ),
  chat: Type.Optional(
    Type.String({ description: 'JID of the chat; absent for the account as a whole' }),
  ),
  messageIds: Type.Optional(strings()),
  until: Type.Optional(Time({ description: 'When the mute of a chat ends; absent for always' })),
  labelId: Type.Optional(Type.String()),
  callId: Type.Optional(Type.String({ description: 'Id of a rejected call' })),
  value: Type.Optional(
    Type.String({
      description: 'Value that was set: a text, the size of a picture, privacy as JSON',
    }),
  ),
});

/**
 * A session that is driven. Every call resolves once its consequences are on disk, and rejects with `conflict` when
 * that cannot happen now: nothing arrives at an instance that is not connected.
 */
export interface SandboxSession extends Session {
  /** Lets the phone scan the current QR code. Without `number` it has an invented one. */
  scan(phone: { readonly number?: string; readonly pushName?: string }): Promise<void>;
  /** Lets the phone type a pairing code. Throws `invalid` when it is not the one on offer. */
  pair(code: string): Promise<void>;
  message(message: ArrivingMessage): Promise<{ messageId: string }>;
  /**
   * Publishes any event of the catalog, which changes the account as it would: stored messages, groups, channels,
   * ringing calls, templates, and how far sent messages have come.
   */
  event(event: CatalogEvent): Promise<void>;
  receipt(receipt: ArrivingReceipt): Promise<void>;
  /** Rejects with `not_found` when it names a message that was not sent through the instance. */
  ack(order: AckOrder): Promise<void>;
  /** Loses the connection, which comes back automatically. */
  drop(): Promise<void>;
  /** Lets the phone remove the device. */
  remove(): Promise<void>;
  /** Returns the newest 1,000, oldest first. */
  sent(): Promise<readonly SentEntry[]>;
  /** Returns the newest 1,000 since the session was opened, oldest first. */
  actions(): readonly SandboxAction[];
}
