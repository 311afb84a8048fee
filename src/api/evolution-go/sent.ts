/** Fields that all messages of Evolution Go have, and the answer to sending one. */
import { type Static, Type } from '@sinclair/typebox';
import { NamedObject } from '../../http/named-object.ts';
import { type Fields, isFields } from '../../http/read-fields.ts';
import type { InstanceRecord } from '../../instances/directory.ts';
import { MENTIONED_MAX } from '../../sending/context.ts';
import { iso } from '../../shared/clock.ts';
import { invalid } from '../../shared/errors.ts';
import type { MessageSent } from '../gateway/message/model.ts';

type Sent = Static<typeof MessageSent>;

export const commonFields = {
  number: Type.String({ description: 'A phone number with its country code, or a JID' }),
  delay: Type.Optional(
    Type.Integer({
      description:
        'For how many milliseconds the account is shown writing before it is sent, 0-60000',
    }),
  ),
  quoted: Type.Optional(
    Type.Object(
      {
        messageId: Type.String({
          description: 'Id of the message that is answered, `Info.ID` of its event',
        }),
      },
      { additionalProperties: true, description: 'The message that this one answers' },
    ),
  ),
  mentionedJid: Type.Optional(
    Type.Array(Type.String(), {
      description:
        'Those whom the text mentions as @number: phone numbers, JIDs by number, or one text with commas',
    }),
  ),
  mentionAll: Type.Optional(
    Type.Boolean({ description: 'Whether everybody in the group is mentioned; default false' }),
  ),
  id: Type.Optional(
    Type.String({ description: 'Not supported: the answer has the id of the message' }),
  ),
  formatJid: Type.Optional(
    Type.Boolean({ description: 'Makes no difference: numbers are always looked up' }),
  ),
};

/** How refusals call what is named otherwise here. */
export const COMMON_NAMES = { mentioned: 'mentionedJid', mentionsEveryOne: 'mentionAll' };

/** The common fields as the operations that send have them; 400 for an id of the caller's own. */
export function commonOf({ number, delay, quoted, mentionedJid, mentionAll, id }: Fields): Fields {
  if (id !== undefined)
    throw invalid('id cannot be chosen: the answer has the id that the message gets');
  return withoutAbsent({
    number,
    delay,
    quoted: quotedOf(quoted),
    mentioned: mentionedOf(mentionedJid),
    mentionsEveryOne: mentionAll,
  });
}

export const withoutAbsent = (fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));

function quotedOf(quoted: unknown): unknown {
  if (!isFields(quoted)) return quoted;
  const { messageId = '' } = quoted;
  return messageId === '' ? undefined : { key: { id: messageId } };
}

function mentionedOf(mentioned: unknown): unknown {
  // One more than may be named is enough to be refused.
  const all = typeof mentioned === 'string' ? mentioned.split(',', MENTIONED_MAX + 1) : mentioned;
  if (!Array.isArray(all)) return all;
  return all.map((one) =>
    typeof one === 'string' ? one.trim().replace(/(:\d+)?@(s\.whatsapp\.net|c\.us)$/, '') : one,
  );
}

export const SentData = NamedObject('EvolutionGoSent', {
  Info: Type.Object({
    Chat: Type.String({ description: 'A JID' }),
    Sender: Type.String({ description: 'The account itself' }),
    IsFromMe: Type.Literal(true),
    IsGroup: Type.Boolean(),
    ID: Type.String(),
    ServerID: Type.Literal(0),
    Type: Type.String({ description: 'Such as `ImageMessage`; empty: the file is still queued' }),
    PushName: Type.String(),
    Timestamp: Type.String({ format: 'date-time' }),
  }),
  Message: Type.Object({}, { additionalProperties: true, description: 'What was sent' }),
  MessageContextInfo: Type.Unknown({ description: 'What it answers and whom it names, or null' }),
  Status: Type.String({ description: 'PENDING: it is on its way; QUEUED: it waits to be sent' }),
  Ignored: Type.Optional(
    Type.Array(Type.String(), { description: 'Fields that make no difference here' }),
  ),
});

/** What `conversation` is called in answers to sending. */
const TEXT = 'ExtendedTextMessage';

export function toSentData(
  { key, message, messageType, messageTimestamp, pushName, status }: Sent,
  { ownerJid }: InstanceRecord,
): Static<typeof SentData> {
  const said: unknown = Object.entries(message).find(([name]) => name === messageType)?.[1];
  return {
    Info: {
      Chat: key.remoteJid,
      Sender: ownerJid ?? '',
      IsFromMe: true,
      IsGroup: key.remoteJid.endsWith('@g.us'),
      ID: key.id,
      ServerID: 0,
      Type:
        messageType === 'conversation'
          ? TEXT
          : `${messageType.charAt(0).toUpperCase()}${messageType.slice(1)}`,
      PushName: pushName,
      Timestamp: iso(messageTimestamp * 1_000),
    },
    Message: message,
    MessageContextInfo: (isFields(said) ? said.contextInfo : null) ?? null,
    Status: status,
  };
}
