/** Subscribes to presence in the watched chats, again on every connection of a session. */

import type { Presence } from '../../core/providers/chat-actions.ts';
import { WatchList } from '../../core/providers/watch-list.ts';
import { Mutex } from '../../core/shared/async/mutex.ts';
import { messageOf } from '../../core/shared/errors.ts';
import type { SessionContext } from './context.ts';
import type { BinaryNode, WASocket } from './engine/surface.ts';
import { otherAddress } from './other-address.ts';
import { bareJid } from './translate/jids.ts';
import { attribute } from './translate/node.ts';
import { presenceOfNode } from './translate/presence.ts';

type WatchedChatsDeps = Pick<SessionContext, 'queues' | 'clock' | 'log' | 'addresses'>;

const STANZAS = ['presence', 'chatstate'];

export class WatchedChats {
  readonly #deps: WatchedChatsDeps;
  readonly #watched = new WatchList();
  #shown: Presence = 'unavailable';

  constructor(deps: WatchedChatsDeps) {
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
