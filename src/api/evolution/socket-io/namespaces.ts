/** What clients of Socket.IO listen to: `/NAME` brings the events of an instance, `/` those of all. */
import { messageOf } from '../../../shared/errors.ts';
import type { Feed, ReadRequest } from '../../gateway/live/feed.ts';
import { CLOSE, type Socket, type SocketReader } from '../../gateway/live/reader.ts';
import {
  clientPacket,
  connectedPacket,
  disconnectedPacket,
  eventPacket,
  refusedPacket,
} from './packets.ts';
import type { EngineSession } from './session.ts';

/** The most that one session may join. */
const NAMESPACES_MAX = 100;

interface NamespacesDeps {
  readonly feed: Pick<Feed, 'join' | 'leave'>;
  readonly newSid: () => string;
  /** Who reads what by joining a namespace; `key` is that of the join, or null. Throws an AppError that says why not. */
  readonly admit: (namespace: string, key: string | null) => Promise<ReadRequest>;
  /** Called when a namespace was joined. */
  readonly joined: () => void;
}

/** Those of one session. */
export class Namespaces {
  readonly #session: EngineSession;
  readonly #deps: NamespacesDeps;
  readonly #readers = new Map<string, SocketReader>();
  /** Joins that are being looked at. */
  readonly #joining = new Set<string>();
  /** Those whose unsent data keeps the session from being read. */
  readonly #pausing = new Set<string>();

  constructor(session: EngineSession, deps: NamespacesDeps) {
    this.#session = session;
    this.#deps = deps;
  }

  /** What is no packet ends the session; events of clients are not used. */
  take(text: string): void {
    const packet = clientPacket(text);
    if (packet === null) this.#session.terminate();
    else if (packet.type === 'connect') void this.#join(packet.namespace, packet.key);
    else if (packet.type === 'disconnect') this.#leave(packet.namespace);
  }

  async #join(namespace: string, key: string | null): Promise<void> {
    const refuse = (message: string): void =>
      void this.#session.send(refusedPacket(namespace, message));
    if (this.#readers.has(namespace) || this.#joining.has(namespace)) return;
    if (this.#readers.size + this.#joining.size >= NAMESPACES_MAX)
      return refuse(`a connection has at most ${NAMESPACES_MAX} namespaces`);
    this.#joining.add(namespace);
    try {
      const request = await this.#deps.admit(namespace, key);
      if (!this.#session.isOpen) return;
      this.#deps.joined();
      this.#session.send(connectedPacket(namespace, this.#deps.newSid()));
      const reader = this.#deps.feed.join(this.#socketOf(namespace), request);
      if (reader.isOpen) this.#readers.set(namespace, reader);
    } catch (error) {
      refuse(messageOf(error));
    } finally {
      this.#joining.delete(namespace);
    }
  }

  #leave(namespace: string): void {
    const reader = this.#readers.get(namespace);
    if (!this.#readers.delete(namespace) || reader === undefined) return;
    this.#pause(namespace, false);
    this.#deps.feed.leave(reader);
  }

  /** To be called when the client took some of what waited. */
  drained(): void {
    for (const reader of this.#readers.values()) reader.responded();
  }

  /** To be called when the session has ended. */
  ended(): void {
    for (const namespace of [...this.#readers.keys()]) this.#leave(namespace);
  }

  #pause(namespace: string, isPaused: boolean): void {
    if (this.#pausing.has(namespace) === isPaused) return;
    if (isPaused) this.#pausing.add(namespace);
    else this.#pausing.delete(namespace);
    this.#session.pause(isPaused);
  }

  #socketOf(namespace: string): Socket {
    const session = this.#session;
    return {
      sendText: (text) => session.send(eventPacket(namespace, text)),
      cork: (run) => session.cork(run),
      // The session itself asks whether its client is there.
      ping: () => this.#readers.get(namespace)?.responded(),
      pause: () => this.#pause(namespace, true),
      resume: () => this.#pause(namespace, false),
      getBufferedAmount: () => session.bufferedAmount,
      terminate: () => session.terminate(),
      close: (code) => {
        // A client does not come back to a namespace that it was sent away from, but does when its connection ends.
        if (code !== CLOSE.notAllowed) return session.close();
        session.send(disconnectedPacket(namespace));
        this.#leave(namespace);
      },
    };
  }
}
