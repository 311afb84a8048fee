/**
 * Measures one part of the version whose checkout the variable `CHECKOUT` names, in a process of its own. The engine is
 * the one that this version's own `bench/engine.ts` starts; all else goes through the API of its service.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { measureReads, startReads } from '../api.ts';
import { rate } from '../measure.ts';
import { obeyOrders } from '../order-process.ts';
import { startReceiver } from '../receiver.ts';
import { startWhatsApp } from '../whatsapp-server.ts';
import { startTexts } from '../whatsapp-texts.ts';
import type { Cost, PartName } from './pairs.ts';

/** `lacks`: what this version would need for the part and has not. */
export type PartResult = Cost | { readonly lacks: string };

const checkout = process.env.CHECKOUT ?? '';
/** Its folder, today and in earlier versions. */
const WHATSAPP = ['src/modules/whatsapp', 'src/providers/whatsapp'] as const;
const PHONE = '5511999990000';
const BURST = 1_000;
const BURSTS = 6;
/** Until then compilers take about a quarter of the CPU of a text. */
const WARMING_BURSTS = 10;
const READ_SECONDS = 2;

async function deliver(): Promise<PartResult> {
  const file = join(checkout, 'bench/engine.ts');
  if (!existsSync(file)) return { lacks: 'bench/engine.ts' };
  const { startEngine, message }: typeof import('../engine.ts') = await import(file);
  const receiver = await startReceiver();
  const { engine, stop } = await startEngine({ urlOf: () => receiver.url });
  const stream = { id: '01900000-0000-7000-8000-00000000a001', name: 'bench' };
  const run = async (count: number) => {
    await receiver.reset();
    const publish = (index: number) => engine.publish(stream, [message(index)]);
    return rate(count, 64, publish, () => receiver.arrived(count));
  };
  await run(10_000);
  const count = 40_000;
  const before = process.cpuUsage();
  const perSecond = await run(count);
  const { user, system } = process.cpuUsage(before);
  await stop();
  receiver.stop();
  return { perSecond, cpu: (user + system) / count };
}

async function read(): Promise<PartResult> {
  const { service, reads } = await startReads();
  const rates = [];
  for (const one of reads) {
    const { status } = await fetch(one.url, { headers: one.headers ?? {} });
    if (status === 404) return { lacks: one.name };
    await measureReads(one, service.processorSeconds, READ_SECONDS / 2);
    rates.push(await measureReads(one, service.processorSeconds, READ_SECONDS));
  }
  await service.end('SIGTERM');
  return meanOf(rates);
}

async function text(direction: 'receive' | 'send'): Promise<PartResult> {
  const isThere = WHATSAPP.some((folder) => existsSync(join(checkout, folder)));
  if (!isThere) return { lacks: WHATSAPP[0] };
  const whatsapp = await startWhatsApp();
  const receiver = await startReceiver();
  const texts = await startTexts(whatsapp, receiver, BURST);
  await texts.link(PHONE);
  const rates = [];
  for (let burst = 0; burst < WARMING_BURSTS + BURSTS; burst++)
    rates.push(await texts[direction]([PHONE]));
  await texts.app.end('SIGTERM');
  receiver.stop();
  whatsapp.stop();
  return meanOf(rates.slice(WARMING_BURSTS).map((one) => ({ ...one, cpu: one.cpuMs * 1_000 })));
}

function meanOf(rates: readonly Cost[]): Cost {
  const mean = (of: (cost: Cost) => number) =>
    rates.reduce((sum, one) => sum + of(one), 0) / rates.length;
  return { perSecond: mean(({ perSecond }) => perSecond), cpu: mean(({ cpu }) => cpu) };
}

const MEASURED: Record<PartName, () => Promise<PartResult>> = {
  delivery: deliver,
  api: read,
  'whatsapp in': () => text('receive'),
  'whatsapp out': () => text('send'),
};

if (import.meta.main) {
  console.info = () => {};
  obeyOrders<PartName>((name) => MEASURED[name]());
}
