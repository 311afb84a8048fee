/** Builds content about another message, and content that repeats one. Pure. */

import type { KeyedMessage, StoredMessage } from '../messages/rows.ts';
import { failure, invalid } from '../shared/errors.ts';
import { isGroup } from './chats.ts';
import type { Fields } from './foreign-values.ts';
import type { OutgoingContent } from './outgoing.ts';

export interface AboutContext {
  /** Returns the stored content of a message without its envelopes; empty for a message without content. */
  readonly decode: (message: Pick<KeyedMessage, 'content'>) => Fields;
  /** Ms since 1970. */
  readonly nowMs: number;
}

/** Builds a message about another one. Throws `invalid` and `conflict` for what phones would ignore silently. */
export function aboutAnother(
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
export function markForwarded(
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
export function quotedContent(about: KeyedMessage, decode: AboutContext['decode']): Fields {
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
