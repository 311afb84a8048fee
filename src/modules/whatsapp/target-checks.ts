/**
 * Checks what a message says about another one against that message as it is stored: whether the
 * sender may say it, and what it means.
 */

import { createHash } from 'node:crypto';
import type { MessageInfo } from '../../core/events/types/message-data.ts';
import { isInChat } from '../../core/messages/find.ts';
import type { PollVote } from '../../core/messages/polls.ts';
import type { StoredMessage } from '../../core/messages/rows.ts';
import { isGroup } from '../../core/providers/chats.ts';
import { type Fields, record } from '../../core/providers/foreign-values.ts';
import { plainRecord, pollIn } from '../../core/providers/read-content.ts';
import type { SessionContext } from './context.ts';
import type { proto, WAMessage } from './engine/surface.ts';
import { openSealed, type SecretUse, sealedContent, secretOf } from './message-secrets.ts';
import { keyForReceivers, needsTarget, type Target, unwrap } from './translate/content.ts';
import { bareJid, type Self } from './translate/jids.ts';
import { type IncomingMessage, messageEvent } from './translate/message.ts';
import type { UndecryptableReason } from './translate/undecryptable.ts';

type Resolution = ResolvedMessage | UndecryptableReason;

/** A message that may be published, with what is stored of it. */
interface ResolvedMessage extends IncomingMessage {
  readonly message: WAMessage;
  readonly vote?: PollVote;
}

export class TargetChecks {
  readonly #deps: SessionContext;

  constructor(deps: SessionContext) {
    this.#deps = deps;
  }

  /**
   * Resolves with null when the sender may not say this. Call it once everything that came before
   * in the chat is stored.
   */
  async resolve(message: WAMessage, incoming: IncomingMessage): Promise<Resolution | null> {
    const { target } = incoming;
    if (!needsTarget(target)) return { ...incoming, message };
    const { Info } = incoming.data;
    const places = placesOf(message, Info);
    const stored = await this.#deps.host.findMessage(String(target.key.id), places);
    if (!(await this.#isAllowed(target, stored, message, Info))) return null;
    const self = await this.#deps.addresses.forMessage(message);
    if (target.type === 'revoke' || target.type === 'edit')
      return withKey({ ...incoming, message }, target, stored, self);
    if (stored === null) return NOT_STORED;
    return this.#unsealed(incoming, { message, target, stored, self });
  }

  /** Opens sealed content and returns the message as one that was not sealed. */
  #unsealed(incoming: IncomingMessage, sealed: SealedContext): Resolution {
    const { Message } = this.#deps.baileys.proto;
    const { type, key } = sealed.target;
    const open = <T>(use: SecretUse, form: Decoder<T>) =>
      this.#opened(use, form, incoming.data.Info, sealed);
    switch (type) {
      case 'poll_vote':
        return this.#vote(incoming, sealed, open('Poll Vote', Message.PollVoteMessage));
      case 'event_response':
        return answerToEvent(
          incoming,
          sealed,
          open('Event Response', Message.EventResponseMessage),
        );
      case 'sealed_reaction': {
        const reaction = open('Enc Reaction', Message.ReactionMessage);
        if (reaction === null) return NOT_OPENED;
        const { text, senderTimestampMs } = reaction;
        return this.#asOpen(
          { reactionMessage: { key, text: text ?? '', senderTimestampMs } },
          sealed,
        );
      }
      case 'sealed_comment': {
        const message = open('Enc Comment', Message);
        if (message === null) return NOT_OPENED;
        return this.#asOpen({ commentMessage: { message, targetMessageKey: key } }, sealed);
      }
      case 'sealed_edit':
        return this.#edit(open('Message Edit', Message), sealed);
      case 'sealed_event_edit':
        return this.#edit(open('Event Edit', Message), sealed);
      default:
        return NOT_KNOWN;
    }
  }

  /** Anybody in the chat may react, comment, vote and answer; only authors may do the rest, and admins may delete. */
  async #isAllowed(
    { type, key }: Target,
    stored: StoredMessage | null,
    message: WAMessage,
    Info: MessageInfo,
  ): Promise<boolean> {
    const isHere = stored === null || isIn(stored, message, Info);
    if (!isHere || !FOR_AUTHORS.has(type)) return isHere;
    if (stored ? isWrittenBy(stored, message, Info) : isNamedAuthor(key, Info)) return true;
    if (type !== 'revoke' || !Info.IsGroup) return false;
    const writer = { jid: Info.Sender, alt: Info.SenderAlt };
    return this.#deps.addresses.isAdmin(Info.Chat, writer);
  }

  #edit(inner: proto.IMessage | null, sealed: SealedContext): Resolution {
    if (inner === null) return NOT_OPENED;
    const { editedMessage = inner, timestampMs } = record(unwrap(inner).content.protocolMessage);
    const { key } = sealed.target;
    const protocolMessage = { key, type: MESSAGE_EDIT, editedMessage, timestampMs };
    return this.#asOpen({ protocolMessage }, sealed);
  }

  /** Returns the message as if it had brought `content` unsealed. */
  #asOpen(content: Fields, { message, stored, self }: SealedContext): Resolution {
    const open = { ...message, message: this.#deps.baileys.proto.Message.fromObject(content) };
    const told = messageEvent(open, self, this.#deps.clock.now());
    if (!told?.target) return NOT_OPENED;
    return withKey({ ...told, message: open }, told.target, stored, self);
  }

  /** Replaces the sealed hashes with the names of the options. */
  #vote(
    incoming: IncomingMessage,
    { message, target, stored, self }: SealedContext,
    cast: proto.Message.IPollVoteMessage | null,
  ): Resolution {
    const { Message } = this.#deps.baileys.proto;
    const { data } = incoming;
    const poll = stored.content && pollIn(unwrap(Message.decode(stored.content)).content);
    if (!cast || !poll) return NOT_OPENED;
    const chosen = new Set((cast.selectedOptions ?? []).map(hex));
    const options = poll.options.filter((name) => chosen.has(hashOf(name)));
    const update = { ...record(data.Message[target.field]), vote: { selectedOptions: options } };
    const named = { ...data, Message: { ...data.Message, [target.field]: update } };
    const vote = { pollId: stored.id, options };
    return withKey({ ...incoming, data: named, message, vote }, target, stored, self);
  }

  /** Returns null when the content cannot be opened or does not have the expected form. */
  #opened<T>(
    use: SecretUse,
    form: Decoder<T>,
    Info: MessageInfo,
    { message, target, stored, self }: SealedContext,
  ): T | null {
    const said = record(unwrap(message.message).content[target.field]);
    const sealed = sealedContent(use === 'Poll Vote' ? said.vote : said);
    const secret =
      stored.content && secretOf(this.#deps.baileys.proto.Message.decode(stored.content));
    if (sealed === null || !secret) return null;
    const writers = addressesOf(message, Info);
    const authors = authorsOf(stored, writers, self);
    const content = openSealed(sealed, use, { id: stored.id, secret, authors, writers });
    try {
      return content && form.decode(content);
    } catch {
      return null;
    }
  }
}

/** Content that is sealed with the secret of the message `stored`. */
interface SealedContext {
  readonly message: WAMessage;
  readonly target: Target;
  readonly stored: StoredMessage;
  readonly self: Self;
}

/** A form of the protocol. */
interface Decoder<T> {
  decode(content: Uint8Array): T;
}

/** Adds the answer in words. */
function answerToEvent(
  incoming: IncomingMessage,
  { message, target, stored, self }: SealedContext,
  inner: proto.Message.IEventResponseMessage | null,
): Resolution {
  if (inner === null) return NOT_OPENED;
  const { data } = incoming;
  const { response, ...others } = plainRecord({ ...inner });
  const field = 'eventResponseMessage';
  const answer = { ...others, response: EVENT_ANSWERS[Number(response)] ?? 'UNKNOWN' };
  const opened = { ...incoming, data: { ...data, Message: { [field]: answer } }, message };
  return withKey(opened, { ...target, field }, stored, self);
}

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');
const hashOf = (name: string): string => createHash('sha256').update(name).digest('hex');

/** Only the authors of the other message may say these about it. */
const FOR_AUTHORS: ReadonlySet<Target['type']> = new Set([
  'revoke',
  'edit',
  'sealed_edit',
  'sealed_event_edit',
]);

/** The words for the numbers of `EventResponseMessage.EventResponseType`. */
const EVENT_ANSWERS: readonly string[] = ['UNKNOWN', 'GOING', 'NOT_GOING', 'MAYBE'];

const NO_ACTION = 'Nothing: it stays sealed.';
const NOT_STORED: UndecryptableReason = {
  unavailable: '',
  reason: 'It is sealed with the secret of a message that is not stored.',
  action: NO_ACTION,
};
const NOT_KNOWN: UndecryptableReason = {
  unavailable: '',
  reason: 'It is sealed, and of a kind that is not known.',
  action: NO_ACTION,
};
const NOT_OPENED: UndecryptableReason = {
  unavailable: '',
  reason: 'The secret of the message that it is about does not open it.',
  action: NO_ACTION,
};

/** A value of `ProtocolMessage.Type`. */
const MESSAGE_EDIT = 14;

/** Returns the addresses by which the sender of a message may have named themselves. */
const addressesOf = ({ key }: WAMessage, { Sender, SenderAlt, IsGroup }: MessageInfo): string[] => {
  const came = IsGroup ? [key.participant, key.participantAlt] : [key.remoteJid, key.remoteJidAlt];
  const known = [Sender, SenderAlt, ...(key.fromMe ? [] : came.map(bareJid))];
  return [...new Set(known)].filter((jid) => jid !== '');
};

/**
 * Returns the addresses by which phones may know who wrote `target`. In a chat of two these include
 * the addresses of `writers`.
 */
function authorsOf(stored: StoredMessage, writers: readonly string[], self: Self): string[] {
  const { isFromMe, sender, authorAddress, chat, chatAddress } = stored;
  if (isFromMe) return [self.jid, self.lid ?? ''].filter((jid) => jid !== '');
  const known = isGroup(chat) ? [] : [chatAddress, ...writers];
  return [...new Set([sender, authorAddress, ...known])].filter((jid) => jid !== '');
}

/** Returns the addresses of the chat in which the message came. */
const placesOf = ({ key }: WAMessage, { Chat }: MessageInfo): string[] => [
  Chat,
  bareJid(key.remoteJid),
  bareJid(key.remoteJidAlt),
];

/** Tells whether the message came in the chat of `target`. */
const isIn = (stored: StoredMessage, message: WAMessage, Info: MessageInfo): boolean =>
  placesOf(message, Info).some((address) => isInChat(stored, address));

/** In a chat of two there is one writer on each side. */
function isWrittenBy(stored: StoredMessage, message: WAMessage, Info: MessageInfo): boolean {
  if (stored.isFromMe !== Info.IsFromMe) return false;
  if (Info.IsFromMe || !Info.IsGroup) return true;
  const writers = addressesOf(message, Info);
  return writers.includes(stored.sender) || writers.includes(stored.authorAddress);
}

/** When the other message is not stored (any more), only its key tells who wrote it. */
function isNamedAuthor(key: Fields, { Sender, SenderAlt, IsFromMe, IsGroup }: MessageInfo) {
  if (key.fromMe === true || IsFromMe) return key.fromMe === IsFromMe;
  const author = bareJid(key.participant);
  return !IsGroup || author === Sender || (author !== '' && author === SenderAlt);
}

/** Uses the key of the other message as it was stored, whatever the content said of it. */
function withKey(
  resolved: ResolvedMessage,
  { field, keyField, key }: Target,
  stored: StoredMessage | null,
  self: Self,
): ResolvedMessage {
  const { data } = resolved;
  const { isFromMe: fromMe, sender: participant } = stored ?? {};
  const known: Fields = stored === null ? key : { id: stored.id, fromMe, participant };
  const said = record(data.Message[field]);
  const named = { ...said, [keyField]: keyForReceivers(known, data.Info.Chat, self) };
  return { ...resolved, data: { ...data, Message: { ...data.Message, [field]: named } } };
}
