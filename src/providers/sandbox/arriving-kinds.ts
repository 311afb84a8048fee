/**
 * Builds the content of an arriving message that is neither a text nor a file: places, cards, polls, messages about
 * another one. Pure.
 */
import { isInChat } from '../../messages/find.ts';
import type { StoredMessage } from '../../messages/rows.ts';
import { conflict, invalid } from '../../shared/errors.ts';
import { keyOf } from '../about-another.ts';
import type { Fields } from '../foreign-values.ts';
import { messageContent } from '../message-content.ts';
import { pollIn } from '../poll.ts';
import type { ArrivingMessage, OtherKind } from './driver.ts';
import { decode } from './sent-messages.ts';
import { filledForm, tapOn } from './taps.ts';

/** Where it arrives, and what is stored of the messages that it names. */
export interface ArrivingContext {
  readonly chat: string;
  readonly sender: string;
  /** The message that it is about, or null. */
  readonly about: StoredMessage | null;
  /** Whether its sender is an admin of the group. */
  readonly isByAdmin: boolean;
  /** Ms since 1970. */
  readonly nowMs: number;
}

export interface ArrivingContent {
  readonly type: string;
  readonly mediaType: string;
  readonly content: Fields;
  readonly isEdit?: true;
}

type Arriving = ArrivingMessage & { readonly kind: OtherKind };

/** Throws `invalid` for what the kind lacks, and `conflict` when its sender may not say this of the other message. */
export function otherContent(message: Arriving, context: ArrivingContext): ArrivingContent {
  switch (message.kind) {
    case 'location': {
      const { latitude, longitude, name, address } = message;
      if (latitude === undefined || longitude === undefined)
        throw lacks(message, 'latitude and longitude');
      const place = { latitude, longitude, ...(name && { name }), ...(address && { address }) };
      return spelled('media', 'location', messageContent({ kind: 'location', ...place }, NOBODY));
    }
    case 'contact': {
      const { contacts = [] } = message;
      if (contacts.length === 0) throw lacks(message, 'contacts');
      const mediaType = contacts.length === 1 ? 'vcard' : 'contact_array';
      return spelled('media', mediaType, messageContent({ kind: 'contacts', contacts }, NOBODY));
    }
    case 'poll': {
      const { name, options = [] } = message;
      if (!name || options.length < 2) throw lacks(message, 'name and at least two options');
      const poll = { kind: 'poll', name, options, selectableCount: 0 } as const;
      return spelled('poll', '', messageContent(poll, NOBODY));
    }
    default:
      return wordAbout(message, context);
  }
}

const spelled = (type: string, mediaType: string, content: Fields): ArrivingContent => ({
  type,
  mediaType,
  content,
});

/** Nothing is answered and nobody is mentioned. */
const NOBODY = { self: '', chat: '', decode, nowMs: 0 };

const lacks = ({ kind }: Arriving, what: string) =>
  invalid(`${what} must be given for a message of kind ${kind}`);

function wordAbout(message: Arriving, context: ArrivingContext): ArrivingContent {
  const { kind, text, options } = message;
  const { about, chat, nowMs } = context;
  if (about === null) throw lacks(message, 'about');
  if (!isInChat(about, chat)) throw conflict('the message is in another chat');
  const key = keyOf(about);
  if (kind === 'reaction') {
    if (text === undefined) throw lacks(message, 'text');
    const content = { reactionMessage: { key, text, senderTimestampMs: nowMs } };
    return spelled('reaction', '', content);
  }
  if (kind === 'tap') return answerTo(decode(about), message);
  if (kind === 'vote') return voteOn(about, key, options, message, nowMs);
  const isByAuthor = !about.isFromMe && about.sender === context.sender;
  if (!isByAuthor && !(kind === 'revoke' && context.isByAdmin))
    throw conflict(
      'only the author of a message can change it, and the author or an admin can delete it',
    );
  if (kind === 'revoke') return spelled('revoke', '', { protocolMessage: { key, type: REVOKE } });
  if (!text) throw lacks(message, 'text');
  const protocolMessage = { key, type: EDIT, timestampMs: nowMs };
  return { ...spelled('text', '', { conversation: text, protocolMessage }), isEdit: true };
}

function answerTo(content: Fields, message: Arriving): ArrivingContent {
  const { form, choice } = message;
  if (form !== undefined) return filledForm(content, form);
  if (choice === undefined) throw lacks(message, 'choice or form');
  return tapOn(content, choice);
}

/** Values of `ProtocolMessage.Type`. */
const REVOKE = 0;
const EDIT = 14;

function voteOn(
  about: StoredMessage,
  key: Fields,
  options: readonly string[] | undefined,
  message: Arriving,
  nowMs: number,
): ArrivingContent {
  const poll = pollIn(decode(about));
  if (poll === null) throw conflict('the message is no poll');
  if (options === undefined) throw lacks(message, 'options');
  const unknown = options.filter((name) => !poll.options.includes(name));
  if (unknown.length > 0) throw invalid(`the poll has no option ${unknown.join(', ')}`);
  const vote = { selectedOptions: [...options] };
  const update = { pollCreationMessageKey: key, vote, senderTimestampMs: nowMs };
  return spelled('poll_vote', '', { pollUpdateMessage: update });
}
