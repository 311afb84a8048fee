/** What a client's stanzas mean: who it is, what it has taken, what it wants. */
import { randomBytes } from 'node:crypto';
import type { Companion } from './companion.ts';
import type { Connection, ConnectionEvents } from './connection.ts';
import type { ClientFinish } from './noise.ts';
import type { Person } from './person.ts';
import { takePresence } from './presences.ts';
import { answerQuery, edgeRoutingOf, successOf } from './queries.ts';
import { takeReceipt } from './receipts.ts';
import { at, type BinaryNode, childrenOf, SERVER, stanza } from './stanzas.ts';
import type { World } from './world.ts';

const OUTDATED = 405;

export class Session implements ConnectionEvents {
  /** The reason that every login and registration is refused with; null for none. */
  refusal: LoginRefusal | null = null;
  /** The same for the logins of one account. */
  readonly refusals = new Map<Person, LoginRefusal>();
  /** Clients that claim an older version are refused with 405; null for none. */
  oldestVersion: readonly number[] | null = null;
  /** What new clients are told instead of being offered codes; null for codes. */
  replayed: readonly BinaryNode[] | null = null;
  returningWithRouting = 0;
  replaced = 0;
  saidAfterReplaced = 0;
  readonly #world: World;

  constructor(world: World) {
    this.#world = world;
  }

  opened(connection: Connection, finish: ClientFinish): void {
    const isNew = Boolean(finish.payload.devicePairingData);
    const companion = isNew ? undefined : this.#companionOf(finish);
    const refusal = this.#isOutdated(finish) ? OUTDATED : this.#refusalOf(companion);
    const reason = refusal ?? (isNew || companion ? null : 401);
    if (reason !== null) refuse(connection, reason);
    else if (companion) this.#login(connection, companion);
    else if (this.replayed === null) this.#world.pairing.offer(connection);
    else for (const node of this.replayed) connection.send(node);
  }

  async stanza(connection: Connection, node: BinaryNode): Promise<void> {
    const { companion } = connection;
    if (companion && companion.connection !== connection) this.saidAfterReplaced += 1;
    if (companion) this.#world.heard.push({ from: companion, node });
    if (node.tag === 'iq') {
      if (node.attrs.type === 'result' || node.attrs.type === 'error') return;
      await answerQuery(connection, node, this.#world);
      if (at(node, 'active')) welcome(connection);
      return;
    }
    if (node.tag === 'ack') this.#world.pairing.acknowledged(connection, node.attrs.id);
    if (companion) this.#fromDevice(companion, node);
    else if (node.tag === 'ack') this.#world.passkeys.acknowledged(connection, node.attrs.id);
  }

  closed(connection: Connection): void {
    this.#world.connections.delete(connection);
    this.#world.pairing.forget(connection);
    this.#world.codes.forget(connection);
    this.#world.passkeys.forget(connection);
    if (connection.companion?.connection === connection) connection.companion.detach();
  }

  broke(connection: Connection, reason: unknown): void {
    this.#world.complain(`${connection.companion?.jid ?? 'a client'}: ${reason}`);
  }

  #isOutdated({ payload }: ClientFinish): boolean {
    const { primary, secondary, tertiary } = payload.userAgent?.appVersion ?? {};
    const claimed = [primary, secondary, tertiary].map((part) => part ?? 0);
    const at = claimed.findIndex((part, index) => part !== this.oldestVersion?.[index]);
    return this.oldestVersion !== null && (claimed[at] ?? 0) < (this.oldestVersion[at] ?? 0);
  }

  #refusalOf(companion: Companion | undefined): LoginRefusal | null {
    return this.refusal ?? (companion && this.refusals.get(companion.person)) ?? null;
  }

  #login(connection: Connection, companion: Companion) {
    if (companion.connection) this.replaced += 1;
    companion.connection?.send(
      stanza('stream:error', {}, [stanza('conflict', { type: 'replaced' })]),
    );
    if (connection.routing) this.returningWithRouting += 1;
    connection.companion = companion;
    companion.attach(connection);
    connection.send(successOf(companion.lid));
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
    else if (node.tag === 'receipt') takeReceipt(this.#world, companion, node);
    else if (node.tag === 'message') this.#world.post.message(companion, node);
    else if (node.tag === 'presence') takePresence(companion, node);
    else if (node.tag === 'call') this.#call(companion, node);
    else if (at(node, 'offline_batch')) handOver(companion, this.#world);
  }

  #call(companion: Companion, node: BinaryNode) {
    const { id, to = '' } = node.attrs;
    const type = childrenOf(node)[0]?.tag;
    companion.connection?.send(stanza('ack', { class: 'call', id, from: to, type }));
    this.#world.directory.find(to)?.person.calls.push(node);
  }
}

/** A reason (401, 403 …), or one with the seconds after which it ends. */
export type LoginRefusal = number | { readonly reason: number; readonly expire: string };

function refuse(connection: Connection, refusal: LoginRefusal): void {
  const { reason, expire } =
    typeof refusal === 'number' ? { reason: refusal, expire: undefined } : refusal;
  connection.send(stanza('failure', { reason: `${reason}`, location: 'fake', expire }));
}

/** After the client has gone active: where to come back to, and how much it missed. */
function welcome(connection: Connection) {
  const count = `${connection.companion?.pending ?? 0}`;
  connection.send(edgeRoutingOf(randomBytes(16)));
  connection.send(
    stanza('ib', { from: SERVER }, [stanza('offline_preview', { count, message: count })]),
  );
}

/** Says at the end that it was all, unless it `concealsEnd`. */
export function handOver(
  companion: Companion,
  { handedOverFirst, concealsEnd }: Pick<World, 'handedOverFirst' | 'concealsEnd'>,
): void {
  const count = companion.catchUp(handedOverFirst);
  if (count === null || concealsEnd) return;
  companion.connection?.send(
    stanza('ib', { from: SERVER }, [stanza('offline', { count: `${count}` })]),
  );
}
