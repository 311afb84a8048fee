/**
 * Sessions of WhatsApp in threads of their own beside those in the main thread: how fast texts of 20 instances come in,
 * what an answer of the API takes beside 1 000 texts a second, and what memory it costs. Both services run all the while
 * and are measured in turns.
 */
import { readFileSync } from 'node:fs';
import { formatNumber, median, percentile, table } from './measure.ts';
import { startReceiver } from './receiver.ts';
import { startAppProcess } from './whatsapp-app.ts';
import { CONTACTS, startWhatsApp } from './whatsapp-server.ts';

const RUNS = Number(process.env.RUNS ?? 5);
const INSTANCES = 20;
const COUNT = 1_000;
const THREADS = (process.env.THREADS ?? '0,1').split(',').map(Number);
/** From one question to the API to the next. */
const PROBE_MS = 5;

const whatsapp = await startWhatsApp();
const receiver = await startReceiver();

async function serviceWith(threads: number) {
  process.env.WHATSAPP_WORKERS = String(threads);
  const app = await startAppProcess(whatsapp);
  const phones = Array.from(
    { length: INSTANCES },
    (_, index) => `55119${threads}${String(index).padStart(7, '0')}`,
  );
  const emptyMb = memoryMb(app.pid);
  for (const phone of phones) {
    const name = `texts-${phone}`;
    await receiver.reset();
    await app.create(name, receiver.url);
    await whatsapp.order({ do: 'link', phone, code: await app.code(name) });
    await app.opened(name);
    await whatsapp.order({ do: 'seal', phone, count: CONTACTS.length });
    await whatsapp.order({ do: 'release', phone });
    await receiver.arrived(CONTACTS.length);
  }
  return { app, threads, phones, emptyMb };
}

type Service = Awaited<ReturnType<typeof serviceWith>>;

const memoryMb = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;

/** Asks the API every few ms until `work` has ended; ms of each answer from when it was due. */
async function probed({ app, phones }: Service, work: () => Promise<unknown>): Promise<number[]> {
  const answers: Promise<number>[] = [];
  let isOver = false;
  const path = `/instance/connectionState/texts-${phones[0]}`;
  const ask = async (due: number) => {
    await app.call('GET', path);
    return performance.now() - due;
  };
  const asking = (async () => {
    for (let due = performance.now(); !isOver; due += PROBE_MS) {
      await Bun.sleep(Math.max(0, due - performance.now()));
      answers.push(ask(due));
    }
  })();
  await work();
  isOver = true;
  await asking;
  return Promise.all(answers);
}

/** `pauseMs` from the texts of one instance to those of the next. */
async function texts(service: Service, pauseMs: number) {
  const { app, phones } = service;
  await receiver.reset();
  for (const phone of phones) await whatsapp.order({ do: 'seal', phone, count: COUNT / INSTANCES });
  const cpu = app.processorSeconds();
  const from = performance.now();
  const answers = await probed(service, async () => {
    const all = receiver.arrived(COUNT);
    for (const phone of phones) {
      void whatsapp.order({ do: 'release', phone });
      if (pauseMs > 0) await Bun.sleep(pauseMs);
    }
    await all;
  });
  const seconds = (performance.now() - from) / 1_000;
  return {
    perSecond: COUNT / seconds,
    cpuMs: ((app.processorSeconds() - cpu) * 1_000) / COUNT,
    p50: percentile(answers, 50),
    p99: percentile(answers, 99),
    longest: Math.max(...answers),
  };
}

const services: Service[] = [];
for (const threads of THREADS) services.push(await serviceWith(threads));
for (const [what, pauseMs] of [
  [`${COUNT} texts at once over ${INSTANCES} instances`, 0],
  ['1 000 texts a second for a second', 1_000 / (COUNT / (COUNT / INSTANCES))],
] as const) {
  for (const service of services) await texts(service, pauseMs);
  const rows = new Map(
    services.map(({ threads }) => [threads, [] as Awaited<ReturnType<typeof texts>>[]]),
  );
  for (let run = 0; run < RUNS; run++)
    for (const service of services) rows.get(service.threads)?.push(await texts(service, pauseMs));
  console.log(`\n### ${what}, medians of ${RUNS}\n`);
  table(
    services.map(({ threads }) => {
      const runs = rows.get(threads) ?? [];
      const middle = (of: (row: (typeof runs)[number]) => number) => median(runs.map(of));
      return {
        threads,
        'texts/s': formatNumber(middle((row) => row.perSecond)),
        'CPU ms a text': middle((row) => row.cpuMs).toFixed(2),
        'API p50 ms': formatNumber(middle((row) => row.p50)),
        'API p99 ms': formatNumber(middle((row) => row.p99)),
        'longest ms': formatNumber(middle((row) => row.longest)),
      };
    }),
  );
}
console.log('\n### Memory\n');
table(
  services.map(({ app, threads, emptyMb }) => ({
    threads,
    'MB when started': formatNumber(emptyMb),
    'MB now': formatNumber(memoryMb(app.pid)),
  })),
);
for (const { app } of services) await app.end('SIGTERM');
receiver.stop();
whatsapp.stop();
process.exit(0);
