/** Proxy servers that note every connection they are asked for: HTTP with CONNECT, in the clear or over TLS, and SOCKS5. */
import net from 'node:net';
import tls from 'node:tls';
import type { Certificate } from './certificate.ts';

export interface ProxyDouble {
  readonly port: number;
  /** `host:port` of every connection that was asked for, in order, refused ones too. */
  readonly asked: readonly string[];
  /** Connections that are through at this moment. */
  readonly open: number;
  /** Ends every connection and listens no more. */
  stop(): Promise<void>;
}

interface ProxyOptions {
  readonly protocol: 'http' | 'https' | 'socks5';
  /** Whoever does not bring these is refused; absent: everybody may come. */
  readonly login?: { readonly username: string; readonly password: string };
  /** For `https`. */
  readonly certificate?: Certificate;
  /** A free one when absent. */
  readonly port?: number;
  /** Takes connections and never says a word. */
  readonly isSilent?: boolean;
  /** Answers only after this. */
  readonly holds?: Promise<unknown>;
}

/** Gives bytes as they come, whatever pieces they come in. */
type Take = (size: number) => Promise<Buffer>;

export async function startProxy(options: ProxyOptions): Promise<ProxyDouble> {
  const asked: string[] = [];
  const sockets = new Set<net.Socket>();
  let open = 0;
  const through = (
    client: net.Socket,
    host: string,
    port: number,
    answer: (isThere: boolean) => void,
  ) => {
    asked.push(`${host}:${port}`);
    // Names are known here alone, so that whoever reaches one has come through a proxy.
    const upstream = net.connect(port, net.isIP(host) === 0 ? '127.0.0.1' : host);
    keep(upstream);
    upstream.once('connect', async () => {
      await options.holds;
      open++;
      upstream.once('close', () => open--);
      answer(true);
      client.pipe(upstream);
      upstream.pipe(client);
    });
    upstream.once('error', () => answer(false));
    client.once('close', () => upstream.destroy());
    upstream.once('close', () => client.destroy());
  };
  const keep = (socket: net.Socket) => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.once('close', () => sockets.delete(socket));
  };
  const serve = (client: net.Socket) => {
    keep(client);
    if (options.isSilent) return;
    const speak = options.protocol === 'socks5' ? speakSocks : speakHttp;
    speak(client, options, through).catch(() => client.destroy());
  };
  const server =
    options.protocol === 'https'
      ? tls.createServer({ cert: options.certificate?.cert, key: options.certificate?.key }, serve)
      : net.createServer(serve);
  await new Promise<void>((done) => server.listen(options.port ?? 0, '127.0.0.1', done));
  return {
    port: (server.address() as net.AddressInfo).port,
    asked,
    get open() {
      return open;
    },
    async stop() {
      for (const socket of sockets) socket.destroy();
      await new Promise<void>((done) => server.close(() => done()));
    },
  };
}

type OpenTunnel = (
  client: net.Socket,
  host: string,
  port: number,
  answer: (isThere: boolean) => void,
) => void;

async function speakHttp(client: net.Socket, { login }: ProxyOptions, through: OpenTunnel) {
  const take = reader(client);
  let head = '';
  while (!head.endsWith('\r\n\r\n')) head += (await take(1)).toString('latin1');
  const [, host = '', port = ''] = /^CONNECT (.+):(\d+) HTTP\/1\.1\r\n/.exec(head) ?? [];
  const expected = login && Buffer.from(`${login.username}:${login.password}`).toString('base64');
  const [, credentials] = /proxy-authorization: basic (\S+)/i.exec(head) ?? [];
  if (expected !== undefined && credentials !== expected)
    return void client.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n');
  through(client, host, Number(port), (isThere) => {
    if (isThere) client.write('HTTP/1.1 200 Connection established\r\n\r\n');
    else client.end('HTTP/1.1 502 Bad Gateway\r\n\r\n');
  });
}

async function speakSocks(client: net.Socket, { login }: ProxyOptions, through: OpenTunnel) {
  const take = reader(client);
  const [, count = 0] = await take(2);
  const methods = [...(await take(count))];
  const method = login ? 2 : 0;
  if (!methods.includes(method)) return void client.end(Buffer.from([5, 255]));
  client.write(Buffer.from([5, method]));
  if (login) {
    await take(1);
    const text = async () => (await take((await take(1))[0] ?? 0)).toString();
    const isRight = (await text()) === login.username && (await text()) === login.password;
    client.write(Buffer.from([1, isRight ? 0 : 1]));
    if (!isRight) return void client.end();
  }
  const [, , , kind] = await take(4);
  const host =
    kind === 1 ? [...(await take(4))].join('.') : (await take((await take(1))[0] ?? 0)).toString();
  const port = (await take(2)).readUInt16BE();
  through(client, host, port, (isThere) => {
    client.write(Buffer.from([5, isThere ? 0 : 5, 0, 1, 0, 0, 0, 0, 0, 0]));
    if (!isThere) client.end();
  });
}

function reader(socket: net.Socket): Take {
  return async (size) => {
    for (;;) {
      const bytes: Buffer | null = size === 0 ? Buffer.alloc(0) : socket.read(size);
      if (bytes !== null) return bytes;
      await new Promise<void>((resolve, reject) => {
        socket.once('readable', resolve);
        socket.once('close', () => reject(new Error('gone')));
      });
    }
  };
}
