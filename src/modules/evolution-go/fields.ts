/** Schemas that document bodies and answers of Evolution Go's paths, and values for their examples. */

import { type Static, type TObject, type TSchema, Type } from '@sinclair/typebox';
import { PICTURE } from '../../core/http/example-values.ts';
import { NamedObject } from '../../core/http/named-object.ts';
import { isFields } from '../../core/http/read-fields.ts';
import { iso } from '../../core/shared/clock.ts';
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
