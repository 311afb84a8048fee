/**
 * What an idle instance costs: the product in this process, its WhatsApp in another, one paired instance and then
 * many. Prints its figures as JSON. Started by `whatsapp.ts`, so that nothing else is in its memory.
 */
import { startApp } from './whatsapp-app.ts';
import { startWhatsApp } from './whatsapp-server.ts';

export interface IdleFigures {
  readonly instances: number;
  /** MB, with one instance and with all; garbage collected. */
  readonly baseMb: number;
  readonly allMb: number;
  /** KB of the JavaScript heap an instance. */
  readonly heapKb: number;
  /** The share of one core, over ten seconds. */
  readonly cpuShare: number;
}

const INSTANCES = 100;
/** Past the timers that follow a pairing. */
const CALM_MS = 5_000;
const WATCH_MS = 10_000;
/** One second apart. The first one after many pairings was up to 40 MB above the second, by chance. */
const READINGS = 5;
const MB = 1024 * 1024;

interface Memory {
  readonly rss: number;
  readonly heap: number;
}

function collected(): Memory {
  Bun.gc(true);
  const { rss, heapUsed } = process.memoryUsage();
  return { rss, heap: heapUsed };
}

/** Returns the memory some seconds after a collection, when the process has given back what it does not use. */
async function memory(): Promise<Memory> {
  let last = collected();
  for (let reading = 1; reading < READINGS; reading++) {
    await Bun.sleep(1_000);
    last = collected();
  }
  return last;
}

async function idleShare(): Promise<number> {
  const from = process.cpuUsage();
  await Bun.sleep(WATCH_MS);
  const { user, system } = process.cpuUsage(from);
  return (user + system) / 1_000 / WATCH_MS;
}

if (import.meta.main) {
  const whatsapp = await startWhatsApp();
  const app = await startApp(whatsapp);
  const pair = async (index: number) => {
    const name = `idle-${index}`;
    await app.create(name, 'http://127.0.0.1:9/nobody');
    const phone = `55119999${String(index).padStart(5, '0')}`;
    await whatsapp.order({ do: 'link', phone, code: await app.code(name) });
    await app.opened(name);
  };
  await pair(0);
  await whatsapp.order({ do: 'settled', devices: 1 });
  await Bun.sleep(CALM_MS);
  const base = await memory();
  for (let index = 1; index <= INSTANCES; index++) await pair(index);
  await whatsapp.order({ do: 'settled', devices: INSTANCES + 1 });
  await Bun.sleep(CALM_MS);
  const all = await memory();
  const figures: IdleFigures = {
    instances: INSTANCES,
    baseMb: base.rss / MB,
    allMb: all.rss / MB,
    heapKb: (all.heap - base.heap) / 1024 / INSTANCES,
    cpuShare: await idleShare(),
  };
  process.stdout.write(JSON.stringify(figures));
  await app.stop();
  whatsapp.stop();
  process.exit(0);
}
