/** A proxy in front of a server that passes on every request, and loses answers or holds all back while told to. */
import { connect, createServer, type Socket } from 'node:net';
import type { Random } from './random.ts';

/** `closed`: the caller sees the connection end; `silent`: it gets no more. */
export type Loss = 'closed' | 'silent';

export interface LossyProxy {
  /** `127.0.0.1:port`. */
  readonly address: string;
  /** Returns the number of lost answers. */
  lost(): number;
  /** Loses one of `oneOf` answers from now on; null loses none of them. */
  lose(loss: Loss | null, oneOf?: number): void;
  /** Passes nothing on from now on, either way; `false`: all that was held back, late. */
  hold(isHeld: boolean): void;
  stop(): void;
}

export async function startLossyProxy(to: string, random: Random): Promise<LossyProxy> {
  const [host = '', port = ''] = to.split(':');
  const open = new Set<Socket>();
  let losing: Loss | null = null;
  let one = 1;
  let lost = 0;
  let isHolding = false;
  const server = createServer((caller) => {
    const upstream = connect(Number(port), host);
    let isSilent = false;
    for (const socket of [caller, upstream]) {
      open.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => {
        open.delete(socket);
        caller.destroy();
        upstream.destroy();
      });
    }
    caller.on('data', (request) => upstream.write(request));
    if (isHolding) caller.pause();
    upstream.on('data', (answer) => {
      if (isSilent) return;
      if (losing === null || random.between(1, one) > 1) {
        caller.write(answer);
        return;
      }
      lost++;
      if (losing === 'silent') isSilent = true;
      else caller.destroy();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the proxy has no port');
  return {
    address: `127.0.0.1:${address.port}`,
    lost: () => lost,
    lose(loss, oneOf = 1) {
      losing = loss;
      one = oneOf;
    },
    hold(isHeld) {
      isHolding = isHeld;
      for (const socket of open) isHeld ? socket.pause() : socket.resume();
    },
    stop() {
      server.close();
      for (const socket of open) socket.destroy();
    },
  };
}
