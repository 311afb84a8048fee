/** What a client's stanzas mean: who it is, what it has taken, what it wants. */
import { randomBytes } from 'node:crypto';
import type { Companion } from './companion.ts';
import type { Connection, ConnectionEvents } from './connection.ts';
import type { ClientFinish } from './noise.ts';
import { answerQuery, edgeRoutingOf, successOf } from './queries.ts';
import { at, type BinaryNode, childrenOf, nowSeconds, SERVER, stanza } from './stanzas.ts';
import type { World } from './world.ts';

export class Session implements ConnectionEvents {
  /** The reason that every login and registration is refused with; null for none. */
  refusal: number | null = null;
  returningWithRouting = 0;
  readonly #world: World;

  constructor(world: World) {
    this.#world = world;
  }

  opened(connection: Connection, finish: ClientFinish): Promise<void> | void {
    if (this.refusal !== null) return refuse(connection, this.refusal);
    if (finish.payload.devicePairingData) return this.#world.pairing.offer(connection);
    const companion = this.#companionOf(finish);
    if (!companion) return refuse(connection, 401);
    companion.connection?.send(
      stanza('stream:error', {}, [stanza('conflict', { type: 'replaced' })]),
    );
    if (connection.routing) this.returningWithRouting += 1;
    connection.companion = companion;
    companion.attach(connection);
    connection.send(successOf(companion.lid));
  }

  async stanza(connection: Connection, node: BinaryNode): Promise<void> {
    const { companion } = connection;
    if (companion) this.#world.heard.push({ from: companion, node });
    if (node.tag === 'iq') {
      if (node.attrs.type === 'result' || node.attrs.type === 'error') return;
      await answerQuery(connection, node, this.#world);
      if (at(node, 'active')) welcome(connection);
      return;
    }
    if (companion) this.#fromDevice(companion, node);
  }

  closed(connection: Connection): void {
    this.#world.connections.delete(connection);
    this.#world.pairing.forget(connection);
    if (connection.companion?.connection === connection) connection.companion.detach();
  }

  broke(connection: Connection, reason: unknown): void {
    this.#world.complain(`${connection.companion?.jid ?? 'a client'}: ${reason}`);
  }

  #companionOf({ noiseKey, payload }: ClientFinish): Companion | undefined {
    const companion = this.#world.directory
      .byUser(`${payload.username}`)
      ?.companions.get(payload.device ?? 0);
    return companion?.noiseKey.equals(noiseKey) ? companion : undefined;
  }

  #fromDevice(companion: Companion, node: BinaryNode) {
    const { id, class: kind = '' } = node.attrs;
    if (node.tag === 'ack') companion.settle(kind, id);
    else if (node.tag === 'receipt') this.#receipt(companion, node);
    else if (node.tag === 'message') this.#world.post.message(companion, node);
    else if (node.tag === 'call') this.#call(companion, node);
    else if (at(node, 'offline_batch')) catchUp(companion);
  }

  #receipt(companion: Companion, node: BinaryNode) {
    const { id, to = '', type, participant } = node.attrs;
    const items = childrenOf(at(node, 'list'), 'item').map(({ attrs }) => attrs.id);
    for (const taken of [id, ...items]) companion.settle('message', taken);
    companion.connection?.send(
      stanza('ack', { class: 'receipt', id, from: to, type, t: nowSeconds() }),
    );
    if (type === 'server-error') this.#world.reuploads.answer(companion, node);
    const found = this.#world.directory.find(participant ?? to);
    if (!found) return;
    found.person.receipts.push(node);
    for (const reaction of found.person.reactions) void reaction.receipt(companion, node);
  }

  #call(companion: Companion, node: BinaryNode) {
    const { id, to = '' } = node.attrs;
    const type = childrenOf(node)[0]?.tag;
    companion.connection?.send(stanza('ack', { class: 'call', id, from: to, type }));
    this.#world.directory.find(to)?.person.calls.push(node);
  }
}

const refuse = (connection: Connection, reason: number): void =>
  connection.send(stanza('failure', { reason: `${reason}`, location: 'fake' }));

/** After the client has gone active: where to come back to, and how much it missed. */
function welcome(connection: Connection) {
  const count = `${connection.companion?.pending ?? 0}`;
  connection.send(edgeRoutingOf(randomBytes(16)));
  connection.send(
    stanza('ib', { from: SERVER }, [stanza('offline_preview', { count, message: count })]),
  );
}

function catchUp(companion: Companion) {
  const count = companion.catchUp();
  companion.connection?.send(
    stanza('ib', { from: SERVER }, [stanza('offline', { count: `${count}` })]),
  );
}
