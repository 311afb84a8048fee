/** A line to a service of this machine that can be cut, held and taken away. */
import net from 'node:net';

export interface Relay {
  readonly port: number;
  readonly url: string;
  /** Breaks every connection that is open now. */
  cut(): void;
  /** How many connections are open. */
  open(): number;
  /** Passes nothing on from now on, either way: what is sent meanwhile waits for `flow`, or is lost with `cut`. */
  hold(): void;
  /** Passes nothing more to the service once so many bytes have gone there. */
  stallAfter(bytes: number): void;
  /** Whether it has come to that. */
  isStalled(): boolean;
  /** Passes everything again. */
  flow(): void;
  /** Cuts, and refuses connections until `start`. */
  stop(): Promise<void>;
  /** Takes connections again, at the same address. */
  start(): Promise<void>;
}

/** In front of `port` of 127.0.0.1. */
export async function startRelay(port: number): Promise<Relay> {
  const sockets = new Map<net.Socket, net.Socket>();
  let left = Number.POSITIVE_INFINITY;
  let isHeld = false;
  const hold = (near: net.Socket, far: net.Socket) => {
    near.pause();
    far.pause();
  };
  const connected = (near: net.Socket) => {
    const far = net.connect({ port, host: '127.0.0.1' });
    sockets.set(near, far);
    near.on('close', () => {
      sockets.delete(near);
      far.destroy();
    });
    far.on('close', () => near.destroy());
    near.on('error', () => {});
    far.on('error', () => {});
    far.on('data', (bytes) => near.write(bytes));
    near.on('data', (bytes) => {
      far.write(bytes);
      left -= bytes.length;
      if (left <= 0) near.pause();
    });
    near.on('end', () => far.end());
    if (isHeld) hold(near, far);
  };
  const listen = (at: number) =>
    new Promise<net.Server>((resolve, reject) => {
      const server = net.createServer(connected);
      server.once('error', reject);
      server.listen(at, '127.0.0.1', () => resolve(server));
    });
  const cut = () => {
    for (const socket of sockets.keys()) socket.destroy();
  };
  const flow = () => {
    left = Number.POSITIVE_INFINITY;
    isHeld = false;
    for (const pair of sockets) for (const socket of pair) socket.resume();
  };
  let server = await listen(0);
  const own = (server.address() as net.AddressInfo).port;
  return {
    port: own,
    url: `http://127.0.0.1:${own}`,
    cut,
    open: () => sockets.size,
    hold() {
      isHeld = true;
      for (const [near, far] of sockets) hold(near, far);
    },
    stallAfter: (bytes) => {
      left = bytes;
    },
    isStalled: () => left <= 0,
    flow,
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        cut();
      }),
    async start() {
      flow();
      server = await listen(own);
    },
  };
}
