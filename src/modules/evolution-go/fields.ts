/** Schemas that document bodies and answers of Evolution Go's paths, and values for their examples. */
import { type Static, type TObject, type TSchema, Type } from '@sinclair/typebox';
import { PICTURE } from '../../core/http/example-values.ts';
import { NamedObject } from '../../core/http/named-object.ts';
import { type Fields, isFields } from '../../core/http/read-fields.ts';
import { MENTIONED_MAX } from '../../core/sending/context.ts';
import { iso } from '../../core/shared/clock.ts';
import { invalid } from '../../core/shared/errors.ts';
import type { MessageSent } from '../gateway/api.ts';
import type { GoCall, GoRest } from './operation.ts';

/** Fields of bodies and answers; those of bodies have an example. */
export const text = (description: string, ...examples: string[]) =>
  Type.String({ description, ...(examples.length > 0 && { examples }) });
export const optional = (description: string, ...examples: string[]) =>
  Type.Optional(text(description, ...examples));
export const texts = (description: string, ...examples: string[][]) =>
  Type.Array(Type.String(), { description, ...(examples.length > 0 && { examples }) });
export const flag = (description: string) => Type.Optional(Type.Boolean({ description }));
export const integer = (description: string, example: number) =>
  Type.Optional(Type.Integer({ description, examples: [example] }));

/** Fields that bodies of several operations have, each with one meaning. */
export const chat = text(
  'The chat: a phone number with its country code, or a JID',
  '5511888880000@s.whatsapp.net',
);
export const messageId = text(
  'Id of the message, `Info.ID` of its event',
  '3EB0FE89262EDD05D2819D',
);

/** The operation that is asked checks them. */
export const mediaHeaders = Type.Optional(
  Type.Object(
    {},
    {
      additionalProperties: true,
      description:
        'Headers with which a file given by URL is fetched, such as `{"authorization": "Bearer …"}`; never sent to another host after a redirect',
    },
  ),
);

export const FILE = 'an http(s) URL, base64, or a data: URL in base64';
export const picture = text(
  `A picture of at most 5 MiB: ${FILE}`,
  'https://shop.example.com/logo.png',
);
export const PICTURE_URL = `data:image/png;base64,${PICTURE}`;

export const word = Type.String();
export const yesNo = Type.Boolean();
export const AnyValue = Type.Unknown();

/** Says when something was done; some answers have nothing else. */
export const GoDone = NamedObject('EvolutionGoDone', {
  timestamp: Type.String({ format: 'date-time' }),
});
export const doneAnswer = (_: unknown, { now }: GoCall) => ({ timestamp: iso(now()) });
/** Returns a time in seconds as ISO 8601, or '' for an unknown time. */
export const instant = (seconds: number | null) => (seconds === null ? '' : iso(seconds * 1_000));

const SentData = NamedObject('EvolutionGoSent', {
  Info: Type.Object({
    Chat: text('A JID'),
    Sender: text('JID of the account itself'),
    IsFromMe: Type.Literal(true),
    IsGroup: Type.Boolean(),
    ID: Type.String(),
    PlatformID: Type.Optional(text('Id of the message on the official API, `wamid.…`')),
    ServerID: Type.Literal(0),
    Type: text('Kind of message, such as `ImageMessage`'),
    PushName: Type.String(),
    Timestamp: Type.String({ format: 'date-time' }),
  }),
  Message: Type.Object(
    {},
    { additionalProperties: true, description: 'Content of the sent message' },
  ),
  MessageContextInfo: Type.Unknown({ description: 'Quoted message and mentions, or null' }),
  Status: text('PENDING: the message is on its way; QUEUED: it waits to be sent'),
  Ignored: Type.Optional(texts('Fields that have no effect here')),
});

export function toSentData(
  sent: Static<typeof MessageSent>,
  { instance }: GoCall,
): Static<typeof SentData> {
  const { key, platformId, message, messageType, messageTimestamp, pushName, status } = sent;
  const content: unknown = Object.entries(message).find(([name]) => name === messageType)?.[1];
  const shown = messageType === 'conversation' ? 'extendedTextMessage' : messageType;
  return {
    Info: {
      Chat: key.remoteJid,
      Sender: instance.ownerJid ?? '',
      IsFromMe: true,
      IsGroup: key.remoteJid.endsWith('@g.us'),
      ID: key.id,
      ...(platformId !== undefined && { PlatformID: platformId }),
      ServerID: 0,
      Type: `${shown.charAt(0).toUpperCase()}${shown.slice(1)}`,
      PushName: pushName,
      Timestamp: iso(messageTimestamp * 1_000),
    },
    Message: message,
    MessageContextInfo: (isFields(content) ? content.contextInfo : null) ?? null,
    Status: status,
  };
}

/** The answer to sending. */
export const SENT_ROW: GoRest = { data: SentData, answer: toSentData };

/** Makes an object of another one: its schema, and a function for each field. */
export function mapObject<T>(
  fields: Readonly<Record<string, readonly [schema: TSchema, from: (source: T) => unknown]>>,
  options: { readonly $id?: string; readonly description?: string } = {},
): { readonly schema: TObject; readonly from: (source: T) => Record<string, unknown> } {
  const all = Object.entries(fields);
  return {
    schema: Type.Object(Object.fromEntries(all.map(([name, [schema]]) => [name, schema])), options),
    from: (source) => Object.fromEntries(all.map(([name, [, from]]) => [name, from(source)])),
  };
}

export const commonFields = {
  number: text('A phone number with its country code, or a JID', '5511888880000'),
  delay: integer(
    'Milliseconds for which the account is shown as typing before the message is sent, 0-60000',
    1000,
  ),
  quoted: Type.Optional(
    Type.Object(
      {
        messageId: text(
          'Id of the quoted message, `Info.ID` of its event',
          '3EB0FE89262EDD05D2819D',
        ),
        participant: optional(
          'Author of the quoted message: a JID; used if the message is not stored',
          '5511888880000@s.whatsapp.net',
        ),
        text: optional('Text of the quoted message; shown if the message is not stored', 'Hello'),
      },
      { additionalProperties: true, description: 'Message that this one answers' },
    ),
  ),
  mentionedJid: Type.Optional(
    texts(
      'People whom the text mentions as @number: phone numbers, JIDs by number, or one text with commas',
      ['5511888880000'],
    ),
  ),
  mentionAll: flag('Whether to mention everybody in the group; default false'),
  id: optional('Not supported: the answer has the id of the message', '3EB0FE89262EDD05D2819D'),
  formatJid: flag('No effect: numbers are always looked up'),
};

export const COMMON_NAMES = {
  mentionedJid: 'mentioned',
  mentionAll: 'mentionsEveryOne',
  id: null,
  formatJid: null,
};

/**
 * The common fields as operations that send read them; 400 for an id of the caller's own. `own`: the account's JID where
 * it is known.
 */
export function withCommon(fields: Fields, own: string | null): Fields {
  const { id, quoted, mentionedJid } = fields;
  if (id !== undefined)
    throw invalid('id cannot be chosen: the answer has the id that the message gets');
  return { ...fields, quoted: quotedOf(quoted, own), mentionedJid: mentionedOf(mentionedJid) };
}

function quotedOf(quoted: unknown, own: string | null): unknown {
  if (!isFields(quoted)) return quoted;
  const { messageId = '', participant, text } = quoted;
  if (messageId === '') return undefined;
  const message = text === undefined || text === '' ? undefined : { conversation: text };
  return { key: { id: messageId, participant, fromMe: participant === own }, message };
}

function mentionedOf(mentioned: unknown): unknown {
  // One JID more than allowed is enough to be refused.
  return typeof mentioned === 'string' ? mentioned.split(',', MENTIONED_MAX + 1) : mentioned;
}
