/** Messages that callers name by their keys, as answers and events have them. */

import { type Static, type TObject, Type } from '@sinclair/typebox';
import { Flag } from '../http/field-types.ts';
import { FieldError, optional } from '../http/read-fields.ts';
import type { KeyedMessage } from '../messages/rows.ts';
import { isGroup, spellingsOf } from '../providers/chats.ts';
import { failure, invalid, invalidFields } from '../shared/errors.ts';
import { problem } from '../shared/reasons/problems.ts';
import { readChat } from './recipient.ts';

const ID_CHARACTERS_MAX = 128;

/** The fields of a key. For a stored message only the id is required; absent fields are not compared. */
export const keyFields = {
  id: Type.String({
    minLength: 1,
    maxLength: ID_CHARACTERS_MAX,
    description:
      'Id of the message, `key.id` of the answer that sending gave, `Info.ID` of its event',
    examples: ['3EB0FE89262EDD05D2819D'],
    failsWith: problem('not_message_id'),
  }),
  remoteJid: Type.Optional(
    Type.String({
      description: 'Chat of the message: a phone number or a JID; absent finds it in any chat',
      examples: ['5511888880000@s.whatsapp.net'],
      failsWith: problem('not_jid'),
    }),
  ),
  fromMe: optional(
    Flag({ description: 'Whether the account itself wrote the message; absent matches both' }),
  ),
  participant: Type.Optional(
    Type.Union([Type.String(), Type.Null()], {
      description:
        'Author of the message in a group; needed if the message is not stored and the account did not write it',
      examples: ['5511888880000@s.whatsapp.net'],
      failsWith: problem('not_person_jid'),
    }),
  ),
};

export type MessageKey = Static<TObject<typeof keyFields>>;

/**
 * Builds a message that is not stored from its key; `own` is the account's JID where it is known. Throws `not_found`
 * naming what the key lacks, and `invalid` where its parts are of the wrong kind or contradict each other.
 */
export function keyedMessage(
  { id, remoteJid, fromMe, participant: keyParticipant }: MessageKey,
  own: string | null,
): KeyedMessage {
  const chat = remoteJid === undefined ? null : addressIn('remoteJid', remoteJid);
  const isShared = chat !== null && isGroup(chat);
  const author = keyParticipant ? personIn('participant', keyParticipant) : null;
  const lacking = [
    ...(chat === null ? ['remoteJid'] : []),
    ...(fromMe === undefined ? ['fromMe'] : []),
    ...(isShared && fromMe !== true && author === null ? ['participant'] : []),
  ];
  if (chat === null || fromMe === undefined || lacking.length > 0)
    throw failure('unstored_message_incomplete', { id, fields: lacking.join(' and ') });
  requireAgreement({ chat, isShared, fromMe, author, own });
  const authorAddress = isShared && !fromMe && author !== null ? author : '';
  return { id, isFromMe: fromMe, chat, chatAddress: chat, authorAddress, content: null };
}

interface KeyParts {
  readonly chat: string;
  readonly isShared: boolean;
  readonly fromMe: boolean;
  readonly author: string | null;
  readonly own: string | null;
}

function requireAgreement({ chat, isShared, fromMe, author, own }: KeyParts): void {
  if (author === null) return;
  if (fromMe && isAnother(author, own))
    throw invalid('participant must be the account itself, or absent, where fromMe is true');
  if (!fromMe && own !== null && author === own)
    throw invalid('fromMe must be true where participant is the account itself');
  if (!isShared && !fromMe && isAnother(author, chat))
    throw invalid('participant must be the person of the chat, or absent');
}

/** Compares only addresses of one kind: a number and a LID may be one person's. */
const isAnother = (one: string, other: string | null): boolean =>
  other !== null && hostOf(one) === hostOf(other) && !spellingsOf(other).includes(one);

const hostOf = (jid: string): string => jid.slice(jid.indexOf('@'));

function addressIn(field: string, text: string): string {
  const found = readChat(text);
  if (found instanceof FieldError) throw invalidFields(found.problemsOf(field));
  return found;
}

const PERSON = /@(s\.whatsapp\.net|lid)$/;

function personIn(field: string, text: string): string {
  const found = addressIn(field, text);
  if (PERSON.test(found)) return found;
  throw invalid(`${field} must be the JID of a person`);
}
