/** Somebody the account writes with: writes to it, reads what it sends, confirms what arrived, calls it. */
import type { proto } from '@whiskeysockets/baileys';
import { Call, type CallOptions } from './calls.ts';
import { tapOn } from './choices.ts';
import type { Companion } from './companion.ts';
import { Group, type GroupOptions, type Member } from './groups.ts';
import { fetchMedia, type Media, postMedia } from './media-messages.ts';
import type { Person } from './person.ts';
import type { Phone } from './phone.ts';
import { STATUS } from './post.ts';
import { showActivity, showOnline } from './presences.ts';
import type { Envelope, ReadMessage } from './reading.ts';
import { type AskingOptions, retryReceipt } from './retries.ts';
import { MESSAGE_EDIT, type Sealing, sealedEdit, voteOn } from './secrets.ts';
import { type BinaryNode, newId, nowSeconds, stanza } from './stanzas.ts';
import type { World } from './world.ts';
import { linkedOf, sendTo, type WritingOptions, writeTo, writeToGroup } from './writing.ts';

export interface ContactOptions {
  /** Digits with the country code, no plus. */
  readonly number: string;
  readonly name?: string;
  readonly username?: string;
  /** Four digits that those who look for the username need. */
  readonly usernameKey?: string;
  /** Digits of the hidden number; made up when absent. */
  readonly lid?: string;
  /** Other numbers that the server takes for this one, as a mobile number with and without a later digit. */
  readonly spellings?: readonly string[];
}

export type Content = { readonly text: string } | { readonly message: proto.IMessage } | Media;

const MAX_REPAIRABLE = 1000;
/** A device that is killed meanwhile acknowledges nothing. */
const ACKNOWLEDGED_MS = 1_000;

export class Contact {
  readonly person: Person;
  /** Whether the phone tells senders that their messages have arrived. */
  confirmsDelivery = true;
  readonly #world: World;
  /** Messages of accounts that the phone has asked for again. */
  readonly #askedAgain = new Set<string>();
  /** What can be sent again to a device that could not read it. */
  readonly #repairable = new Map<string, (companion: Companion) => Promise<void>>();

  constructor(world: World, { number, name = 'Contact', lid, ...options }: ContactOptions) {
    const { spellings = [], username = null, usernameKey = null } = options;
    this.#world = world;
    this.person = world.directory.person(number, name, lid);
    Object.assign(this.person, { username, usernameKey });
    for (const spelling of spellings) world.directory.spell(spelling, this.person);
    this.person.reactions.push({
      received: (envelope) => this.#received(envelope),
      receipt: (companion, node) => this.#receipt(companion, node),
    });
  }

  get number(): string {
    return this.person.number;
  }

  /** Everything this contact has read, oldest first. */
  get received(): readonly ReadMessage[] {
    return this.person.inbox.all;
  }

  /** The first message that fits, past or to come. Rejects after ten seconds. */
  receives(fits: (received: ReadMessage) => boolean = () => true): Promise<ReadMessage> {
    return this.person.inbox.first(fits);
  }

  /** The media of a message, every check made. */
  opens({ message }: ReadMessage): Buffer {
    return fetchMedia(this.#world.media, message);
  }

  /** The receipt of an account's device for one of this contact's messages, past or to come. */
  receiptFor(id: string, kind: 'delivered' | 'read' | 'retry'): Promise<BinaryNode> {
    const types = { delivered: [undefined, 'inactive'], read: ['read'], retry: ['retry'] }[kind];
    return this.person.receipts.first(
      ({ attrs }) => attrs.id === id && types.some((type) => type === attrs.type),
    );
  }

  /** Gives the message's id once it is on its way. Rejects when no device is linked to the account. */
  async writes(to: Phone | Group, content: Content, options: WritingOptions = {}): Promise<string> {
    const id = options.id ?? newId();
    const { message, about } = this.#prepare(id, content);
    const all = { ...about, ...options, id };
    if (to instanceof Group) return writeToGroup(this.person, to, message, all);
    if (options.undecryptable === 'once') this.#keepForRepair(id, message, all);
    return writeTo(this.person, to.person, message, all);
  }

  sendsImage(to: Phone | Group, bytes: Uint8Array, more: Partial<Media> = {}): Promise<string> {
    return this.writes(to, { ...more, media: 'image', bytes });
  }

  /** An empty emoji takes the reaction back. `author` wrote the message; absent: the account did. */
  reactsTo(to: Phone | Group, id: string, emoji: string, author?: Member): Promise<string> {
    const key = this.#keyOf(to, id, author);
    return this.writes(
      to,
      { message: { reactionMessage: { key, text: emoji, senderTimestampMs: Date.now() } } },
      { type: 'reaction' },
    );
  }

  /** In the open form of an edit; `author` as with reactions, absent: this contact. */
  edits(to: Phone | Group, id: string, text: string, author: Member = this): Promise<string> {
    const key = this.#keyOf(to, id, author);
    const protocolMessage = { key, type: MESSAGE_EDIT, editedMessage: { conversation: text } };
    return this.writes(to, { message: { protocolMessage } });
  }

  /** In the sealed form of today's phones. */
  editsSealed(to: Phone | Group, id: string, text: string, seal: Sealing): Promise<string> {
    return this.writes(to, { message: sealedEdit(this.#keyOf(to, id, this), text, seal) });
  }

  /** Chooses these options of a poll and no other; `author` wrote the poll. */
  votes(
    to: Phone | Group,
    id: string,
    options: readonly string[],
    seal: Sealing,
    author: Member = to instanceof Group ? this : to,
  ): Promise<string> {
    return this.writes(to, { message: voteOn(this.#keyOf(to, id, author), options, seal) });
  }

  /** Taps the button or row `choice` of a message that was received and is shown. */
  async taps(to: Phone, id: string, choice: string): Promise<string> {
    const { message, isShown } = await this.receives((received) => received.id === id);
    if (!isShown) throw new Error(`nobody can tap on message ${id}, which is not shown`);
    const context = { stanzaId: id, participant: to.person.pn, quotedMessage: message };
    return this.writes(to, { message: tapOn(message, choice, context) }, { type: 'media' });
  }

  /** Deletes for everybody; `author` as with edits. */
  revokes(to: Phone | Group, id: string, author: Member = this): Promise<string> {
    const key = this.#keyOf(to, id, author);
    return this.writes(to, { message: { protocolMessage: { key, type: REVOKE } } });
  }

  postsStatus(to: Phone, text: string): Promise<string> {
    return this.writes(to, { text }, { isStatus: true });
  }

  /** The same stanza again, as when an acknowledgement was lost. */
  repeats(to: Phone, id: string): void {
    for (const companion of linkedOf(to.person)) companion.again(id);
  }

  /** Read receipts for messages of the account, in the chat with it or in a group. */
  reads(phone: Phone, ids: readonly string[], group?: Group): void {
    this.#confirm(phone.person, ids, 'read', group?.jid ?? this.person.pn);
  }

  /**
   * Says that a message of the account could not be read; its device seals and sends it again. The phone has lost its
   * session at the first message, and again where it could not read what came then.
   */
  async asksAgain(phone: Phone, id: string, options: AskingOptions = {}): Promise<void> {
    const { person } = this;
    const hasLost = this.#askedAgain.size === 0 || this.#askedAgain.has(id);
    this.#askedAgain.add(id);
    for (const companion of linkedOf(phone.person)) {
      if (hasLost) await person.signal.forget(companion.jid);
      companion.push(await retryReceipt(person, id, options));
    }
  }

  /** `lastSeen` in seconds since 1970; null: the contact does not show it. */
  goesOffline(phone: Phone, lastSeen: number | null, addressing: 'pn' | 'lid' = 'pn'): void {
    const last = lastSeen === null ? 'deny' : `${lastSeen}`;
    showOnline(this.person, phone.person, { type: 'unavailable', last }, addressing);
  }

  comesOnline(phone: Phone, addressing: 'pn' | 'lid' = 'pn'): void {
    showOnline(this.person, phone.person, {}, addressing);
  }

  /** Those who have the contact are notified that it has another picture, or none any more. */
  changesPicture(phone: Phone, isRemoved = false): void {
    const child = isRemoved ? stanza('delete', {}) : stanza('set', { id: nowSeconds() });
    const attributes = { from: this.person.pn, type: 'picture', id: newId(), t: nowSeconds() };
    for (const companion of linkedOf(phone.person))
      companion.push(stanza('notification', attributes, [child]));
  }

  /** The contact has WhatsApp anew. Whoever has written with them is notified, unless `isTold` is false. */
  reinstalls(phone: Phone, isTold = true, from = this.person.pn): void {
    this.person.reinstall();
    this.#world.groups.forgetKeysOf(this.person);
    // What the phone wrote before is gone with it.
    this.#repairable.clear();
    if (!isTold) return;
    const attributes = { from, type: 'encrypt', id: newId(), t: nowSeconds() };
    for (const companion of linkedOf(phone.person))
      companion.push(stanza('notification', attributes, [stanza('identity', {})]));
  }

  shows(to: Phone | Group, activity: 'composing' | 'recording' | 'paused'): void {
    showActivity(this.person, to, activity);
  }

  calls(phone: Phone, options: CallOptions = {}): Call {
    return new Call(this.person, phone.person, options);
  }

  creates(options: GroupOptions): Group {
    return this.#world.groups.create(this.person, options);
  }

  /** Of a message in the chat with the account or in a group, as this contact sees it. */
  #keyOf(to: Phone | Group, id: string, author?: Member): proto.IMessageKey {
    const fromMe = author?.person === this.person;
    if (!(to instanceof Group)) return { remoteJid: to.person.pn, id, fromMe };
    const participant = author === undefined ? null : to.addressOf(author.person);
    return { remoteJid: to.jid, id, fromMe, participant };
  }

  #prepare(id: string, content: Content): { message: proto.IMessage; about: WritingOptions } {
    if ('text' in content) return { message: { conversation: content.text }, about: {} };
    if ('message' in content) return { message: content.message, about: {} };
    const { message, sealed, kind } = postMedia(this.#world.media, content);
    this.#world.reuploads.remember(id, sealed, kind);
    const mediaType = content.ptt ? 'ptt' : kind;
    return { message, about: { type: 'media', mediaType } };
  }

  #received({ id, from, to }: Envelope) {
    if (this.confirmsDelivery) this.#confirm(from.person, [id], undefined, to);
  }

  #confirm(account: Person, ids: readonly string[], type: string | undefined, chat: string) {
    const [first, ...rest] = ids;
    const group = this.#world.groups.find(chat);
    const items = rest.map((id) => stanza('item', { id }));
    for (const companion of linkedOf(account)) {
      companion.push(
        stanza(
          'receipt',
          {
            from: chat,
            participant: chat === STATUS ? this.person.pn : group?.addressOf(this.person),
            id: first,
            t: nowSeconds(),
            type,
          },
          items.length > 0 ? [stanza('list', {}, items)] : undefined,
        ),
      );
    }
  }

  #keepForRepair(
    id: string,
    message: proto.IMessage,
    options: WritingOptions & { readonly id: string },
  ) {
    const [oldest] = this.#repairable.keys();
    if (this.#repairable.size >= MAX_REPAIRABLE) this.#repairable.delete(oldest ?? '');
    const { undecryptable: _, ...healthy } = options;
    this.#repairable.set(id, async (companion) => {
      await this.person.signal.closeSessions(companion.jid);
      await sendTo(this.person, companion, message, healthy);
    });
  }

  /**
   * Resolves when the device has also acknowledged what it could not read, or is gone: an acknowledgement names an id,
   * and what is sent again has the same.
   */
  async #done(companion: Companion, id: string | undefined): Promise<void> {
    const isAck = ({ tag, attrs }: BinaryNode) => tag === 'ack' && attrs.id === id;
    const acknowledged = this.#world.heard.first(
      ({ from, node }) => from === companion && isAck(node),
      ACKNOWLEDGED_MS,
    );
    await acknowledged.catch(() => {});
  }

  #receipt(companion: Companion, { attrs }: BinaryNode) {
    const repair = this.#repairable.get(attrs.id ?? '');
    if (attrs.type !== 'retry' || !repair) return;
    void this.#done(companion, attrs.id)
      .then(() => this.person.lane.run(() => repair(companion)))
      .catch((reason) => this.#world.complain(`a message could not be sent again: ${reason}`));
  }
}

/** Of `ProtocolMessage.Type`. */
const REVOKE = 0;
