/** A network path that can die: from then on nothing arrives at either end, and neither is told. */
import type { Socket, TCPSocketListener } from 'bun';

interface Pair {
  other: Socket<Pair> | null;
  /** What came before the far end was reached. */
  early: Uint8Array[];
}

export class DeadPath {
  readonly #listener: TCPSocketListener<Pair>;
  #isDead = false;

  /** Leads to `port` of 127.0.0.1. */
  constructor(port: number) {
    this.#listener = Bun.listen<Pair>({
      hostname: '127.0.0.1',
      port: 0,
      socket: {
        open: (near) => {
          near.data = { other: null, early: [] };
          void this.#reach(near, port);
        },
        data: (near, bytes) => this.#pass(near, bytes),
        close: ({ data }) => this.#end(data.other),
      },
    });
  }

  get port(): number {
    return this.#listener.port;
  }

  dies(): void {
    this.#isDead = true;
  }

  heals(): void {
    this.#isDead = false;
  }

  stop(): void {
    this.#listener.stop(true);
  }

  async #reach(near: Socket<Pair>, port: number): Promise<void> {
    const far = await Bun.connect<Pair>({
      hostname: '127.0.0.1',
      port,
      data: { other: near, early: [] },
      socket: {
        data: (socket, bytes) => this.#pass(socket, bytes),
        close: () => this.#end(near),
      },
    });
    near.data.other = far;
    for (const bytes of near.data.early.splice(0)) far.write(bytes);
  }

  /** A dead path carries no goodbye either. */
  #end(socket: Socket<Pair> | null): void {
    if (!this.#isDead) socket?.end();
  }

  #pass({ data }: Socket<Pair>, bytes: Uint8Array): void {
    if (this.#isDead) return;
    if (data.other === null) data.early.push(Uint8Array.from(bytes));
    else data.other.write(bytes);
  }
}
