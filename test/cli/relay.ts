/** A line to a service that can be cut. */
import net from 'node:net';

export interface Relay {
  readonly url: string;
  /** Breaks every connection that is open now. */
  cut(): void;
  /** How many connections are open. */
  open(): number;
  stop(): void;
}

export async function startRelay(port: number): Promise<Relay> {
  const sockets = new Set<net.Socket>();
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
    near.pipe(far).pipe(near);
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
    stop: () => {
      cut();
      server.close();
    },
  };
}
