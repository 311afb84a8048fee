/** All connections of Socket.IO clients, which read what WebSockets read, in the form of Evolution API. */

import type { ServerWebSocket } from 'bun';
import { authorize } from '../../core/http/principal.ts';
import type { InstanceDirectory } from '../../core/instances/directory.ts';
import type { Cancel, Clock } from '../../core/shared/clock.ts';
import { randomSecret } from '../../core/shared/crypto.ts';
import { AppError, invalid } from '../../core/shared/errors.ts';
import type { EventSettingsStore } from '../../core/webhooks/settings-store.ts';
import {
  type LiveEvents,
  MessageRate,
  type ReadRequest,
  readRequestOf,
  type SocketOwner,
} from '../gateway/api.ts';
import { Namespaces } from './namespaces.ts';
import { PING_EVERY_MS } from './packets.ts';
import { EngineSession } from './session.ts';
import { ConnectionAdmission, type SocketIoCaller } from './zone.ts';

export interface SocketIoDeps {
  readonly clock: Pick<Clock, 'now' | 'after' | 'steady'>;
  readonly directory: InstanceDirectory;
  readonly settings: Pick<EventSettingsStore, 'get'>;
  readonly live: Pick<LiveEvents, 'socketQuota' | 'feed' | 'shapeFor'>;
}

/** A connection that is in no namespace for this time is ended. */
const JOIN_MS = 10_000;

export class SocketIoConnections {
  readonly #deps: SocketIoDeps;
  readonly #sessions = new Map<string, EngineSession>();
  #cancelPing: Cancel | null = null;

  constructor(deps: SocketIoDeps) {
    this.#deps = deps;
  }

  /** Throws `invalid` for a session that is unknown, or has ended: its client begins another one. */
  find(sid: string): EngineSession {
    const found = this.#sessions.get(sid);
    if (found) return found;
    throw invalid('Session ID unknown: it has ended, or another node has it');
  }

  /** Begins a session. Throws `rate_limited` when the caller, or the service, has as many as it may. */
  begin(caller: SocketIoCaller): EngineSession {
    const { clock, live } = this.#deps;
    const admission = new ConnectionAdmission(live.socketQuota, caller);
    let cancelJoin: Cancel = () => {};
    const session = new EngineSession(randomSecret(), new MessageRate(clock), {
      said: (_, text) => namespaces.take(text),
      drained: () => namespaces.drained(),
      ended: ({ sid }) => {
        this.#sessions.delete(sid);
        cancelJoin();
        admission.end();
        namespaces.ended();
      },
    });
    const endUnlessJoined = () => {
      cancelJoin();
      if (session.isOpen) cancelJoin = clock.after(JOIN_MS, () => session.close());
    };
    const namespaces = new Namespaces(session, {
      feed: live.feed,
      newSid: randomSecret,
      admission,
      requestFor: (admitted, namespace) => this.#requestFor(admitted, namespace),
      joined: () => cancelJoin(),
      leftAll: endUnlessJoined,
    });
    endUnlessJoined();
    this.#sessions.set(session.sid, session);
    this.#cancelPing ??= clock.after(PING_EVERY_MS, () => this.#ping());
    return session;
  }

  /** Returns who reads which events in a namespace. Throws an AppError that says why it may not be joined. */
  #requestFor(admitted: Request, namespace: string): ReadRequest {
    authorize(admitted, ['read']);
    const name = namespace === '/' ? {} : { instance: decoded(namespace.slice(1)) };
    const query = { ...name, format: 'evolution-api' };
    const request = readRequestOf(this.#deps, { request: admitted }, query);
    if (request.keyLastsMs() > 0) return request;
    throw new AppError('unauthenticated', 'the apikey of this connection has ended');
  }

  #ping(): void {
    for (const session of [...this.#sessions.values()]) session.ping();
    const isUsed = this.#sessions.size > 0;
    this.#cancelPing = isUsed ? this.#deps.clock.after(PING_EVERY_MS, () => this.#ping()) : null;
  }
}

/** Returns the handlers of a session's WebSocket: its first transport, or the one that it moves to. */
export const ownerOf = (session: EngineSession, isFirst: boolean): SocketOwner => ({
  rate: session.rate,
  opened: (socket) => session.opened(socket, isFirst),
  heard: (socket: ServerWebSocket<unknown>, message) => session.heard(socket, String(message)),
  drained: () => session.responded(),
  closed: (socket) => session.closed(socket),
});

function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
