/** Opens a tunnel through an HTTP proxy (RFC 9110, CONNECT). */
import type { Socket } from 'node:net';
import { readHead } from './reading.ts';
import { authorityOf, type Destination, type ProxyServer } from './server.ts';

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
