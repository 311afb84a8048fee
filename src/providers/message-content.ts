/**
 * What is said, as the protocol of WhatsApp spells it: one spelling for what is sent, stored and shown, whichever
 * provider sends it. Pure.
 */
import type { StoredMessage } from '../messages/rows.ts';
import { isGroup } from './chats.ts';
import type { ContactCard, OutgoingContent, OutgoingContext } from './outgoing.ts';

export type Fields = Readonly<Record<string, unknown>>;

export interface ContentContext extends OutgoingContext {
  /** The account's own JID. */
  readonly self: string;
  /** The content of a stored message; empty when there is none. */
  readonly decode: (message: StoredMessage) => Fields;
  /** Ms since 1970. */
  readonly nowMs: number;
}

/** One field named after the kind, such as `locationMessage`. */
export function messageContent(content: OutgoingContent, context: ContentContext): Fields {
  switch (content.kind) {
    case 'text':
      return withContext({ extendedTextMessage: { text: content.text } }, context);
    case 'location': {
      const { latitude, longitude, name, address } = content;
      const place = { ...(name && { name }), ...(address && { address }) };
      const location = { degreesLatitude: latitude, degreesLongitude: longitude, ...place };
      return withContext({ locationMessage: location }, context);
    }
    case 'contacts':
      return withContext(contactsContent(content.contacts), context);
    case 'poll':
      return withContext(pollContent(content), context);
    case 'forward':
      return forwarded(context.decode(content.about));
    default:
      return aboutAnother(content, context.nowMs);
  }
}

/** Words about another message have no context of their own. */
function aboutAnother(
  content: Extract<OutgoingContent, { kind: 'reaction' | 'edit' | 'revoke' }>,
  nowMs: number,
): Fields {
  const key = keyOf(content.about);
  if (content.kind === 'reaction')
    return { reactionMessage: { key, text: content.text, senderTimestampMs: nowMs } };
  if (content.kind === 'revoke') return { protocolMessage: { key, type: REVOKE } };
  const editedMessage = { extendedTextMessage: { text: content.text } };
  return { protocolMessage: { key, type: EDIT, editedMessage, timestampMs: nowMs } };
}

/** Values of the protocol's `ProtocolMessage.Type`. */
const REVOKE = 0;
const EDIT = 14;

/** A message as the account refers to it. */
export function keyOf({ id, isFromMe, chatAddress, authorAddress }: StoredMessage): Fields {
  const author = !isFromMe && isGroup(chatAddress) ? { participant: authorAddress } : {};
  return { remoteJid: chatAddress, fromMe: isFromMe, id, ...author };
}

function contactsContent(contacts: readonly ContactCard[]): Fields {
  const cards = contacts.map((card) => ({ displayName: card.fullName, vcard: vcardOf(card) }));
  const [only] = cards;
  if (cards.length === 1) return { contactMessage: only };
  return { contactsArrayMessage: { displayName: `${cards.length} contacts`, contacts: cards } };
}

/** vCard 3.0. Phones show a button to write to the contact where the number has a `waid`. */
function vcardOf({ fullName, phoneNumber, organization, email, url }: ContactCard): string {
  return [
    'BEGIN:VCARD',
    'VERSION:3.0',
    `N:${escaped(fullName)};;;;`,
    `FN:${escaped(fullName)}`,
    ...(organization ? [`ORG:${escaped(organization)};`] : []),
    ...(email ? [`EMAIL:${escaped(email)}`] : []),
    ...(url ? [`URL:${escaped(url)}`] : []),
    `TEL;type=CELL;type=VOICE;waid=${phoneNumber}:+${phoneNumber}`,
    'END:VCARD',
  ].join('\n');
}

const escaped = (text: string): string =>
  text.replace(/[\\,;]/g, (sign) => `\\${sign}`).replace(/\r?\n|\r/g, '\\n');

/** A poll with one choice has a spelling of its own. */
function pollContent(poll: Extract<OutgoingContent, { kind: 'poll' }>): Fields {
  const { name, options, selectableCount: selectableOptionsCount } = poll;
  const said = {
    name,
    options: options.map((optionName) => ({ optionName })),
    selectableOptionsCount,
  };
  return selectableOptionsCount === 1
    ? { pollCreationMessageV3: said }
    : { pollCreationMessage: said };
}

/** Marked as forwarded, once more than it was; without what it answered, and whom it named. */
function forwarded(content: Fields): Fields {
  const { messageContextInfo: _, ...said } = content;
  const [[field, value] = ['', {}]] = Object.entries(said);
  if (field === 'conversation')
    return { extendedTextMessage: { text: value, contextInfo: { isForwarded: true } } };
  const fields = value as Fields;
  const { forwardingScore } = (fields.contextInfo ?? {}) as Fields;
  const score = typeof forwardingScore === 'number' ? forwardingScore : 0;
  const contextInfo = { isForwarded: true, forwardingScore: score + 1 };
  return { [field]: { ...fields, contextInfo } };
}

/** The content with what it answers and whom it names; as it is when it does neither. */
export function withContext(content: Fields, context: ContentContext): Fields {
  const contextInfo = { ...quoteOf(context), ...mentionsOf(context) };
  if (Object.keys(contextInfo).length === 0) return content;
  const [[field, said] = ['', {}]] = Object.entries(content);
  return { [field]: { ...(said as Fields), contextInfo } };
}

function quoteOf({ quoted, self, decode }: ContentContext): Fields {
  if (quoted === undefined) return {};
  const { id, isFromMe, chatAddress, authorAddress } = quoted;
  const participant = isFromMe ? self : authorAddress || chatAddress;
  return { stanzaId: id, participant, quotedMessage: decode(quoted) };
}

const mentionsOf = ({ mentioned = [], mentionsEveryone }: ContentContext): Fields => ({
  ...(mentioned.length > 0 && {
    mentionedJid: mentioned.map((number) => `${number}@s.whatsapp.net`),
  }),
  ...(mentionsEveryone && { nonJidMentions: 1 }),
});
