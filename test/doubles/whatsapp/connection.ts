/** One client's socket: handshake, then stanzas in and out, each dealt with before the next is looked at. */
import { decodeBinaryNode, encodeBinaryNode } from '@whiskeysockets/baileys';
import type { ServerWebSocket } from 'bun';
import type { Companion } from './companion.ts';
import { FrameReader, framed } from './frames.ts';
import { Lane } from './lane.ts';
import { type ClientFinish, NoiseResponder } from './noise.ts';
import type { Pki } from './pki.ts';
import type { BinaryNode } from './stanzas.ts';

const ANSWER_LIMIT_MS = 10_000;

export interface ConnectionEvents {
  /** The handshake is over and the client has said who it is. */
  opened(connection: Connection, finish: ClientFinish): Promise<void> | void;
  stanza(connection: Connection, node: BinaryNode): Promise<void> | void;
  closed(connection: Connection): void;
  /** The client said something that cannot be understood; the connection is dropped. */
  broke(connection: Connection, reason: unknown): void;
}

export class Connection {
  /** Neither answers nor listens: what a dead path looks like to the client. */
  silent = false;
  /** The number of chunks that came while it was silent. */
  ignored = 0;
  companion: Companion | null = null;
  finish: ClientFinish | null = null;
  readonly #socket: ServerWebSocket<unknown>;
  readonly #pki: Pki;
  readonly #events: ConnectionEvents;
  readonly #reader = new FrameReader();
  readonly #lane = new Lane();
  readonly #questions = new Map<string, (answer: BinaryNode | null) => void>();
  #noise: NoiseResponder | null = null;

  constructor(socket: ServerWebSocket<unknown>, pki: Pki, events: ConnectionEvents) {
    this.#socket = socket;
    this.#pki = pki;
    this.#events = events;
  }

  /** The routing bytes that the client brought along, when it did. */
  get routing(): Uint8Array | null {
    return this.#reader.intro?.routing ?? null;
  }

  receive(chunk: Uint8Array): void {
    this.#lane
      .run(() => (this.silent ? void this.ignored++ : this.#take(chunk)))
      .catch((reason) => {
        this.#events.broke(this, reason);
        this.drop();
      });
  }

  send(node: BinaryNode): void {
    if (!this.silent) this.sendPlain(encodeBinaryNode(node));
  }

  /** Seals and sends bytes that need not be a stanza. */
  sendPlain(bytes: Uint8Array): void {
    if (this.#noise?.isOpen) this.sendBytes(framed(this.#noise.encrypt(bytes)));
  }

  /** Past the cipher and past the framing: for what no server should send. */
  sendBytes(bytes: Uint8Array): void {
    this.#socket.send(bytes);
  }

  /** Sends an info query and gives the client's answer; rejects when the client leaves or says nothing. */
  ask(node: BinaryNode): Promise<BinaryNode> {
    const id = node.attrs.id ?? '';
    return new Promise((resolve, reject) => {
      const limit = setTimeout(() => this.#questions.get(id)?.(null), ANSWER_LIMIT_MS);
      this.#questions.set(id, (answer) => {
        clearTimeout(limit);
        this.#questions.delete(id);
        if (answer) resolve(answer);
        else reject(new Error('the client did not answer'));
      });
      this.send(node);
    });
  }

  /** As a server that is done with the client does it. */
  close(): void {
    this.#socket.close(1000);
  }

  /** The TCP connection is gone, without a word. */
  drop(): void {
    this.#socket.terminate();
  }

  /** The socket is closed; called once, by the server. */
  ended(): void {
    for (const answer of [...this.#questions.values()]) answer(null);
    this.#events.closed(this);
  }

  async #take(chunk: Uint8Array) {
    for (const frame of this.#reader.push(chunk)) {
      const { intro } = this.#reader;
      if (!this.#noise) {
        if (!intro) return;
        this.#noise = new NoiseResponder(this.#pki, intro.header);
        this.sendBytes(framed(this.#noise.hello(frame)));
      } else if (!this.#noise.isOpen) {
        this.finish = this.#noise.finish(frame);
        await this.#events.opened(this, this.finish);
      } else {
        await this.#dispatch(await decodeBinaryNode(this.#noise.decrypt(frame)));
      }
    }
  }

  async #dispatch(node: BinaryNode) {
    const { id = '', type = '' } = node.attrs;
    const answer = this.#questions.get(id);
    if (node.tag === 'iq' && answer && (type === 'result' || type === 'error')) {
      answer(node);
      return;
    }
    await this.#events.stanza(this, node);
  }
}
