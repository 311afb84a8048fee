/** Sends messages again to devices that could not read them and ask for them. */

import { databaseErrorIn } from '../../core/db/client.ts';
import { readRecentEvents } from '../../core/events/log/recent-events.ts';
import { isInChat, readDeletions } from '../../core/messages/find.ts';
import type { StoredMessage } from '../../core/messages/rows.ts';
import { isGroup, STATUS_JID } from '../../core/providers/chats.ts';
import { record, text } from '../../core/providers/foreign-values.ts';
import { isOfPerson } from '../../core/shared/addresses/chat-address.ts';
import { resultInTime } from '../../core/shared/async/deadline.ts';
import { Mutex } from '../../core/shared/async/mutex.ts';
import { messageOf } from '../../core/shared/errors.ts';
import { LimitedMap } from '../../core/shared/limited-map.ts';
import type { SessionContext } from './context.ts';
import { takeListeners } from './engine/listeners.ts';
import { isSameKey, type SignalRepository } from './engine/signal.ts';
import { encodeStanza } from './engine/stanza-encoder.ts';
import type { Baileys, BinaryNode, WASocket } from './engine/surface.ts';
import { NoAnswer } from './groups/queries.ts';
import { otherAddress } from './other-address.ts';
import { interactiveNodes } from './relay/message-kind.ts';
import type { RelayedMessage } from './relay/relay.ts';
import { type RepeatTarget, sendAgain } from './relay/repeating.ts';
import { beginSessions } from './relay/sealing.ts';
import { isViewer } from './relay/status-viewers.ts';
import { unwrap } from './translate/content.ts';
import { addressesOf } from './translate/group-metadata.ts';
import { bareJid, isMe } from './translate/jids.ts';
import { child } from './translate/node.ts';

/** The parts of a sent message that stay in memory. */
export type RememberedMessage = Pick<RelayedMessage, 'message' | 'beside'>;

interface RetryRequest {
  readonly id: string;
  /** The JID of the device that asks. */
  readonly device: string;
  /** How often the device has asked for the message, as it says. */
  readonly count: number;
}

/** For older messages the stored content is sent. */
const SENT_MAX = 1_000;
/** How many may wait to be answered. WhatsApp keeps what is beyond for the next connection. */
const WAITING_MAX = 1_000;
/** After this time those behind it do not wait for it any more: WhatsApp may not answer. */
const ANSWER_MS = 10_000;
/** How often a device is sent the same message again. */
const TIMES_MAX = 5;
/** How many devices and messages are remembered for that. */
const ASKED_MAX = 5_000;
/** A device that asks for several messages at once gets one new session in this time. */
const RENEWED_MS = 10_000;
const RENEWED_MAX = 1_000;
/** How many messages that are not stored are named in the log in a minute. */
const NAMED_MAX = 10;
const NAMED_MS = 60_000;

export class RetryRequests {
  /** The messages that were sent last, whole, by message id. */
  readonly sent = new LimitedMap<string, RememberedMessage>(SENT_MAX);
  readonly #context: SessionContext;
  readonly #arrivedRead: () => Promise<void>;
  /** How often each device has asked for each message. */
  readonly #asked = new LimitedMap<string, number>(ASKED_MAX);
  /** When a device got a new session, in steady ms. */
  readonly #renewed = new LimitedMap<string, number>(RENEWED_MAX);
  readonly #named = new LimitedMap<string, number>(ASKED_MAX);

  /** `arrivedRead` is that of the `MessageReceiver`. */
  constructor(context: SessionContext, arrivedRead: () => Promise<void>) {
    this.#context = context;
    this.#arrivedRead = arrivedRead;
  }

  /**
   * Answers the requests of a new connection in their order, in place of Baileys, which knows only what was sent on
   * that connection and sends it to all devices of a chat.
   */
  listenTo(socket: WASocket): void {
    const { clock } = this.#context;
    const others = takeListeners<BinaryNode>(socket, 'CB:receipt');
    const answering = new Mutex();
    let waiting = 0;
    const done = () => {
      waiting--;
    };
    const take = async (stanza: BinaryNode) => {
      // Keys of another identity that a request brings void the sessions in which earlier messages were written.
      await this.#arrivedRead();
      const answered = this.#answer(stanza, socket).finally(done);
      await resultInTime({ clock, ms: ANSWER_MS }, answered);
    };
    // When the connection has ended, the request comes again on the next one.
    const ended = () => {};
    socket.ws.on('CB:receipt', (stanza: BinaryNode) => {
      if (stanza.attrs.type !== 'retry') for (const receive of others) receive(stanza);
      else if (waiting < WAITING_MAX) {
        waiting++;
        answering.run(() => take(stanza)).catch(ended);
      }
    });
  }

  /**
   * Acknowledges a request once it is answered, however long that takes. One that the database or WhatsApp kept from being
   * answered is not acknowledged, so it comes again on the next connection. Never rejects.
   */
  async #answer(stanza: BinaryNode, socket: WASocket): Promise<void> {
    const { baileys, log, host } = this.#context;
    const request = requestIn(stanza);
    try {
      if (request !== null) await this.#repeat(request, stanza, socket);
    } catch (error) {
      log.debug('a message could not be sent again', {
        instanceName: host.instanceName,
        messageId: request?.id,
        reason: messageOf(error),
      });
      const comesAgain = databaseErrorIn(error) !== null || error instanceof NoAnswer;
      if (comesAgain && request !== null) this.#count(request, -1);
      if (comesAgain) return;
    }
    await socket.sendRawMessage(encodeStanza(baileys.buildAckStanza(stanza))).catch(() => {});
  }

  async #repeat(request: RetryRequest, stanza: BinaryNode, socket: WASocket): Promise<void> {
    const { baileys, host } = this.#context;
    const { id, device, count } = request;
    const times = this.#count(request, 1);
    if (times > TIMES_MAX) return;
    const stored = await host.findMessage(id);
    if (stored === null) return this.#notStored(id);
    if (!stored.isFromMe || stored.id !== id) return;
    const target = await this.#recipient(stored, request, socket);
    if (target === null || (await this.#isDeleted(stored))) return;
    const said = this.#said(stored);
    if (said === null) return this.#notStored(id);
    await this.#openSession(device, { stanza, isRepeated: times > 1, socket });
    const relayed = { id, chat: stored.chatAddress, ...said };
    await sendAgain(socket, baileys, relayed, { device, isOwn: target.isOwn, count });
  }

  /** Adds to how often the device has asked for the message, and returns that. */
  #count({ id, device }: RetryRequest, more: number): number {
    const times = (this.#asked.get(`${id} ${device}`) ?? 0) + more;
    this.#asked.set(`${id} ${device}`, times);
    return times;
  }

  /** Returns null for a device to which the message was not sent. */
  async #recipient(
    { id, chatAddress, ...stored }: StoredMessage,
    { device }: RetryRequest,
    socket: WASocket,
  ): Promise<Pick<RepeatTarget, 'isOwn'> | null> {
    const addresses = await addressesBehind(device, socket);
    const isOwn = addresses.some((address) => isMe(address, this.#context.self()));
    if (isOwn) return { isOwn };
    const wasFor = async () => {
      if (chatAddress === STATUS_JID) return isViewer(socket, id, addresses);
      if (!isGroup(chatAddress))
        return addresses.some((address) => isInChat({ id, chatAddress, ...stored }, address));
      const { participants } = await this.#context.groups.find(chatAddress, socket);
      const member = participants
        .map(addressesOf)
        .find((known) => known.some((jid) => addresses.includes(jid)));
      if (member === undefined) return false;
      return !(await this.#hasJoinedSince(stored.sentAt, chatAddress, [...member, ...addresses]));
    };
    return (await wasFor()) ? { isOwn } : null;
  }

  /** Members see the ids of earlier messages in reactions and replies, and must not get those messages by asking. */
  async #hasJoinedSince(
    sentAt: number,
    group: string,
    addresses: readonly string[],
  ): Promise<boolean> {
    const { db, host } = this.#context;
    const changes = await readRecentEvents(db, host.instanceId, ['GroupInfo'], sentAt);
    return changes.some(({ data }) => {
      const { JID, Join, Timestamp } = record(data);
      if (JID !== group || !Array.isArray(Join)) return false;
      // Both times are whole seconds.
      return Date.parse(text(Timestamp)) > sentAt && Join.some((jid) => addresses.includes(jid));
    });
  }

  async #isDeleted(stored: StoredMessage): Promise<boolean> {
    const { baileys, db, host } = this.#context;
    const deletions = await readDeletions(db, host.instanceId, stored);
    return deletions.some((content) => {
      const { protocolMessage } = unwrap(baileys.proto.Message.decode(content)).content;
      return record(record(protocolMessage).key).id === stored.id;
    });
  }

  /** Returns the message with what belongs beside it, or null when its content is not stored. */
  #said({ id, kind, content }: StoredMessage): RememberedMessage | null {
    const { baileys, clock } = this.#context;
    const known = this.sent.get(id);
    if (known !== undefined || content === null) return known ?? null;
    const message = baileys.proto.Message.decode(content);
    return { message, beside: { nodes: interactiveNodes(kind, message, clock.now()) } };
  }

  /**
   * A device that could not read a message gets a new session: by its own keys, if it has sent them along. Keys of another
   * identity may be older than the known one, since the request has waited: then WhatsApp is asked for the current ones.
   */
  async #openSession(
    device: string,
    { stanza, isRepeated, socket }: { stanza: BinaryNode; isRepeated: boolean; socket: WASocket },
  ): Promise<void> {
    // It was made by `configOf`.
    const repository = socket.signalRepository as SignalRepository;
    const offer = keysIn(device, stanza, this.#context.baileys);
    const now = this.#context.clock.steady();
    const isRecent = now - (this.#renewed.get(device) ?? -RENEWED_MS) < RENEWED_MS;
    const isOpen = (await repository.validateSession(device)).exists;
    if (offer === null && isRecent && isOpen && !isRepeated) return;
    this.#renewed.set(device, now);
    repository.renew(device);
    const known = await repository.identityOf(device);
    if (offer !== null && (known === null || isSameKey(known, offer.session.identityKey)))
      return repository.injectE2ESession(offer);
    const failures = await beginSessions(socket, this.#context.baileys, [device], true);
    const failure = failures.get(device);
    if (failure instanceof NoAnswer) throw failure;
  }

  #notStored(id: string): void {
    const { clock, log, host } = this.#context;
    const now = clock.steady();
    const recent = [...this.#named.values()].slice(-NAMED_MAX);
    const isFull = recent.length === NAMED_MAX && now - (recent[0] ?? 0) < NAMED_MS;
    if (this.#named.has(id) || isFull) return;
    this.#named.set(id, now);
    log.warn('a device asks again for a message that is no longer stored: it stays unreadable', {
      instanceName: host.instanceName,
      messageId: id,
    });
  }
}

const COUNT = /^[1-9]\d?$/;

/** Returns null for a request that names no message or no device. */
function requestIn(stanza: BinaryNode): RetryRequest | null {
  const { id, from, participant } = stanza.attrs;
  const device = participant ?? from;
  const person = bareJid(device);
  if (!id || !device || !isOfPerson(person)) return null;
  const { count = '' } = child(stanza, 'retry')?.attrs ?? {};
  return { id, device, count: COUNT.test(count) ? Number(count) : 1 };
}

/** Returns null for a request without the keys of its device, and for malformed ones. */
function keysIn(jid: string, stanza: BinaryNode, { extractE2ESessionFromRetryReceipt }: Baileys) {
  const keys = extractE2ESessionFromRetryReceipt(stanza);
  if (keys === null) return null;
  const { preKey, ...session } = keys;
  return { jid, session: { ...session, ...(preKey && { preKey }) } };
}

/** Returns the addresses of the person whose device it is, as far as they are known. */
async function addressesBehind(device: string, socket: WASocket): Promise<string[]> {
  const jid = bareJid(device);
  return [jid, await otherAddress(jid, socket)].filter((address) => address !== '');
}
