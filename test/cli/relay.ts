/** A line to a service that can be cut. */
import net from 'node:net';

export interface Relay {
  readonly url: string;
  /** Breaks every connection that is open now. */
  cut(): void;
  /** How many connections are open. */
  open(): number;
  /** Passes nothing more to the service once so many bytes have gone there. */
  stallAfter(bytes: number): void;
  /** Whether it has come to that. */
  isStalled(): boolean;
  /** Passes everything again. */
  flow(): void;
  stop(): void;
}

export async function startRelay(port: number): Promise<Relay> {
  const sockets = new Set<net.Socket>();
  let left = Number.POSITIVE_INFINITY;
  const held = new Set<net.Socket>();
  const server = net.createServer((near) => {
    const far = net.connect({ port, host: '127.0.0.1' });
    sockets.add(near);
    near.on('close', () => {
      sockets.delete(near);
      far.destroy();
    });
    far.on('close', () => near.destroy());
    near.on('error', () => {});
    far.on('error', () => {});
    far.pipe(near);
    near.on('data', (bytes) => {
      far.write(bytes);
      left -= bytes.length;
      if (left > 0) return;
      near.pause();
      held.add(near);
    });
    near.on('end', () => far.end());
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const cut = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    url: `http://127.0.0.1:${(server.address() as net.AddressInfo).port}`,
    cut,
    open: () => sockets.size,
    stallAfter: (bytes) => {
      left = bytes;
    },
    isStalled: () => left <= 0,
    flow: () => {
      left = Number.POSITIVE_INFINITY;
      for (const near of held) near.resume();
      held.clear();
    },
    stop: () => {
      cut();
      server.close();
    },
  };
}
