/** The service in its Evolution mode, real clients of Socket.IO, and requests written by hand. */
import { io, type Socket } from 'socket.io-client';
import { GLOBAL_KEY, type RunningApp, startApp } from '../../helpers/app.ts';
import { until } from '../../helpers/until.ts';

export interface HeardEvent {
  readonly event: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests read whatever an event holds.
  readonly body: any;
}

export interface Client {
  readonly socket: Socket;
  /** Everything that came, in order. */
  readonly heard: HeardEvent[];
  /** Why it was refused, each time. */
  readonly refusals: string[];
  /** Resolves when it has joined its namespace. */
  joined(): Promise<void>;
}

const open: Socket[] = [];
/** For `afterEach`. */
export const closeClients = () => {
  for (const socket of open.splice(0)) socket.disconnect();
};

type Options = NonNullable<Parameters<typeof io>[1]>;

/** A client of one namespace; by default it shows the global key in the query. */
export function client(
  { url }: RunningApp,
  namespace: string,
  options: Options = { query: { apikey: GLOBAL_KEY } },
): Client {
  const heard: HeardEvent[] = [];
  const refusals: string[] = [];
  const socket = io(`${url}${namespace}`, { forceNew: true, reconnection: false, ...options });
  open.push(socket);
  socket.onAny((event, body) => heard.push({ event, body }));
  socket.on('connect_error', (error) => refusals.push(error.message));
  const joined = () => until(`${namespace} is joined`, () => socket.connected);
  return { socket, heard, refusals, joined };
}

/** In Evolution mode, with the WebSockets of these instances switched on; the keys are in the same order. */
export async function evolution(...names: string[]) {
  const app = await startApp({ env: { EVOLUTION_MODE: 'true', AUTH_FAILURES_PER_MINUTE: '10' } });
  const keys: string[] = [];
  for (const name of names) {
    keys.push(await app.openInstance(name));
    const body = { websocket: { enabled: true, events: [] } };
    await app.call('POST', `/websocket/set/${encodeURIComponent(name)}`, body);
  }
  return { app, keys };
}

/** Somebody writes to an instance. */
export async function write(app: RunningApp, name: string, text: string): Promise<void> {
  const body = { kind: 'text', from: '5511988887777', text };
  const { status } = await app.call('POST', `/sandbox/${encodeURIComponent(name)}/message`, body);
  if (status !== 200 && status !== 201) throw new Error(`${name} was not written to: ${status}`);
}
