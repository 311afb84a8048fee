/**
 * WhatsApp by a paired phone, through the whole product, against a WhatsApp in another process: what an idle
 * instance costs, how soon the first message arrives, and how fast many do beside the bare library, on one instance
 * and on 20.
 */
import { join } from 'node:path';
import { measureCommits } from './commits.ts';
import { median, shown, table } from './measure.ts';
import { startReceiver } from './receiver.ts';
import { startApp } from './whatsapp-app.ts';
import { type BareClient, linkBareClient } from './whatsapp-bare.ts';
import type { IdleFigures } from './whatsapp-idle.ts';
import { CONTACTS, inParallel, type Order, startWhatsApp, textOf } from './whatsapp-server.ts';

const RUNS = Number(process.env.RUNS ?? 5);
const COUNT = 1_000;
/** How many instances, or bare clients, share the texts; ascending. */
const SPREADS = (process.env.SPREADS ?? '1,20').split(',').map(Number);
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
    `${instances} idle instances: ${shown(baseMb)} MB with one, ${shown(allMb)} MB with all, ` +
      `${each.toFixed(2)} MB each (${shown(heapKb)} KB of it live objects); ` +
      `${(cpuShare * 100).toFixed(1)} % of one core\n`,
  );
}

const whatsapp = await startWhatsApp();
const receiver = await startReceiver();
const app = await startApp(whatsapp);

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

interface Rate {
  readonly perSecond: number;
  /** Of this process, a message. */
  readonly cpuMs: number;
}

/** `COUNT` texts to these phones, from the sockets' first byte to the last message at the counter. */
async function texts(to: readonly string[], counted: () => Promise<unknown>): Promise<Rate> {
  const each = (order: (phone: string) => Order) =>
    Promise.all(to.map((phone) => whatsapp.order(order(phone))));
  await each((phone) => ({ do: 'seal', phone, count: COUNT / to.length }));
  const cpu = process.cpuUsage();
  const from = performance.now();
  const released = each((phone) => ({ do: 'release', phone }));
  await counted();
  const seconds = (performance.now() - from) / 1_000;
  const { user, system } = process.cpuUsage(cpu);
  await released;
  return { perSecond: COUNT / seconds, cpuMs: (user + system) / 1_000 / COUNT };
}

async function ours(instances: number): Promise<Rate> {
  await receiver.reset();
  return texts(OURS.slice(0, instances), () => receiver.arrived(COUNT));
}

/** A conversation of both sides with every contact, so that no message opens a session. */
async function linkOurs(phone: string): Promise<void> {
  const name = `texts-${phone}`;
  await receiver.reset();
  await app.create(name, receiver.url);
  await whatsapp.order({ do: 'link', phone, code: await app.code(name) });
  await app.opened(name);
  await whatsapp.order({ do: 'seal', phone, count: CONTACTS.length });
  await whatsapp.order({ do: 'release', phone });
  await receiver.arrived(CONTACTS.length);
  for (const number of CONTACTS) {
    await app.call('POST', `/message/sendText/${name}`, { number, text: 'hello' });
  }
}

async function firstMessages(): Promise<void> {
  const waits: number[] = [];
  for (let run = 0; run < RUNS + 1; run++) waits.push(await firstMessage(run));
  console.log(
    `from connect to the first message at the receiver: ${waits.slice(1).map(shown).join(', ')} ms, ` +
      `median ${shown(median(waits.slice(1)))} ms (${shown(waits[0] ?? 0)} ms while the library is loaded)\n`,
  );
}

if (process.env.ONLY !== 'texts') {
  await idle();
  await firstMessages();
}
const bare: BareClient[] = [];

/** As many instances and bare clients as are compared, and no more beside them. */
async function link(count: number): Promise<void> {
  for (const phone of OURS.slice(bare.length, count)) await linkOurs(phone);
  await whatsapp.order({ do: 'settled', devices: count });
  for (const phone of BARE.slice(bare.length, count))
    bare.push(await linkBareClient(whatsapp, phone, ADDRESSES));
}

/** As many texts out, 64 at once, until the server has confirmed them all. */
async function sent(send: () => Promise<unknown>): Promise<Rate> {
  const cpu = process.cpuUsage();
  const from = performance.now();
  await send();
  const seconds = (performance.now() - from) / 1_000;
  const { user, system } = process.cpuUsage(cpu);
  return { perSecond: COUNT / seconds, cpuMs: (user + system) / 1_000 / COUNT };
}

async function sendOurs(): Promise<void> {
  await inParallel(COUNT, (index) =>
    app.call('POST', `/message/sendText/texts-${OURS[0]}`, {
      number: CONTACTS[index % CONTACTS.length],
      text: textOf(index),
    }),
  );
  await app.confirmed();
}

const runBare = (clients: number) => {
  const counting = bare.slice(0, clients);
  return texts(BARE.slice(0, clients), () =>
    Promise.all(counting.map((client) => client.arrived(COUNT / clients))),
  );
};

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
  await runBare();
  await runOurs();
  const rows: Run[] = [];
  for (let run = 0; run < RUNS; run++)
    rows.push({ commitMs: measureCommits(), bare: await runBare(), ours: await runOurs() });
  table(
    rows.map(({ commitMs, bare, ours }, run) => ({
      run: run + 1,
      'ms a commit': commitMs.toFixed(2),
      'bare/s': shown(bare.perSecond),
      'bare CPU ms': bare.cpuMs.toFixed(2),
      'ours/s': shown(ours.perSecond),
      'ours CPU ms': ours.cpuMs.toFixed(2),
      ratio: (ours.perSecond / bare.perSecond).toFixed(2),
      'CPU of the library': (bare.cpuMs / ours.cpuMs).toFixed(2),
    })),
  );
  const middle = (of: (row: Run) => number) => median(rows.map(of));
  console.log(
    `\nmedians of ${what}: a commit ${shown(middle((row) => row.commitMs))} ms, ` +
      `bare ${shown(middle((row) => row.bare.perSecond))}/s, ours ${shown(middle((row) => row.ours.perSecond))}/s, ` +
      `ratio ${middle((row) => row.ours.perSecond / row.bare.perSecond).toFixed(2)}, ` +
      `CPU of the library ${middle((row) => row.bare.cpuMs / row.ours.cpuMs).toFixed(2)}\n`,
  );
}

for (const spread of SPREADS) {
  await link(spread);
  await compare(
    `${COUNT} texts over ${spread}`,
    () => runBare(spread),
    () => ours(spread),
  );
}
await link(1);
await compare(
  `${COUNT} texts out, 64 at once, until confirmed`,
  () => sent(() => bare[0]?.sends(COUNT) ?? Promise.resolve()),
  () => sent(sendOurs),
);
for (const client of bare) client.end();
await app.stop();
receiver.stop();
whatsapp.stop();
process.exit(0);
