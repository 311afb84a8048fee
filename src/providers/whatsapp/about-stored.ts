/** Holds what is said about another message against that message, as it was stored: who may, and what it means. */
import { createHash } from 'node:crypto';
import type { WAMessage } from '@whiskeysockets/baileys';
import type { MessageInfo } from '../../events/contract/catalog.ts';
import type { PollVote } from '../../messages/polls.ts';
import type { StoredMessage } from '../../messages/rows.ts';
import type { Clock } from '../../shared/clock.ts';
import { isGroup } from '../chats.ts';
import { pollIn } from '../poll.ts';
import type { Client } from './client.ts';
import { opened, sealedContent, secretOf } from './message-secrets.ts';
import { type About, keyForReceivers } from './translate/about.ts';
import { bareJid, type Person, type Self } from './translate/jids.ts';
import { type IncomingMessage, messageEvent } from './translate/message.ts';
import { type Fields, record } from './translate/reading.ts';
import type { Unreadable } from './translate/undecryptable.ts';
import { unwrap } from './translate/unwrap.ts';

export interface AboutStoredDeps {
  readonly client: Client;
  readonly clock: Clock;
  /** Null: none of this id is stored. */
  readonly stored: (id: string) => Promise<StoredMessage | null>;
  /** Who we are, once every address in `message` that can be resolved is. */
  readonly selfFor: (message: WAMessage) => Promise<Self>;
  readonly isAdmin: (group: string, person: Person) => Promise<boolean>;
}

/** A message that may be published, and what is stored of it. */
export interface Settled extends IncomingMessage {
  readonly message: WAMessage;
  readonly vote?: PollVote;
}

export class AboutStored {
  readonly #deps: AboutStoredDeps;

  constructor(deps: AboutStoredDeps) {
    this.#deps = deps;
  }

  /**
   * To be called once everything that came before in the chat is stored. Null: its sender may not say so.
   */
  async settled(
    message: WAMessage,
    incoming: IncomingMessage,
  ): Promise<Settled | Unreadable | null> {
    const { about } = incoming;
    if (about === undefined || about.type === 'reaction') return { ...incoming, message };
    const target = await this.#deps.stored(String(about.key.id));
    const { Info } = incoming.data;
    if (!(await this.#isAllowed(about, target, message, Info))) return null;
    const self = await this.#deps.selfFor(message);
    if (about.type === 'revoke' || about.type === 'edit')
      return withKey({ ...incoming, message }, about, target, self);
    if (target === null) return NOT_STORED;
    const said = { message, about, target, self };
    return about.type === 'poll_vote' ? this.#vote(incoming, said) : this.#edit(incoming, said);
  }

  /** Anybody in the chat may vote, authors may do the rest, and admins delete. */
  async #isAllowed(
    { type, key }: About,
    target: StoredMessage | null,
    message: WAMessage,
    Info: MessageInfo,
  ): Promise<boolean> {
    const isHere = target === null || isIn(target, message, Info);
    if (!isHere || type === 'poll_vote') return isHere;
    if (target ? isWrittenBy(target, message, Info) : isNamedAuthor(key, Info)) return true;
    if (type !== 'revoke' || !Info.IsGroup) return false;
    return this.#deps.isAdmin(Info.Chat, { jid: Info.Sender, alt: Info.SenderAlt });
  }

  /** In the form of an edit that is not sealed. */
  #edit({ data }: IncomingMessage, said: SealedWord): Settled | Unreadable {
    const { message, about, target, self } = said;
    const { Message } = this.#deps.client.proto;
    const inner = this.#opened('Message Edit', data.Info, said, (bytes) => Message.decode(bytes));
    if (inner === null) return NOT_OPENED;
    const { editedMessage = inner, timestampMs } = record(unwrap(inner).content.protocolMessage);
    const protocolMessage = { key: about.key, type: MESSAGE_EDIT, editedMessage, timestampMs };
    const open = { ...message, message: Message.fromObject({ protocolMessage }) };
    const edit = messageEvent(open, self, this.#deps.clock.now());
    if (!edit?.about) return NOT_OPENED;
    return withKey({ ...edit, message: open }, edit.about, target, self);
  }

  /** With the names of the options in place of their sealed hashes. */
  #vote(incoming: IncomingMessage, said: SealedWord): Settled | Unreadable {
    const { message, about, target, self } = said;
    const { Message } = this.#deps.client.proto;
    const { data } = incoming;
    const cast = this.#opened('Poll Vote', data.Info, said, (bytes) =>
      Message.PollVoteMessage.decode(bytes),
    );
    const poll = target.content && pollIn(unwrap(Message.decode(target.content)).content);
    if (!cast || !poll) return NOT_OPENED;
    const chosen = new Set((cast.selectedOptions ?? []).map(hex));
    const options = poll.options.filter((name) => chosen.has(hashOf(name)));
    const update = { ...record(data.Message[about.field]), vote: { selectedOptions: options } };
    const named = { ...data, Message: { ...data.Message, [about.field]: update } };
    const vote = { pollId: target.id, options };
    return withKey({ ...incoming, data: named, message, vote }, about, target, self);
  }

  /** Null when it does not open, or is not what it should be. */
  #opened<T>(
    use: 'Message Edit' | 'Poll Vote',
    Info: MessageInfo,
    { message, about, target, self }: SealedWord,
    decode: (content: Uint8Array) => T,
  ): T | null {
    const said = record(unwrap(message.message).content[about.field]);
    const sealed = sealedContent(use === 'Poll Vote' ? said.vote : said);
    const secret =
      target.content && secretOf(this.#deps.client.proto.Message.decode(target.content));
    if (sealed === null || !secret) return null;
    const writers = addressesOf(message, Info);
    const authors = authorsOf(target, writers, self);
    const content = opened(sealed, use, { id: target.id, secret, authors, writers });
    try {
      return content && decode(content);
    } catch {
      return null;
    }
  }
}

/** What is sealed with the secret of the stored message `target`. */
interface SealedWord {
  readonly message: WAMessage;
  readonly about: About;
  readonly target: StoredMessage;
  readonly self: Self;
}

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');
const hashOf = (name: string): string => createHash('sha256').update(name).digest('hex');

const NO_ACTION = 'Nothing: it stays sealed.';
const NOT_STORED: Unreadable = {
  unavailable: '',
  reason: 'It is sealed with the secret of a message that is not stored.',
  action: NO_ACTION,
};
const NOT_OPENED: Unreadable = {
  unavailable: '',
  reason: 'The secret of the message that it is about does not open it.',
  action: NO_ACTION,
};

/** Of `ProtocolMessage.Type`. */
const MESSAGE_EDIT = 14;

/** The addresses by which the sender of a message may have named themselves. */
const addressesOf = ({ key }: WAMessage, { Sender, SenderAlt, IsGroup }: MessageInfo): string[] => {
  const came = IsGroup ? [key.participant, key.participantAlt] : [key.remoteJid, key.remoteJidAlt];
  const known = [Sender, SenderAlt, ...(key.fromMe ? [] : came.map(bareJid))];
  return [...new Set(known)].filter((jid) => jid !== '');
};

/** The addresses by which phones may know who wrote `target`. In a chat of two that may be the writer of now. */
function authorsOf(target: StoredMessage, writers: readonly string[], self: Self): string[] {
  const { isFromMe, sender, authorAddress, chat, chatAddress } = target;
  if (isFromMe) return [self.jid, self.lid ?? ''].filter((jid) => jid !== '');
  const known = isGroup(chat) ? [] : [chatAddress, ...writers];
  return [...new Set([sender, authorAddress, ...known])].filter((jid) => jid !== '');
}

/** Whether the message came in the chat of `target`. */
function isIn(target: StoredMessage, { key }: WAMessage, Info: MessageInfo): boolean {
  const addresses = [Info.Chat, bareJid(key.remoteJid), bareJid(key.remoteJidAlt)];
  return [target.chat, target.chatAddress].some((address) => addresses.includes(address));
}

/** In a chat of two there is one writer on each side. */
function isWrittenBy(target: StoredMessage, message: WAMessage, Info: MessageInfo): boolean {
  if (target.isFromMe !== Info.IsFromMe) return false;
  if (Info.IsFromMe || !Info.IsGroup) return true;
  const writers = addressesOf(message, Info);
  return writers.includes(target.sender) || writers.includes(target.authorAddress);
}

/** Of a message that is not stored, or not any more, nothing is known but what its key says. */
function isNamedAuthor(key: Fields, { Sender, SenderAlt, IsFromMe, IsGroup }: MessageInfo) {
  if (key.fromMe === true || IsFromMe) return key.fromMe === IsFromMe;
  const author = bareJid(key.participant);
  return !IsGroup || author === Sender || (author !== '' && author === SenderAlt);
}

/** With the key of the other message as it was stored, whatever the content said of it. */
function withKey(
  settled: Settled,
  { field, keyField, key }: About,
  target: StoredMessage | null,
  self: Self,
): Settled {
  const { data } = settled;
  const { isFromMe: fromMe, sender: participant } = target ?? {};
  const known: Fields = target === null ? key : { id: target.id, fromMe, participant };
  const said = record(data.Message[field]);
  const named = { ...said, [keyField]: keyForReceivers(known, data.Info.Chat, self) };
  return { ...settled, data: { ...data, Message: { ...data.Message, [field]: named } } };
}
