/**
 * Spells messages in the protocol of WhatsApp, in one spelling for what is sent, stored and shown, whichever provider
 * sends it. Pure.
 */

import { invalid } from '../shared/errors.ts';
import {
  type AboutContext,
  aboutAnother,
  keyOf,
  markForwarded,
  quotedContent,
} from './about-another.ts';
import { isGroup } from './chats.ts';
import { contactsContent, withWaIds } from './contact-card.ts';
import type { Fields } from './foreign-values.ts';
import { interactiveContent } from './interactive.ts';
import type { LinkPreview, OutgoingContent, OutgoingContext } from './outgoing.ts';
import { pollIn, selectableIn } from './poll.ts';
import { templateContent } from './template-message.ts';

export interface ContentContext extends OutgoingContext, AboutContext {
  /** The account's own JID. */
  readonly self: string;
  /** The JID of the chat to which it is sent. */
  readonly chat: string;
}

/**
 * Returns one field named after the kind, such as `locationMessage`. Throws `invalid` and `conflict` for what cannot be
 * said about another message.
 */
export function messageContent(content: OutgoingContent, context: ContentContext): Fields {
  switch (content.kind) {
    case 'text':
      return withContext({ extendedTextMessage: textContent(content) }, context);
    case 'location': {
      const { latitude, longitude, name, address } = content;
      const place = { ...(name && { name }), ...(address && { address }) };
      const location = { degreesLatitude: latitude, degreesLongitude: longitude, ...place };
      return withContext({ locationMessage: location }, context);
    }
    case 'contacts':
      return withContext(contactsContent(content.contacts.map(withWaIds)), context);
    case 'poll':
      return withContext(pollContent(content), context);
    case 'buttons':
    case 'link':
    case 'list':
    case 'flow':
    case 'native_buttons':
    case 'carousel':
    case 'pix':
      return withContext(interactiveContent(content), context);
    case 'template':
      return withContext(templateContent(content), context);
    case 'vote':
      return voteContent(content, context);
    case 'forward':
      return markForwarded(content.about, context);
    default:
      return aboutAnother(content, context);
  }
}

type Text = Extract<OutgoingContent, { kind: 'text' }>;

const textContent = ({ text, look, preview }: Text): Fields => ({
  text,
  ...(preview && previewFields(preview)),
  ...(look && { backgroundArgb: look.background, font: look.font }),
});

const previewFields = ({ url, title, description, thumbnail }: LinkPreview): Fields => ({
  matchedText: url,
  title,
  ...(description && { description }),
  previewType: 0,
  ...(thumbnail !== undefined && { jpegThumbnail: thumbnail }),
});

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

/** Returns the vote as its event shows it: with the names of the chosen options, in the order of the poll. */
function voteContent(
  { about, options }: Extract<OutgoingContent, { kind: 'vote' }>,
  { decode, nowMs }: AboutContext,
): Fields {
  const content = decode(about);
  const poll = pollIn(content);
  if (poll === null) throw invalid(`message ${about.id} is no poll`);
  const unknown = options.find((name) => !poll.options.includes(name));
  if (unknown !== undefined) throw invalid(`the poll has no option ${JSON.stringify(unknown)}`);
  const selectable = selectableIn(content);
  if (selectable > 0 && options.length > selectable)
    throw invalid(`at most ${selectable} of the poll's options can be chosen`);
  const selectedOptions = poll.options.filter((name) => options.includes(name));
  const vote = { selectedOptions };
  return {
    pollUpdateMessage: { pollCreationMessageKey: keyOf(about), vote, senderTimestampMs: nowMs },
  };
}

/** Adds what the content answers and whom it mentions, if anything. */
export function withContext(content: Fields, context: ContentContext): Fields {
  const contextInfo = { ...quoteOf(context), ...mentionsOf(context) };
  if (Object.keys(contextInfo).length === 0) return content;
  const [[field, said] = ['', {}]] = Object.entries(content);
  return { [field]: { ...(said as Fields), contextInfo } };
}

function quoteOf({ quoted, self, chat, decode }: ContentContext): Fields {
  if (quoted === undefined) return {};
  const { id, isFromMe, chatAddress, authorAddress } = quoted;
  const participant = isFromMe ? self : authorAddress || chatAddress;
  // A person may be addressed in two ways; another address means another chat only where a group is involved.
  const isElsewhere = chatAddress !== chat && (isGroup(chatAddress) || isGroup(chat));
  return {
    stanzaId: id,
    participant,
    quotedMessage: quotedContent(quoted, decode),
    ...(isElsewhere && { remoteJid: chatAddress }),
  };
}

const mentionsOf = ({ mentioned = [], mentionsEveryone }: ContentContext): Fields => ({
  ...(mentioned.length > 0 && {
    mentionedJid: mentioned.map((number) => `${number}@s.whatsapp.net`),
  }),
  ...(mentionsEveryone && { nonJidMentions: 1 }),
});
