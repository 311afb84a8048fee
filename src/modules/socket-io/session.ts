/** One client's connection: by long polling, by a WebSocket, or by long polling and then a WebSocket. */

import type { ServerWebSocket } from 'bun';
import { SMALL_BYTES } from '../../core/http/memory-budget.ts';
import type { MessageRate } from '../gateway/api.ts';
import {
  ENGINE,
  joinPackets,
  openPacket,
  PACKET_BYTES_MAX,
  PROBE,
  PROBE_ANSWER,
} from './packets.ts';

/** The most bytes of its own packets, which are no events, that may wait for a client. */
const SAID_BYTES_MAX = 64 * 1024;

/** Callbacks of a session. */
export interface SessionEvents {
  /** An Engine.IO message came, without its first character. */
  readonly said: (session: EngineSession, text: string) => void;
  /** The client took some of the waiting data. */
  readonly drained: (session: EngineSession) => void;
  /** Called once. */
  readonly ended: (session: EngineSession) => void;
}

type Raw = ServerWebSocket<unknown>;

export class EngineSession {
  readonly sid: string;
  /** Counts the client's packets of all transports. */
  readonly rate: MessageRate;
  readonly #events: SessionEvents;
  /** The WebSocket that carries the session. */
  #socket: Raw | null = null;
  /** The one to which it is about to move. */
  #next: Raw | null = null;
  /** A ping was due since it was about to move. */
  #isMoveOld = false;
  /** Packets that no poll has fetched. */
  #queue: string[] = [];
  #queuedBytes = 0;
  /** Bytes of packets that are not events, since the queue was last empty. */
  #saidBytes = 0;
  /** Bytes of the answer to the last poll. The next poll shows that the answer has arrived. */
  #answeredBytes = 0;
  #answerPoll: ((body: string) => void) | null = null;
  #isFlushing = false;
  #isOpen = true;
  /** The session takes no more packets, and sends its remaining data with one more poll. */
  #isFinishing = false;
  /** A ping was sent, and nothing came since. */
  #isSilent = false;
  /** Namespaces whose unsent data keeps the socket from being read. */
  #pauses = 0;

  constructor(sid: string, rate: MessageRate, events: SessionEvents) {
    this.sid = sid;
    this.rate = rate;
    this.#events = events;
  }

  get isOpen(): boolean {
    return this.#isOpen && !this.#isFinishing;
  }

  /** Begins by long polling. */
  beginPolling(): void {
    this.say(openPacket(this.sid, true));
  }

  /** The WebSocket of the session has opened: the first one, or the one to move to. */
  opened(socket: Raw, isFirst: boolean): void {
    if (this.#socket !== null || this.#next !== null || !this.#isOpen) socket.terminate();
    else if (isFirst) {
      this.#socket = socket;
      this.say(openPacket(this.sid, false));
    } else {
      this.#next = socket;
      this.#isMoveOld = false;
    }
  }

  /** A packet came by a WebSocket. */
  heard(socket: Raw, packet: string): void {
    if (socket === this.#socket) this.take(packet);
    else if (socket === this.#next) this.#prepareMove(socket, packet);
  }

  #prepareMove(socket: Raw, packet: string): void {
    if (packet === PROBE) {
      socket.sendText(PROBE_ANSWER);
      // The client moves once its last poll has been answered.
      this.#answerPoll?.(ENGINE.noop);
    } else if (packet === ENGINE.upgrade) this.#move(socket);
    else socket.close();
  }

  #move(socket: Raw): void {
    this.#next = null;
    this.#socket = socket;
    this.#answeredBytes = 0;
    this.#answerPoll?.(ENGINE.noop);
    for (const packet of this.#emptied()) socket.sendText(packet);
    this.#events.drained(this);
    if (this.#isFinishing) this.close();
  }

  closed(socket: Raw): void {
    if (socket === this.#next) this.#next = null;
    else if (socket === this.#socket) this.end();
  }

  /** Takes a packet from any transport. A packet that is malformed or too long ends the session. */
  take(packet: string): void {
    const [type] = packet;
    // A finishing session only takes a packet that closes it.
    if (!this.isOpen && type !== ENGINE.close) return;
    this.#isSilent = false;
    if (packet.length > PACKET_BYTES_MAX) this.terminate();
    else if (type === ENGINE.message) this.#events.said(this, packet.slice(1));
    else if (type !== ENGINE.pong) this.terminate();
  }

  /** Answers a poll with what waits, or once there is something. One at a time: an earlier one gets nothing. */
  poll(): Promise<string> {
    this.#answerPoll?.(ENGINE.noop);
    if (!this.#isOpen) return Promise.resolve(ENGINE.close);
    if (this.#socket !== null || this.#next !== null) return Promise.resolve(ENGINE.noop);
    const { promise, resolve } = Promise.withResolvers<string>();
    this.#answerPoll = (body) => {
      this.#answerPoll = null;
      resolve(body);
    };
    this.#answeredBytes = 0;
    if (this.#isFinishing) this.close();
    else if (this.#queue.length > 0) this.#flush();
    this.responded();
    return promise;
  }

  /** Sends a packet that is no event. Gives up a client for which too many of them wait. */
  say(packet: string): void {
    if (this.bufferedAmount === 0) this.#saidBytes = 0;
    this.#saidBytes += Buffer.byteLength(packet);
    if (this.#saidBytes > SAID_BYTES_MAX) this.terminate();
    else this.send(packet);
  }

  /** -1: it waits behind others; 0: it was dropped. */
  send(packet: string): number {
    if (!this.#isOpen) return 0;
    if (this.#socket !== null) return this.#socket.sendText(packet);
    this.#queue.push(packet);
    this.#queuedBytes += Buffer.byteLength(packet);
    if (this.#answerPoll !== null && !this.#isFlushing) {
      this.#isFlushing = true;
      queueMicrotask(() => this.#flush());
    }
    return packet.length;
  }

  #flush(): void {
    this.#isFlushing = false;
    if (this.#answerPoll === null || this.#queue.length === 0) return;
    const bytes = this.#queuedBytes;
    const body = joinPackets(this.#emptied());
    this.#answerPoll(body);
    // A large answer counts as memory by itself, until the client has taken it.
    if (body.length > SMALL_BYTES) this.#events.drained(this);
    else this.#answeredBytes = bytes;
  }

  #emptied(): string[] {
    const packets = this.#queue;
    this.#queue = [];
    this.#queuedBytes = 0;
    return packets;
  }

  get bufferedAmount(): number {
    return this.#queuedBytes + this.#answeredBytes + (this.#socket?.getBufferedAmount() ?? 0);
  }

  cork(run: () => void): void {
    if (this.#socket === null) run();
    else this.#socket.cork(run);
  }

  /** The client took some of the waiting data. */
  responded(): void {
    this.#isSilent = false;
    this.#events.drained(this);
  }

  pause(isPaused: boolean): void {
    const before = this.#pauses;
    this.#pauses += isPaused ? 1 : -1;
    if (before === 0) this.#socket?.pause();
    else if (this.#pauses === 0) this.#socket?.resume();
  }

  /** Pings the client, or gives it up when it has been silent since the last time. Must be called at intervals. */
  ping(): void {
    if (this.#isSilent) {
      this.terminate();
      return;
    }
    if (this.#isMoveOld) this.#next?.terminate();
    this.#isMoveOld = true;
    this.#isSilent = true;
    this.say(ENGINE.ping);
  }

  /** Ends the session when the client has got what waits, at its next poll. */
  finish(): void {
    const isFetchedLater = this.#socket === null && this.#answerPoll === null;
    if (isFetchedLater) this.#isFinishing = true;
    else this.close();
  }

  /** Sends the waiting data first. */
  close(): void {
    if (!this.#isOpen) return;
    if (this.#socket === null) this.#answerPoll?.(joinPackets([...this.#emptied(), ENGINE.close]));
    this.#socket?.close();
    this.end();
  }

  /** Gives up what waits. */
  terminate(): void {
    this.#emptied();
    this.#socket?.terminate();
    this.end();
  }

  end(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    this.#emptied();
    this.#answerPoll?.(ENGINE.close);
    this.#next?.close();
    this.#events.ended(this);
  }
}
