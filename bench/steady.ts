/** Events published at a steady pace, and how long each takes from when it was due to the receiver. */
import type { RunningEngine } from '../src/core/events/engine.ts';
import { message } from './engine.ts';
import { percentile } from './measure.ts';
import { type BenchReceiver, wallMs } from './receiver.ts';

export interface Pace {
  readonly perSecond: number;
  readonly seconds: number;
  /** The length of each text; by default the body has 1 KB. */
  readonly characters?: number | undefined;
}

export interface Latency {
  readonly p50: number;
  readonly p99: number;
  readonly worst: number;
}

/** Returns delays in ms. They include the wait for a process that was busy when an event was due. */
export async function steady(
  engine: Pick<RunningEngine, 'publish'>,
  streamOf: (index: number) => { readonly id: string; readonly name: string },
  receiver: BenchReceiver,
  { perSecond, seconds, characters }: Pace,
): Promise<Latency> {
  await receiver.reset();
  const [from, began] = [performance.now(), wallMs()];
  const total = perSecond * seconds;
  let refused = 0;
  for (let index = 0; index < total; index++) {
    const due = (index * 1_000) / perSecond;
    while (performance.now() - from < due) await new Promise((resolve) => setImmediate(resolve));
    engine.publish(streamOf(index), [message(index, began + due, characters)]).catch(() => {
      refused++;
    });
    if (refused > 0) throw new Error(`this machine takes fewer than ${perSecond} events a second`);
  }
  const delays = (await receiver.arrived(total)).map(({ delayMs }) => delayMs);
  return {
    p50: percentile(delays, 50),
    p99: percentile(delays, 99),
    worst: percentile(delays, 100),
  };
}
