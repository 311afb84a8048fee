/** A process that does what it is ordered to, one answer to each order, as many at once as there are. */
import type { Subprocess } from 'bun';

interface Answer {
  readonly number: number;
  readonly result?: unknown;
  readonly problem?: string;
}

export interface OrderProcess<Order> {
  readonly child: Subprocess;
  /** The result that `obeyOrders` returned for it; rejects with its error, or when the process ends before. */
  order(order: Order): Promise<unknown>;
}

/** Starts `file`, which calls `obeyOrders`, with this Bun unless another is named. */
export function startOrderProcess<Order>(
  file: string,
  {
    bun = process.execPath,
    ...options
  }: { bun?: string; cwd?: string; env?: typeof process.env } = {},
): OrderProcess<Order> {
  const waiting = new Map<number, (answer: Answer) => void>();
  const child = Bun.spawn([bun, file], {
    ...options,
    stdio: ['ignore', 'inherit', 'inherit'],
    ipc: (answer: Answer) => waiting.get(answer.number)?.(answer),
    onExit(_, exitCode) {
      for (const [number, settle] of waiting)
        settle({ number, problem: `its process ended with ${exitCode}` });
    },
  });
  let orders = 0;
  return {
    child,
    async order(order) {
      const number = orders++;
      const { result, problem } = await new Promise<Answer>((resolve) => {
        waiting.set(number, resolve);
        child.send({ number, order });
      });
      waiting.delete(number);
      if (problem !== undefined) throw new Error(`${JSON.stringify(order)}: ${problem}`);
      return result;
    },
  };
}

export function obeyOrders<Order>(obey: (order: Order) => Promise<unknown>): void {
  // It does not outlive a benchmark that failed.
  process.on('disconnect', () => process.exit());
  process.on('message', async ({ number, order }: { number: number; order: Order }) => {
    const answer = await obey(order).then(
      (result) => ({ number, result }),
      (error) => ({ number, problem: error instanceof Error ? error.message : String(error) }),
    );
    process.send?.(answer);
  });
}
