/**
 * Spells messages in the protocol of WhatsApp, in one spelling for what is sent, stored and shown, whichever provider
 * sends it: new ones, those about another message, and those that repeat one. Pure.
 */
import type { KeyedMessage, StoredMessage } from '../messages/rows.ts';
import { failure, invalid } from '../shared/errors.ts';
import { isGroup } from './chats.ts';
import { contactsContent, withWaIds } from './contact-card.ts';
import type { Fields } from './foreign-values.ts';
import { interactiveContent } from './interactive.ts';
import type { LinkPreview, OutgoingContent, OutgoingContext } from './outgoing.ts';
import { pollIn, selectableIn } from './read-content.ts';
import { templateContent } from './templates.ts';

interface AboutContext {
  /** Returns the stored content of a message without its envelopes; empty for a message without content. */
  readonly decode: (message: Pick<KeyedMessage, 'content'>) => Fields;
  /** Ms since 1970. */
  readonly nowMs: number;
}

/** Builds a message about another one. Throws `invalid` and `conflict` for what phones would ignore silently. */
function aboutAnother(
  content: Extract<OutgoingContent, { kind: 'reaction' | 'edit' | 'revoke' }>,
  context: AboutContext,
): Fields {
  const { kind, about } = content;
  const key = keyOf(about);
  refuseWordsAboutAnother(about, context.decode(about));
  switch (kind) {
    case 'reaction':
      return { reactionMessage: { key, text: content.text, senderTimestampMs: context.nowMs } };
    case 'revoke':
      if (!about.isFromMe && !isGroup(about.chatAddress)) throw failure('removal_only_in_groups');
      return { protocolMessage: { key, type: REVOKE } };
    case 'edit': {
      const editedMessage = edited(about, content.text, context);
      return { protocolMessage: { key, type: EDIT, editedMessage, timestampMs: context.nowMs } };
    }
  }
}

/** Values of `ProtocolMessage.Type`. */
export const REVOKE = 0;
export const EDIT = 14;

/** Another message, as the account refers to it. */
export interface MessageKey {
  readonly remoteJid: string;
  readonly fromMe: boolean;
  readonly id: string;
  /** In groups: who wrote it, unless it was the account. */
  readonly participant?: string;
}

/**
 * Returns the key by which the account refers to a message, with the addresses that the platform used: it ignores what
 * names others.
 */
export function keyOf({ id, isFromMe, chatAddress, authorAddress }: KeyedMessage): MessageKey {
  const author = !isFromMe && authorAddress !== '' ? { participant: authorAddress } : {};
  return { remoteJid: chatAddress, fromMe: isFromMe, id, ...author };
}

/** Phones do not show later edits. */
const EDITABLE_MS = 15 * 60_000;

const CAPTIONED: ReadonlySet<string> = new Set(['imageMessage', 'videoMessage', 'documentMessage']);

function edited(about: StoredMessage, text: string, { decode, nowMs }: AboutContext): Fields {
  if (!about.isFromMe) throw failure('edit_of_others');
  if (nowMs - about.sentAt > EDITABLE_MS) throw failure('edit_too_late');
  const said = contentFieldIn(decode(about));
  if (said?.field === 'extendedTextMessage') return { extendedTextMessage: { text } };
  if (said && CAPTIONED.has(said.field) && said.value.caption)
    return enveloped(said.field, { ...said.value, caption: text });
  throw failure('edit_without_text');
}

/** Returns the content marked as forwarded again, without its quoted message and its mentions. */
function markForwarded(
  about: StoredMessage,
  { decode, chat }: AboutContext & { readonly chat: string },
): Fields {
  const content = decode(about);
  refuseWordsAboutAnother(about, content);
  const said = contentFieldIn(content);
  if (said === null) throw failure('content_not_stored');
  const { field, value } = said;
  if (value.viewOnce === true) throw failure('forward_of_view_once');
  // Files are not sealed there and sealed everywhere else.
  if (value.mimetype !== undefined && [chat, about.chatAddress].some(isChannel))
    throw failure('forward_to_channel');
  const { forwardingScore } = (value.contextInfo ?? {}) as Fields;
  const score = typeof forwardingScore === 'number' ? forwardingScore : 0;
  const contextInfo = { isForwarded: true, forwardingScore: score + 1 };
  return enveloped(field, { ...value, contextInfo });
}

const isChannel = (jid: string): boolean => jid.endsWith('@newsletter');

/** Returns what is shown of a message in answers to it, without what it answered itself. */
function quotedContent(about: KeyedMessage, decode: AboutContext['decode']): Fields {
  const content = about.claimedContent ?? decode(about);
  refuseWordsAboutAnother(about, content);
  const said = contentFieldIn(content);
  if (said === null) return {};
  const { contextInfo: _, ...value } = said.value;
  return { [said.field]: value };
}

/** Messages that have no content of their own. */
const ABOUT_ANOTHER: ReadonlySet<string> = new Set([
  'protocolMessage',
  'reactionMessage',
  'encReactionMessage',
  'encEventResponseMessage',
  'pollUpdateMessage',
  'secretEncryptedMessage',
]);

function refuseWordsAboutAnother({ id }: KeyedMessage, content: Fields): void {
  if (Object.keys(content).some((field) => ABOUT_ANOTHER.has(field)))
    throw invalid(
      `message ${id} is a reaction, vote, edit or removal: name the message it is about`,
    );
}

/** Fields that accompany content: secrets of that message only, and keys of its group. */
export const BESIDE: ReadonlySet<string> = new Set([
  'messageContextInfo',
  'senderKeyDistributionMessage',
  'fastRatchetKeySenderKeyDistributionMessage',
]);

interface ContentField {
  /**
   * A field such as `imageMessage`. Plain texts become an `extendedTextMessage`, which has room for more than the text.
   */
  readonly field: string;
  readonly value: Fields;
}

function contentFieldIn(content: Fields): ContentField | null {
  const [field, value] = Object.entries(content).find(([name]) => !BESIDE.has(name)) ?? [];
  if (field === undefined) return null;
  if (field === 'conversation') return { field: 'extendedTextMessage', value: { text: value } };
  return { field, value: value as Fields };
}

/** Phones show the caption of a document only when it is in an envelope. */
const enveloped = (field: string, value: Fields): Fields =>
  field === 'documentMessage' && value.caption
    ? { documentWithCaptionMessage: { message: { [field]: value } } }
    : { [field]: value };

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
