/** The path of Socket.IO, by which clients of Evolution API read events as they happen. */
import { Elysia } from 'elysia';
import { bytesBody } from '../../core/http/checked-schema.ts';
import { principalOf } from '../../core/http/principal.ts';
import { AppError, invalid } from '../../core/shared/errors.ts';
import { ownerOf, type SocketIoConnections } from './connections.ts';
import { splitPackets } from './packets.ts';
import type { EngineSession } from './session.ts';
import { SOCKET_IO_PATH, type SocketIoCaller } from './zone.ts';

/** The largest body of a request. Clients send far less. */
const BODY_BYTES_MAX = 16 * 1024;
/** A client joins at most 100 namespaces at once. */
const BODY_PACKETS_MAX = 128;

const PATH = `${SOCKET_IO_PATH}/`;
const TEXT = 'text/plain; charset=UTF-8';
const hidden = { detail: { hide: true } };

interface Context {
  readonly request: Request;
  readonly server: Bun.Server<unknown> | null;
  readonly set: { readonly headers: Record<string, string | number | string[]> };
}

export const socketIoRoutes = (connections: SocketIoConnections) =>
  new Elysia({ name: 'socket.io' })
    .get(PATH, ({ request, server, set }) => get(connections, { request, server, set }), hidden)
    .post(PATH, ({ request, body, set }) => post(connections, { request, body, set }), {
      ...hidden,
      body: bytesBody({ type: 'string' }),
    });

function get(connections: SocketIoConnections, context: Context) {
  const { set } = context;
  const { sid, isSocket } = readQuery(context.request);
  const session =
    sid === null ? connections.begin(principalOf<SocketIoCaller>(context)) : connections.find(sid);
  if (isSocket) return upgrade(session, context, sid === null);
  if (sid === null) session.beginPolling();
  set.headers['content-type'] = TEXT;
  // A text, not a Response, so that it counts as memory until the client has taken it.
  return session.poll();
}

function upgrade(
  session: EngineSession,
  { request, server }: Context,
  isFirst: boolean,
): undefined {
  const data = ownerOf(session, isFirst);
  if (server?.upgrade(request, { data })) return;
  if (isFirst) session.end();
  throw invalid('transport=websocket takes only WebSocket upgrades');
}

function post(
  connections: SocketIoConnections,
  { request, body, set }: Omit<Context, 'server'> & { readonly body: Uint8Array },
): string {
  const { sid } = readQuery(request);
  if (sid === null) throw invalid('a connection begins with GET');
  if (body.byteLength > BODY_BYTES_MAX)
    throw new AppError('too_large', `a body has at most ${BODY_BYTES_MAX} bytes here`);
  const session = connections.find(sid);
  const packets = splitPackets(Buffer.from(body).toString(), BODY_PACKETS_MAX + 1);
  const isTooMuch = packets.length > BODY_PACKETS_MAX || !packets.every(() => session.rate.count());
  if (isTooMuch) {
    session.terminate();
    throw new AppError(
      'rate_limited',
      'the connection has ended: its client sends too many packets',
    );
  }
  for (const packet of packets) session.take(packet);
  set.headers['content-type'] = TEXT;
  return 'ok';
}

/** Returns what the query asks for. Throws `invalid` if this is not a request of Engine.IO 4. */
function readQuery({ url }: Request): { readonly sid: string | null; readonly isSocket: boolean } {
  const { searchParams } = new URL(url);
  if (searchParams.get('EIO') !== '4')
    throw invalid(
      'Unsupported protocol version: EIO must be 4, as clients of Socket.IO 3 and later send it',
    );
  const transport = searchParams.get('transport');
  if (transport !== 'polling' && transport !== 'websocket')
    throw invalid('Transport unknown: it must be polling or websocket');
  return { sid: searchParams.get('sid'), isSocket: transport === 'websocket' };
}
