/** Opens a connection through a proxy: by HTTP (RFC 9110, CONNECT) or SOCKS5 (RFC 1928, 1929). */
import { connect as connectTcp, isIP, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { runWithin } from '../../shared/async/deadline.ts';
import { codeOf, messageOf } from '../../shared/errors.ts';
import { parseAddress } from '../../shared/ip-address.ts';
import type { Problem } from '../contract.ts';
import { type Dial, dialAddresses, triedInWords, whenOpen } from '../dialling.ts';
import { failureReason } from '../failure-reason.ts';
import { problemOrReason } from '../request.ts';
import { readExactly, readHead } from './reading.ts';
import { authorityOf, type Destination, type ProxyServer, type TunnelDeps } from './server.ts';

/** `problem` is a sentence for the operator; it never contains the password. */
export type Tunnel = { readonly socket: Socket } | Problem;

/** The time limit from resolving the proxy's name to its answer. */
const TUNNEL_MS = 10_000;

/** Opens a connection to `to` through `proxy`. Never rejects. */
export function openTunnel(proxy: ProxyServer, to: Destination, deps: TunnelDeps): Promise<Tunnel> {
  return runWithin({ clock: deps.clock, ms: TUNNEL_MS }, async (limited) => {
    const tunnel = await tunnelWithin(proxy, to, deps, limited.signal);
    if ('problem' in tunnel && limited.isOver())
      return {
        problem: problemOrReason(tunnel, `the proxy did not answer within ${TUNNEL_MS} ms`),
      };
    return tunnel;
  });
}

async function tunnelWithin(
  proxy: ProxyServer,
  to: Destination,
  deps: TunnelDeps,
  signal: AbortSignal,
): Promise<Tunnel> {
  const found = await deps.guard.resolve(proxy.host, signal);
  if ('refused' in found) return { problem: `the proxy may not be used: ${found.refused}` };
  if ('failed' in found) return { problem: `the proxy cannot be reached: ${found.failed}` };
  const dialled = await dialProxy([found.address, ...found.others], proxy, deps, signal);
  if ('problem' in dialled) return dialled;
  const { socket } = dialled;
  const giveUp = () => socket.destroy();
  signal.addEventListener('abort', giveUp);
  try {
    const ask = proxy.protocol === 'socks5' ? connectOverSocks : connectOverHttp;
    const problem = await ask(socket, proxy, to);
    if (problem === null) return { socket };
    socket.destroy();
    return { problem };
  } catch (error) {
    socket.destroy();
    return { problem: `the proxy did not open a connection: ${reasonOf(error)}` };
  } finally {
    signal.removeEventListener('abort', giveUp);
  }
}

/** Tries the other addresses when one cannot be reached. */
async function dialProxy(
  addresses: readonly string[],
  proxy: ProxyServer,
  deps: TunnelDeps,
  signal: AbortSignal,
): Promise<Tunnel> {
  const dial: Dial = (address, ended) => dialAt(address, proxy, deps, ended);
  const { connected, tried } = dialAddresses(addresses, dial, deps.clock, signal);
  const winner = await connected;
  if (winner !== null) return { socket: winner.socket };
  const [error] = tried.values();
  if (addresses.length === 1) return { problem: `the proxy cannot be reached: ${reasonOf(error)}` };
  const reasons = triedInWords(tried);
  return { problem: `the proxy cannot be reached: ${reasons}`, tried: reasons };
}

function dialAt(
  address: string,
  { protocol, host, port }: ProxyServer,
  { authorities }: TunnelDeps,
  signal: AbortSignal,
): Promise<Socket> {
  const isSecure = protocol === 'https';
  const base = { host: address, port };
  const socket = isSecure
    ? connectTls({
        ...base,
        // The certificate is verified against the name, although an address is dialled.
        ...(isIP(host) === 0 && { servername: host }),
        ...(authorities !== undefined && { ca: authorities }),
      })
    : connectTcp(base);
  socket.setNoDelay(true);
  return whenOpen(socket, isSecure ? 'secureConnect' : 'connect', signal);
}

const reasonOf = (error: unknown): string =>
  codeOf(error) === '' ? messageOf(error) : failureReason(error);

/** Returns why there is no tunnel, or null once `socket` leads to `to`. Rejects when the connection breaks. */
export async function connectOverHttp(
  socket: Socket,
  { username, password }: ProxyServer,
  to: Destination,
): Promise<string | null> {
  const authority = authorityOf(to);
  const lines = [`CONNECT ${authority} HTTP/1.1`, `Host: ${authority}`];
  if (username !== '') lines.push(`Proxy-Authorization: ${basic(username, password)}`);
  socket.write(`${lines.join('\r\n')}\r\n\r\n`);
  const [, status] = /^HTTP\/1\.[01] (\d{3})\b/.exec(await readHead(socket)) ?? [];
  if (status === undefined) return 'what answers there is no HTTP proxy';
  if (status === '407')
    return username === ''
      ? 'the proxy asks for a user name and a password (407)'
      : 'the proxy refuses the user name or the password (407)';
  return status.startsWith('2') ? null : `the proxy answered ${status} for ${authority}`;
}

const basic = (username: string, password: string): string =>
  `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;

const VERSION = 5;
const LOGIN_VERSION = 1;
const NO_LOGIN = 0;
const BY_PASSWORD = 2;
const CONNECT = 1;
const IPV4 = 1;
const NAME = 3;
const IPV6 = 4;

const NOT_SOCKS = 'what answers there is no SOCKS5 proxy';

/** The refusals by the code of the answer. */
const REFUSALS: Readonly<Record<number, string>> = {
  1: 'it failed',
  2: 'its rules do not allow it',
  3: 'the network is unreachable',
  4: 'the host is unreachable',
  5: 'nothing accepts connections there',
  6: 'it took too long',
  7: 'it does not take this command',
  8: 'it does not take this kind of address',
};

/** Returns why there is no connection, or null once `socket` leads to `to`. Rejects when the connection breaks. */
export async function connectOverSocks(
  socket: Socket,
  proxy: ProxyServer,
  to: Destination,
): Promise<string | null> {
  const problem = await logIn(socket, proxy);
  if (problem !== null) return problem;
  socket.write(Buffer.from([VERSION, CONNECT, 0, ...addressBytes(to.host), ...portBytes(to.port)]));
  const [version, code = 0, , kind] = await readExactly(socket, 4);
  if (version !== VERSION) return NOT_SOCKS;
  if (code !== 0)
    return `the proxy does not connect to ${authorityOf(to)}: ${REFUSALS[code] ?? `code ${code}`}`;
  const length = kind === IPV4 ? 4 : kind === IPV6 ? 16 : ((await readExactly(socket, 1))[0] ?? 0);
  await readExactly(socket, length + 2);
  return null;
}

async function logIn(socket: Socket, { username, password }: ProxyServer): Promise<string | null> {
  const methods = username === '' ? [NO_LOGIN] : [NO_LOGIN, BY_PASSWORD];
  socket.write(Buffer.from([VERSION, methods.length, ...methods]));
  const [version, method] = await readExactly(socket, 2);
  if (version !== VERSION) return NOT_SOCKS;
  if (method === NO_LOGIN) return null;
  if (method !== BY_PASSWORD || username === '')
    return username === ''
      ? 'the proxy asks for a user name and a password'
      : 'the proxy takes no user name and password';
  socket.write(Buffer.from([LOGIN_VERSION, ...sized(username), ...sized(password)]));
  const [, status] = await readExactly(socket, 2);
  return status === 0 ? null : 'the proxy refuses the user name or the password';
}

/** Encodes a text of at most 255 bytes with its length before it. */
const sized = (text: string): number[] => {
  const bytes = Buffer.from(text);
  return [bytes.length, ...bytes];
};

const portBytes = (port: number): number[] => [port >> 8, port & 0xff];

function addressBytes(host: string): number[] {
  const address = parseAddress(host)?.toByteArray();
  if (address === undefined) return [NAME, ...sized(host)];
  return [address.length === 4 ? IPV4 : IPV6, ...address];
}
