/** Opens a connection through a SOCKS5 proxy (RFC 1928), with user name and password if it asks for them (RFC 1929). */
import type { Socket } from 'node:net';
import { parseAddress } from '../../shared/ip-address.ts';
import { readExactly } from './reading.ts';
import { authorityOf, type Destination, type ProxyServer } from './server.ts';

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
