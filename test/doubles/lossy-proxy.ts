/** A TCP proxy that loses answers: the request goes through, and nothing comes back. */
import net from 'node:net';

export interface LossyProxy {
  /** `127.0.0.1:port`. */
  readonly address: string;
  /** Whether the answer to what the client has just sent gets lost; asked for every piece of it. */
  loses: (sent: string) => boolean;
  /** Whether the connection stays open then; at first it breaks. */
  isSilent: boolean;
  /** Answers lost so far. */
  readonly lost: number;
  /** Breaks every connection that is open. */
  cut(): void;
  stop(): Promise<void>;
}

/** In front of `target`, `host:port`; loses nothing until it is told to. */
export async function startLossyProxy(target: string): Promise<LossyProxy> {
  const [host, port] = target.split(':');
  const sockets = new Set<net.Socket>();
  let lost = 0;
  const server = net.createServer((client) => {
    const upstream = net.connect(Number(port), host);
    let isLosing = false;
    const end = () => {
      client.resetAndDestroy();
      upstream.destroy();
    };
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.setNoDelay(true);
      socket.on('error', end);
      socket.on('close', () => {
        sockets.delete(socket);
        end();
      });
    }
    client.on('data', (bytes) => {
      isLosing ||= proxy.loses(bytes.toString('latin1'));
      upstream.write(bytes);
    });
    upstream.on('data', (bytes) => {
      if (!isLosing) return client.write(bytes);
      lost++;
      if (!proxy.isSilent) end();
      return true;
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const proxy: LossyProxy = {
    address: `127.0.0.1:${(server.address() as net.AddressInfo).port}`,
    loses: () => false,
    isSilent: false,
    get lost() {
      return lost;
    },
    cut() {
      for (const socket of sockets) socket.destroy();
    },
    async stop() {
      proxy.cut();
      await new Promise<void>((done) => server.close(() => done()));
    },
  };
  return proxy;
}
