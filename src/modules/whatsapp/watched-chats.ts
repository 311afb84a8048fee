/** Subscribes to presence in the watched chats, again on every connection of a session. */
import type { CatalogEvent } from '../../core/events/contract/catalog.ts';
import { type Presence, WatchList } from '../../core/providers/chat-actions.ts';
import { timeMs } from '../../core/providers/foreign-values.ts';
import { Mutex } from '../../core/shared/async/mutex.ts';
import { iso } from '../../core/shared/clock.ts';
import { messageOf } from '../../core/shared/errors.ts';
import type { SessionContext } from './context.ts';
import type { BinaryNode, WASocket } from './engine/surface.ts';
import { otherAddress } from './other-address.ts';
import { bareJid, isMe, person, type Self } from './translate/jids.ts';
import { attribute, children } from './translate/node.ts';

const STANZAS = ['presence', 'chatstate'];

export class WatchedChats {
  readonly #deps: SessionContext;
  readonly #watched = new WatchList();
  #shown: Presence = 'unavailable';

  constructor(deps: SessionContext) {
    this.#deps = deps;
  }

  /** With each connection WhatsApp forgets the subscriptions and that the account is online. */
  listenTo(socket: WASocket): void {
    const reading = new Mutex();
    const listen = (stanza: BinaryNode) => {
      if (this.#watched.has(bareJid(attribute(stanza, 'from'))))
        reading.run(() => this.#publish(stanza, socket)).catch((error) => this.#warn(error));
    };
    for (const tag of STANZAS) socket.ws.on(`CB:${tag}`, listen);
    socket.ev.on('connection.update', ({ connection }) => {
      if (connection === 'open') this.#resume(socket).catch((error) => this.#warn(error));
    });
  }

  /** Throws `conflict` when the largest number of chats is watched already. */
  async watch(jid: string, socket: WASocket): Promise<void> {
    // WhatsApp may name a person by either address.
    const isGroup = jid.endsWith('@g.us');
    const other = isGroup ? '' : await otherAddress(jid, socket).catch(() => '');
    this.#watched.add(jid, other);
    await socket.presenceSubscribe(jid);
  }

  forget(jid: string): void {
    this.#watched.remove(jid);
  }

  /** Call it once the account is shown as online or offline: while it is offline it gets no presence of others. */
  async shown(presence: Presence, socket: WASocket): Promise<void> {
    this.#shown = presence;
    if (presence === 'available') await this.#subscribe(socket);
  }

  async #resume(socket: WASocket): Promise<void> {
    if (this.#shown === 'available') await socket.sendPresenceUpdate('available');
    await this.#subscribe(socket);
  }

  async #subscribe(socket: WASocket): Promise<void> {
    for (const jid of this.#watched.all()) await socket.presenceSubscribe(jid);
  }

  async #publish(stanza: BinaryNode, socket: WASocket): Promise<void> {
    const { queues, clock, addresses } = this.#deps;
    const self = await addresses.forStanza(stanza, socket);
    const event = presenceOfNode(stanza, self, clock.now());
    // This is not awaited: slow writes must not delay what arrives.
    if (event !== null) void queues.publish(event);
  }

  #warn(error: unknown): void {
    this.#deps.log.warn('a presence could not be handled', { reason: messageOf(error) });
  }
}

/** Reads a `presence` or `chatstate`; null when it says nothing of a person other than the account. */
function presenceOfNode(node: BinaryNode, self: Self, nowMs: number): CatalogEvent | null {
  switch (node.tag) {
    case 'presence':
      return onlineOf(node, self);
    case 'chatstate':
      return activityOf(node, self, nowMs);
    default:
      return null;
  }
}

function onlineOf(node: BinaryNode, self: Self): CatalogEvent | null {
  const { jid } = person(self, attribute(node, 'from'));
  // For a group it is the number of members who are online.
  if (jid === '' || isGroupChat(jid) || isMe(jid, self)) return null;
  const isUnavailable = attribute(node, 'type') === 'unavailable';
  // It is `deny` or the like where the person does not show it.
  const seenMs = timeMs(attribute(node, 'last'), 0);
  const LastSeen = isUnavailable && seenMs > 0 ? iso(seenMs) : null;
  return { type: 'Presence', data: { From: jid, Unavailable: isUnavailable, LastSeen } };
}

function activityOf(node: BinaryNode, self: Self, nowMs: number): CatalogEvent | null {
  const [state] = children(node);
  if (state?.tag !== 'composing' && state?.tag !== 'paused') return null;
  const from = bareJid(attribute(node, 'from'));
  const isGroup = isGroupChat(from);
  const sender = person(self, isGroup ? attribute(node, 'participant') : from);
  if (sender.jid === '' || isMe(sender.jid, self)) return null;
  const isRecording = state.tag === 'composing' && attribute(state, 'media') === 'audio';
  return {
    type: 'ChatPresence',
    data: {
      Chat: isGroup ? from : sender.jid,
      Sender: sender.jid,
      SenderAlt: sender.alt,
      IsFromMe: false,
      IsGroup: isGroup,
      State: state.tag,
      Media: isRecording ? 'audio' : '',
      Timestamp: iso(nowMs),
    },
  };
}

const isGroupChat = (jid: string): boolean => jid.endsWith('@g.us');
