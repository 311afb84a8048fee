/**
 * WhatsApp by a paired phone: what an idle instance costs, how soon the first message arrives, and how fast many come
 * and go beside the bare library, on one instance and on more. Product, library, WhatsApp and receiver are a process
 * each.
 */
import { join } from 'node:path';
import { measureCommits } from './commits.ts';
import { formatNumber, median, table } from './measure.ts';
import { startReceiver } from './receiver.ts';
import { startBareClients } from './whatsapp-bare.ts';
import type { IdleFigures } from './whatsapp-idle.ts';
import { CONTACTS, startWhatsApp } from './whatsapp-server.ts';
import { type Rate, startTexts } from './whatsapp-texts.ts';

const RUNS = Number(process.env.RUNS ?? 5);
const COUNT = 1_000;
const WARMING_RUNS = 2;
/** The numbers of instances, or bare clients, that share the texts; ascending, each a divisor of `COUNT`. */
const SPREADS = (process.env.SPREADS ?? '1,20,100').split(',').map(Number);
/** `in`, `out` or both. */
const DIRECTIONS = (process.env.DIRECTIONS ?? 'in,out').split(',');
const MOST = Math.max(...SPREADS);
const phones = (prefix: string) =>
  Array.from({ length: MOST }, (_, index) => `${prefix}${String(index).padStart(3, '0')}`);
const OURS = phones('5511999990');
const BARE = phones('5511999970');
const ADDRESSES = CONTACTS.map((number) => `${number}@s.whatsapp.net`);

async function idle(): Promise<void> {
  const child = Bun.spawn([process.execPath, join(import.meta.dir, 'whatsapp-idle.ts')], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const figures = JSON.parse(await new Response(child.stdout).text()) as IdleFigures;
  const { instances, baseMb, allMb, heapKb, cpuShare } = figures;
  const each = (allMb - baseMb) / instances;
  console.log(
    `${instances} idle instances: ${formatNumber(baseMb)} MB with one, ${formatNumber(allMb)} MB with all, ` +
      `${each.toFixed(2)} MB each (${formatNumber(heapKb)} KB of it live objects); ` +
      `${(cpuShare * 100).toFixed(1)} % of one core\n`,
  );
}

const whatsapp = await startWhatsApp();
const receiver = await startReceiver();
const ours = await startTexts(whatsapp, receiver, COUNT);
const { app } = ours;
const bare = startBareClients();

/** Ms from asking for a connection to the first message at the receiver. */
async function firstMessage(run: number): Promise<number> {
  const name = `first-${run}`;
  await receiver.reset();
  await app.create(name, receiver.url);
  const from = performance.now();
  const code = await app.code(name);
  const linked = whatsapp.order({ do: 'link', phone: `551199998${run}000`, code, greeting: true });
  await receiver.arrived(1);
  const ms = performance.now() - from;
  await linked;
  return ms;
}

async function firstMessages(): Promise<void> {
  const waits: number[] = [];
  for (let run = 0; run < RUNS + 1; run++) waits.push(await firstMessage(run));
  console.log(
    `from connect to the first message at the receiver: ${waits.slice(1).map(formatNumber).join(', ')} ms, ` +
      `median ${formatNumber(median(waits.slice(1)))} ms (${formatNumber(waits[0] ?? 0)} ms while the library is loaded)\n`,
  );
}

async function linkBare(phone: string): Promise<void> {
  const { url, rootPublicKey, version } = whatsapp;
  const address = { url, rootPublicKey, version };
  const code = String(await bare.order({ do: 'code', phone, address }));
  await whatsapp.order({ do: 'link', phone, code });
  await bare.order({ do: 'opened', phone });
  const arrived = bare.order({ do: 'arrived', phones: [phone], count: CONTACTS.length });
  await ours.sealAndRelease(phone);
  await arrived;
  await bare.order({ do: 'greet', phone, contacts: ADDRESSES });
}

let linked = 0;

/** Links as many instances and bare clients as are compared. */
async function link(count: number): Promise<void> {
  for (const phone of OURS.slice(linked, count)) await ours.link(phone);
  await whatsapp.order({ do: 'settled', devices: count });
  for (const phone of BARE.slice(linked, count)) await linkBare(phone);
  linked = count;
}

const receiveBare = (clients: number): Promise<Rate> =>
  ours.burst(bare, BARE.slice(0, clients), () =>
    bare.order({ do: 'arrived', phones: BARE.slice(0, clients), count: COUNT / clients }),
  );

const sendBare = (clients: number): Promise<Rate> =>
  ours.measure(bare, () =>
    bare.order({ do: 'send', phones: BARE.slice(0, clients), count: COUNT, contacts: ADDRESSES }),
  );

interface Run {
  readonly commitMs: number;
  readonly bare: Rate;
  readonly ours: Rate;
}

async function compare(
  what: string,
  runBare: () => Promise<Rate>,
  runOurs: () => Promise<Rate>,
): Promise<void> {
  // Loading and compiling.
  for (let run = 0; run < WARMING_RUNS; run++) {
    await runBare();
    await runOurs();
  }
  const rows: Run[] = [];
  for (let run = 0; run < RUNS; run++)
    rows.push({ commitMs: measureCommits(), bare: await runBare(), ours: await runOurs() });
  console.log(`### ${what}\n`);
  table(
    rows.map(({ commitMs, bare: library, ours }, run) => ({
      run: run + 1,
      'ms a commit': commitMs.toFixed(2),
      'bare/s': formatNumber(library.perSecond),
      'bare CPU ms': library.cpuMs.toFixed(2),
      'ours/s': formatNumber(ours.perSecond),
      'ours CPU ms': ours.cpuMs.toFixed(2),
      'rate to bare': (ours.perSecond / library.perSecond).toFixed(2),
      'CPU to bare': (ours.cpuMs / library.cpuMs).toFixed(2),
    })),
  );
  const middle = (of: (row: Run) => number) => median(rows.map(of));
  console.log(
    `\nmedians: a commit ${formatNumber(middle((row) => row.commitMs))} ms, ` +
      `bare ${formatNumber(middle((row) => row.bare.perSecond))}/s and ${formatNumber(middle((row) => row.bare.cpuMs))} ms of CPU, ` +
      `ours ${formatNumber(middle((row) => row.ours.perSecond))}/s and ${formatNumber(middle((row) => row.ours.cpuMs))} ms, ` +
      `rate ${middle((row) => row.ours.perSecond / row.bare.perSecond).toFixed(2)}, ` +
      `CPU ${middle((row) => row.ours.cpuMs / row.bare.cpuMs).toFixed(2)}\n`,
  );
}

if (process.env.ONLY !== 'texts') {
  await idle();
  await firstMessages();
}
for (const spread of SPREADS) {
  await link(spread);
  if (DIRECTIONS.includes('in'))
    await compare(
      `${COUNT} texts in over ${spread}`,
      () => receiveBare(spread),
      () => ours.receive(OURS.slice(0, spread)),
    );
  if (DIRECTIONS.includes('out'))
    await compare(
      `${COUNT} texts out over ${spread}, 64 at once, until confirmed`,
      () => sendBare(spread),
      () => ours.send(OURS.slice(0, spread)),
    );
}
bare.stop();
await app.end('SIGTERM');
receiver.stop();
whatsapp.stop();
process.exit(0);
