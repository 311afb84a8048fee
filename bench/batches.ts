/** Several events in a request beside one, to a receiver in another process that takes some milliseconds for each. */
import { message, startEngine } from './engine.ts';
import { median, rate, shown, table } from './measure.ts';

const COUNT = Number(process.env.COUNT ?? 10_000);
const ANSWER_MS = Number(process.env.ANSWER_MS ?? 5);
const RUNS = Number(process.env.RUNS ?? 5);
const BATCH = 100;
const WIDTH = 64;
const STREAM = { id: '01900000-0000-7000-8000-00000000a001', name: 'bench' };

/** Counts messages until it has as many as it was asked for, then says how many requests they came in. */
function serve(): void {
  let [messages, requests, wanted] = [0, 0, Infinity];
  const check = () => {
    if (messages < wanted) return;
    process.send?.(String(requests));
    [messages, requests, wanted] = [0, 0, Infinity];
  };
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    async fetch(request) {
      const { entry } = (await request.json()) as { entry: { changes: unknown[] }[] };
      await Bun.sleep(ANSWER_MS);
      requests++;
      for (const { changes } of entry) messages += changes.length;
      check();
      return new Response();
    },
  });
  process.on('disconnect', () => process.exit());
  process.on('message', (count) => {
    wanted = Number(count);
    check();
  });
  process.send?.(String(server.port));
}

interface Figures {
  readonly perSecond: number;
  /** µs of this process's CPU an event. */
  readonly cpu: number;
  readonly requests: number;
}

async function measure(receiver: Receiver, batch: number): Promise<Figures> {
  const { engine, stop } = await startEngine({
    urlOf: () => receiver.url,
    shape: { format: 'whatsapp-cloud', batch },
  });
  const before = process.cpuUsage();
  let requests = 0;
  const perSecond = await rate(
    COUNT,
    WIDTH,
    (index) => engine.publish(STREAM, [message(index)]),
    async () => {
      requests = await receiver.requestsFor(COUNT);
    },
  );
  const { user, system } = process.cpuUsage(before);
  await stop();
  return { perSecond, cpu: (user + system) / COUNT, requests };
}

interface Receiver {
  readonly url: string;
  /** Resolves when so many messages arrived, to the number of requests that they came in. */
  requestsFor(count: number): Promise<number>;
  stop(): void;
}

async function startReceiver(): Promise<Receiver> {
  let heard = (_: string) => {};
  const next = () =>
    new Promise<string>((resolve) => {
      heard = resolve;
    });
  const started = next();
  const child = Bun.spawn([process.execPath, import.meta.path, 'receiver'], {
    stdio: ['ignore', 'inherit', 'inherit'],
    ipc: (line) => heard(String(line)),
  });
  const url = `http://127.0.0.1:${await started}/hook`;
  return {
    url,
    async requestsFor(count) {
      const answer = next();
      child.send(String(count));
      return Number(await answer);
    },
    stop: () => child.kill(),
  };
}

async function compare(): Promise<void> {
  const receiver = await startReceiver();
  const runs: { one: Figures; many: Figures }[] = [];
  await measure(receiver, 1);
  for (let run = 0; run < RUNS; run++)
    runs.push({ one: await measure(receiver, 1), many: await measure(receiver, BATCH) });
  table(
    runs.map(({ one, many }) => ({
      'one/s': shown(one.perSecond),
      [`${BATCH}/s`]: shown(many.perSecond),
      'requests of one': one.requests,
      [`of ${BATCH}`]: many.requests,
      'CPU µs of one': shown(one.cpu),
      [`CPU µs of ${BATCH}`]: shown(many.cpu),
      'CPU ratio': shown(many.cpu / one.cpu),
    })),
  );
  const of = (figure: (run: (typeof runs)[number]) => number) => shown(median(runs.map(figure)));
  console.log(
    `\nmedians: one event a request ${of(({ one }) => one.perSecond)}/s, CPU ${of(({ one }) => one.cpu)} µs; up to ${BATCH} ${of(({ many }) => many.perSecond)}/s, CPU ${of(({ many }) => many.cpu)} µs, ${of(({ many }) => COUNT / many.requests)} events a request; CPU ratio ${of(({ one, many }) => many.cpu / one.cpu)}, rate ${of(({ one, many }) => many.perSecond / one.perSecond)}`,
  );
  receiver.stop();
  process.exit(0);
}

if (process.argv.includes('receiver')) serve();
else await compare();
