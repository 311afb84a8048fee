/** What linked devices send: acknowledged, then carried to every device it is for. */

import type { EncodedMessage } from '../../../packages/signal/test/peer.ts';
import { flawIn } from './adv.ts';
import { formRefusal } from './choices.ts';
import type { Companion } from './companion.ts';
import type { Person } from './person.ts';
import { type Envelope, read } from './reading.ts';
import { at, type BinaryNode, bytesAt, childrenOf, nowSeconds, stanza } from './stanzas.ts';
import type { World } from './world.ts';

/**
 * The error that a message is refused with; null: it is taken; `lost`: nothing is said and nothing delivered; `unsaid`:
 * it is delivered and nothing is said.
 */
export type MessageAnswer = number | 'lost' | 'unsaid' | null;

export class Post {
  readonly #world: World;
  /** Asked for each message. */
  answer: (message: BinaryNode) => MessageAnswer = formRefusal;

  constructor(world: World) {
    this.#world = world;
  }

  message(from: Companion, node: BinaryNode): void {
    const { id, to, type } = node.attrs;
    const answer = this.answer(node);
    if (answer === 'lost') return;
    const error = typeof answer === 'number' ? `${answer}` : undefined;
    if (answer !== 'unsaid')
      from.connection?.send(
        stanza('ack', { class: 'message', id, from: to, t: nowSeconds(), type, error }),
      );
    if (error !== undefined) return;
    if (this.#world.newsletters.posted(from, node)) return;
    this.#checkProof(from, node);
    for (const [device, sealed] of this.#copies(from, node)) {
      const envelope = { id: id ?? '', from, to: to ?? '', sealed, type: type ?? 'text' };
      this.#carry(device, { ...envelope, stanza: node });
    }
  }

  /** Whoever opens a session must show that the account vouches for the device. */
  #checkProof(from: Companion, node: BinaryNode) {
    if (!encsIn(node).some((sealed) => sealed.type === 'pkmsg')) return;
    if (!at(node, 'device-identity')) {
      this.#world.complain(`${from.jid} opened a session without its device identity`);
      return;
    }
    const proof = bytesAt(node, 'device-identity');
    const flaw = flawIn(proof, from.person.signal.identity, from.identity);
    if (flaw) this.#world.complain(`${from.jid}: ${flaw}`);
  }

  /** What each device gets: its own copy, and what was sealed once for a whole group. */
  #copies(from: Companion, node: BinaryNode): Map<string, EncodedMessage[]> {
    const to = node.attrs.to ?? '';
    const copies = new Map<string, EncodedMessage[]>();
    for (const copy of childrenOf(at(node, 'participants'), 'to')) {
      const device = this.#plain(copy.attrs.jid ?? '');
      if (device !== from.jid) copies.set(device, sealedIn(copy));
    }
    const shared = sealedIn(node);
    if (shared.length === 0) return copies;
    const group = this.#world.groups.find(to);
    const targets = node.attrs.participant
      ? [node.attrs.participant]
      : (group?.devices() ?? (to === STATUS ? [...copies.keys()] : [to]));
    for (const target of targets) {
      const device = this.#plain(target);
      if (device === from.jid) continue;
      copies.set(device, [...(copies.get(device) ?? []), ...shared]);
    }
    return copies;
  }

  /** One name for a device, however it was addressed. */
  #plain(jid: string): string {
    const found = this.#world.directory.find(jid);
    return found ? (found.companion?.jid ?? found.person.pn) : jid;
  }

  #carry(device: string, envelope: Envelope) {
    const found = this.#world.directory.find(device);
    if (!found) {
      this.#world.complain(`a message for ${device}, whom nobody knows`);
      return;
    }
    if (found.companion) found.companion.push(stanzaOf(envelope, found.person));
    else this.#hand(found.person, envelope);
  }

  #hand(person: Person, envelope: Envelope) {
    person.lane
      .run(async () => {
        const received = await read(person, envelope);
        if (!received) return;
        person.inbox.push(received);
        for (const reaction of person.reactions) reaction.received(envelope, received);
      })
      .catch((reason) => this.#world.complain(`${person.number} cannot read: ${reason}`));
  }
}

/** Goes to those alone who get the key in the same stanza. */
export const STATUS = 'status@broadcast';

const sealedIn = (node: BinaryNode): EncodedMessage[] =>
  childrenOf(node, 'enc').map((enc) => ({
    type: enc.attrs.type as EncodedMessage['type'],
    bytes: enc.content as Uint8Array,
  }));

const encsIn = (node: BinaryNode): EncodedMessage[] => [
  ...sealedIn(node),
  ...childrenOf(at(node, 'participants'), 'to').flatMap(sealedIn),
];

/** How a message of one linked device reaches another. */
function stanzaOf({ id, from, to, sealed, type }: Envelope, reader: Person): BinaryNode {
  const isGroup = to.endsWith('@g.us') || to === STATUS;
  const isOwn = from.person === reader;
  return stanza(
    'message',
    {
      from: isGroup ? to : from.jid,
      participant: isGroup ? from.jid : undefined,
      recipient: isOwn && !isGroup ? to : undefined,
      sender_lid: from.lid,
      id,
      t: nowSeconds(),
      type,
      notify: from.person.name,
    },
    encNodes(sealed),
  );
}

export const encNodes = (sealed: readonly EncodedMessage[], media?: string): BinaryNode[] =>
  sealed.map(({ type, bytes }) => stanza('enc', { v: '2', type, mediatype: media }, bytes));
