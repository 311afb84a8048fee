/** Holds what is said about another message against that message, as it was stored: who may, and what it means. */
import type { proto, WAMessage } from '@whiskeysockets/baileys';
import type { MessageInfo } from '../../events/contract/catalog.ts';
import type { StoredMessage } from '../../messages/rows.ts';
import type { Clock } from '../../shared/clock.ts';
import type { Client } from './client.ts';
import { openEdit, sealedContent, secretOf } from './message-secrets.ts';
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
    const isAuthor =
      target === null ? isNamedAuthor(about, Info) : isWrittenBy(target, message, Info);
    const mayRemove = about.type === 'revoke' && Info.IsGroup && isIn(target, message, Info);
    if (!isAuthor && !(mayRemove && (await this.#isAdmin(Info)))) return null;
    const self = await this.#deps.selfFor(message);
    if (about.type !== 'sealed_edit') return withKey({ ...incoming, message }, about, target, self);
    if (target === null) return NOT_STORED;
    const opened = this.#opened(message, about, target, Info);
    if (opened === null) return NOT_OPENED;
    const edit = messageEvent(opened, self, this.#deps.clock.now());
    return edit?.about ? withKey({ ...edit, message: opened }, edit.about, target, self) : null;
  }

  #isAdmin({ Chat, Sender, SenderAlt }: MessageInfo): Promise<boolean> {
    return this.#deps.isAdmin(Chat, { jid: Sender, alt: SenderAlt });
  }

  /** The message in the form of an edit that is not sealed; null when it does not open. */
  #opened(
    message: WAMessage,
    { field, key }: About,
    target: StoredMessage,
    Info: MessageInfo,
  ): WAMessage | null {
    const { Message } = this.#deps.client.proto;
    const outer = unwrap(message.message).content;
    const sealed = sealedContent(outer[field]);
    const secret = target.content && secretOf(Message.decode(target.content));
    if (sealed === null || !secret) return null;
    const writers = addressesOf(message, Info);
    const authors = [...new Set([...writers, target.sender, target.authorAddress])];
    const content = openEdit(sealed, { id: target.id, secret, authors, writers });
    const inner = content && decoded(Message, content);
    if (!inner) return null;
    const { editedMessage = inner, timestampMs } = record(unwrap(inner).content.protocolMessage);
    const protocolMessage = { key, type: MESSAGE_EDIT, editedMessage, timestampMs };
    return { ...message, message: Message.fromObject({ protocolMessage }) };
  }
}

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

function decoded(Message: typeof proto.Message, content: Uint8Array): proto.Message | null {
  try {
    return Message.decode(content);
  } catch {
    return null;
  }
}

/** The addresses by which the sender of a message may have named themselves. */
const addressesOf = ({ key }: WAMessage, { Sender, SenderAlt, IsGroup }: MessageInfo): string[] => {
  const came = IsGroup ? [key.participant, key.participantAlt] : [key.remoteJid, key.remoteJidAlt];
  const known = [Sender, SenderAlt, ...(key.fromMe ? [] : came.map(bareJid))];
  return [...new Set(known)].filter((jid) => jid !== '');
};

/** Whether the message came in the chat of `target`; what is not stored may have been in any. */
function isIn(target: StoredMessage | null, { key }: WAMessage, Info: MessageInfo): boolean {
  if (target === null) return true;
  const addresses = [Info.Chat, bareJid(key.remoteJid), bareJid(key.remoteJidAlt)];
  return [target.chat, target.chatAddress].some((address) => addresses.includes(address));
}

/** In a chat of two there is one writer on each side. */
function isWrittenBy(target: StoredMessage, message: WAMessage, Info: MessageInfo): boolean {
  if (!isIn(target, message, Info) || target.isFromMe !== Info.IsFromMe) return false;
  if (Info.IsFromMe || !Info.IsGroup) return true;
  const writers = addressesOf(message, Info);
  return writers.includes(target.sender) || writers.includes(target.authorAddress);
}

/** Of a message that is not stored, or not any more, nothing is known but what its key says. */
function isNamedAuthor({ key }: About, { Sender, SenderAlt, IsFromMe, IsGroup }: MessageInfo) {
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
