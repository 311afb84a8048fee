/**
 * Requests over kept connections, one at a time on each. A client library would cost more than a bare server does
 * and hide what is measured, so this one knows no more of HTTP than lengths.
 */
const CONNECTIONS = 64;

/** GETs `url` `count` times; returns requests per second. Throws at the first answer that is not 200. */
export async function requestRate(
  url: string,
  headers: Readonly<Record<string, string>>,
  count: number,
): Promise<number> {
  const { hostname, port, pathname, host } = new URL(url);
  const lines = Object.entries({ host, ...headers }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  );
  const request = `GET ${pathname} HTTP/1.1\r\n${lines.join('')}\r\n`;
  let started = 0;
  let ended = 0;
  const done = Promise.withResolvers<void>();
  const from = performance.now();
  const sockets = await Promise.all(
    Array.from({ length: CONNECTIONS }, () => {
      let text = '';
      const next = (socket: Bun.Socket) => {
        if (started++ < count) socket.write(request);
      };
      return Bun.connect({
        hostname,
        port: Number(port),
        socket: {
          open: next,
          data(socket, bytes) {
            text += bytes.toString('latin1');
            if (!isWhole(text)) return;
            if (!text.startsWith('HTTP/1.1 200')) done.reject(new Error(text));
            text = '';
            if (++ended === count) done.resolve();
            next(socket);
          },
          close: () => done.reject(new Error('the server closed a connection')),
        },
      });
    }),
  );
  await done.promise;
  const perSecond = (count * 1_000) / (performance.now() - from);
  for (const socket of sockets) socket.end();
  return perSecond;
}

function isWhole(text: string): boolean {
  const end = text.indexOf('\r\n\r\n');
  if (end < 0) return false;
  const length = /\r\ncontent-length: *(\d+)/i.exec(text)?.[1];
  if (length === undefined) throw new Error('an answer without a length');
  return text.length >= end + 4 + Number(length);
}
