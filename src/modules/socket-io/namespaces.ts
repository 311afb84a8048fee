/** Namespaces of Socket.IO: `/NAME` has the events of an instance, `/` those of all instances. */

import { AppError, messageOf } from '../../core/shared/errors.ts';
import {
  CLOSE,
  type Feed,
  type ReadRequest,
  type Socket,
  type SocketReader,
} from '../gateway/api.ts';
import {
  type ClientPacket,
  clientPacket,
  connectedPacket,
  disconnectedPacket,
  eventPacket,
  refusedPacket,
} from './packets.ts';
import type { EngineSession } from './session.ts';
import type { ConnectionAdmission } from './zone.ts';

/** The most that one session may join. */
const NAMESPACES_MAX = 100;
/** The most joins that wait until a session has shown a key: one is looked at at a time. */
const JOINS_WITHOUT_KEY_MAX = 8;

interface NamespacesDeps {
  readonly feed: Pick<Feed, 'join' | 'leave'>;
  readonly newSid: () => string;
  readonly admission: Pick<ConnectionAdmission, 'hasKey' | 'admit'>;
  /** Returns who reads what in a namespace. Throws an AppError that says why it may not be joined. */
  readonly requestFor: (admitted: Request, namespace: string) => ReadRequest;
  /** Called when a namespace was joined. */
  readonly joined: () => void;
  /** Called when the last one was left. */
  readonly leftAll: () => void;
}

/** The namespaces of one session. */
export class Namespaces {
  readonly #session: EngineSession;
  readonly #deps: NamespacesDeps;
  readonly #readers = new Map<string, SocketReader>();
  /** The stream that each reader has, however the client spells its namespace; null for all streams. */
  readonly #streams = new Map<string, string | null>();
  /** Joins of a session that has shown no key; the first is being looked at. */
  #withoutKey: ClientPacket[] = [];
  /** Namespaces whose unsent data keeps the session from being read. */
  readonly #pausing = new Set<string>();

  constructor(session: EngineSession, deps: NamespacesDeps) {
    this.#session = session;
    this.#deps = deps;
  }

  /** Takes a packet of the client. A malformed packet ends the session; events of clients are ignored. */
  take(text: string): void {
    const packet = clientPacket(text);
    if (packet === null) this.#session.terminate();
    else if (packet.type === 'connect') this.#connect(packet);
    else if (packet.type === 'disconnect') this.#leave(packet.namespace);
  }

  #connect(packet: ClientPacket): void {
    if (this.#deps.admission.hasKey) void this.#join(packet);
    else if (this.#withoutKey.length >= JOINS_WITHOUT_KEY_MAX) this.#session.terminate();
    else if (this.#withoutKey.push(packet) === 1) void this.#joinInTurn();
  }

  async #joinInTurn(): Promise<void> {
    for (let [next] = this.#withoutKey; next !== undefined; [next] = this.#withoutKey) {
      await this.#join(next);
      if (!this.#session.isOpen) return;
      this.#withoutKey.shift();
    }
  }

  async #join({ namespace, key }: ClientPacket): Promise<void> {
    const { admission } = this.#deps;
    try {
      const admitted = await admission.admit(key);
      if (this.#session.isOpen) this.#read(namespace, admitted);
    } catch (error) {
      this.#session.say(refusedPacket(namespace, messageOf(error)));
      // A client without a key gets only one answer.
      if (!admission.hasKey) this.#session.finish();
    }
  }

  /** Reads what the namespace brings. Throws an AppError that says why it may not be joined. */
  #read(namespace: string, admitted: Request): void {
    if (this.#readers.has(namespace)) return;
    if (this.#readers.size >= NAMESPACES_MAX)
      throw new AppError('conflict', `a connection has at most ${NAMESPACES_MAX} namespaces`);
    const request = this.#deps.requestFor(admitted, namespace);
    if ([...this.#streams.values()].includes(request.streamId))
      throw new AppError('conflict', 'this connection gets the events of this instance already');
    this.#deps.joined();
    this.#session.say(connectedPacket(namespace, this.#deps.newSid()));
    if (!this.#session.isOpen) return;
    const reader = this.#deps.feed.join(this.#socketOf(namespace), request);
    if (reader.isOpen) {
      this.#readers.set(namespace, reader);
      this.#streams.set(namespace, request.streamId);
    } else this.#whenLeft();
  }

  #leave(namespace: string): void {
    const reader = this.#readers.get(namespace);
    if (!this.#readers.delete(namespace) || reader === undefined) return;
    this.#streams.delete(namespace);
    this.#pause(namespace, false);
    this.#deps.feed.leave(reader);
    this.#whenLeft();
  }

  #whenLeft(): void {
    if (this.#readers.size === 0) this.#deps.leftAll();
  }

  /** Must be called when the client has taken some of the waiting data. */
  drained(): void {
    for (const reader of this.#readers.values()) reader.responded();
  }

  /** Must be called when the session has ended. */
  ended(): void {
    this.#withoutKey = [];
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
        session.say(disconnectedPacket(namespace));
        this.#leave(namespace);
      },
    };
  }
}
