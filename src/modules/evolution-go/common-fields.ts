/** Fields that bodies of Evolution Go's paths under /send share: the message answered, mentions, a delay. */
import { Type } from '@sinclair/typebox';
import { type Fields, isFields } from '../../core/http/read-fields.ts';
import { MENTIONED_MAX } from '../../core/sending/context.ts';
import { invalid } from '../../core/shared/errors.ts';
import { flag, integer, optional, text, texts } from './fields.ts';

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
