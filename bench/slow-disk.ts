/**
 * The service on a disk whose syncs take 0, 10, 50 or 500 ms longer: what one instance gets done beside 64 of them, and
 * how long requests wait that need no disk, or no longer need it.
 */
import { formatNumber, median, percentile, table } from './measure.ts';
import { wallMs } from './receiver.ts';
import { type SlowService, startSlowService } from './slow-service.ts';

const WIDTH = 64;
const RUNS = Number(process.env.RUNS ?? 5);
const SECONDS = Number(process.env.SECONDS ?? 3);
const WAIT_SECONDS = Number(process.env.WAIT_SECONDS ?? 8);
const DELAYS = (process.env.DELAYS ?? '0,10,50,500').split(',').map(Number);
/** Not counted at the beginning of each figure: a text is confirmed after a second, which is an event of its own. */
const WARM_MS = 1_200;

const message = { kind: 'text', from: '551199990001', text: 'x'.repeat(330) };
const text = { number: '551199990001', text: 'x'.repeat(330) };
type Work = 'message' | 'text';

/** Calls a second, `WIDTH` at once, spread over `names`. */
async function perSecond(
  service: SlowService,
  names: readonly string[],
  work: Work,
  seconds = SECONDS,
): Promise<number> {
  const from = performance.now() + WARM_MS;
  const end = from + seconds * 1_000;
  let done = 0;
  const lane = async (index: number) => {
    const name = names[index % names.length];
    while (performance.now() < end) {
      if (work === 'message') await service.post(`/sandbox/${name}/message`, message);
      else await service.post(`/message/sendText/${name}`, text);
      if (performance.now() >= from) done++;
    }
  };
  await Promise.all(Array.from({ length: WIDTH }, (_, index) => lane(index)));
  return (done * 1_000) / (performance.now() - from);
}

/** Returns the ms until a new reader gets its first frame: an event that is on disk already. */
const firstFrame = (service: SlowService) => async () => {
  const socket = service.read(first, 0);
  await new Promise<void>((resolve, reject) => {
    socket.onmessage = () => resolve();
    socket.onclose = ({ code, reason }) => reject(new Error(`${code} ${reason}`));
  });
  socket.close();
};

/** Ms from the end of the commit's sync to the frame, of every event while `work` runs, at one reader an instance. */
async function liveFrames(service: SlowService, work: Promise<unknown>): Promise<number[]> {
  const taken: number[] = [];
  const sockets = names.map((name) => service.read(name));
  for (const socket of sockets)
    socket.onmessage = () => {
      taken.push(wallMs() - service.syncEnded());
    };
  await work;
  for (const socket of sockets) socket.close();
  return taken;
}

/** The service closes a connection with more than 200 pings at once and 5 a second. */
const PAUSE_OF_PINGS_MS = 50;

/** A ping on one connection, until its pong. */
async function ping(service: SlowService): Promise<() => Promise<void>> {
  const socket = service.read(first);
  await new Promise((resolve) => socket.addEventListener('open', resolve));
  const closed = new Promise<void>((_, reject) => {
    socket.addEventListener('close', ({ code }) => reject(new Error(`closed with ${code}`)));
  });
  return () => {
    const answered = new Promise<void>((resolve) => {
      socket.addEventListener('pong', () => resolve(), { once: true });
    });
    socket.ping();
    return Promise.race([answered, closed]);
  };
}

/** Ms that each `ask` took, one after another, while `work` runs. */
async function waits(
  ask: () => Promise<void>,
  work: Promise<unknown>,
  pauseMs = 2,
): Promise<number[]> {
  let isRunning = true;
  void work.finally(() => {
    isRunning = false;
  });
  const taken: number[] = [];
  while (isRunning) {
    const from = performance.now();
    await ask();
    taken.push(performance.now() - from);
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
  return taken;
}

const names = Array.from({ length: WIDTH }, (_, index) => `bench-${index}`);
const [first = ''] = names;

/** One instance beside all of them; the column of ratios shows every run. */
async function compared(service: SlowService, work: Work) {
  const runs: { many: number; one: number }[] = [];
  for (let run = 0; run < RUNS; run++) {
    const many = await perSecond(service, names, work);
    runs.push({ many, one: await perSecond(service, [first], work) });
  }
  const ratios = runs.map(({ many, one }) => one / many);
  return {
    many: formatNumber(median(runs.map(({ many }) => many))),
    one: formatNumber(median(runs.map(({ one }) => one))),
    ratio: `${median(ratios).toFixed(2)} (${ratios.map((ratio) => ratio.toFixed(2)).join(' ')})`,
  };
}

const both = (taken: number[]) =>
  `${formatNumber(percentile(taken, 50))} / ${formatNumber(percentile(taken, 99))}`;

const rates: Record<string, string | number>[] = [];
const waited: Record<string, string | number>[] = [];
for (const delayMs of DELAYS) {
  const service = await startSlowService(delayMs);
  await Promise.all(names.map((name) => service.open(name)));
  await perSecond(service, names, 'message');
  for (const work of RUNS > 0 ? (['message', 'text'] as const) : []) {
    const { many, one, ratio } = await compared(service, work);
    const figures = { 'a second, 64 instances': many, 'one instance': one, ratio };
    rates.push({ 'sync ms': delayMs, calls: work, ...figures });
  }
  const load = perSecond(service, names, 'message', WAIT_SECONDS);
  const [health, reads, replayed, pongs, live] = await Promise.all([
    waits(() => service.get('/health'), load),
    waits(() => service.get(`/instance/connectionState/${first}`), load),
    waits(firstFrame(service), load),
    waits(await ping(service), load, PAUSE_OF_PINGS_MS),
    liveFrames(service, load),
  ]);
  await service.stop();
  waited.push({
    'sync ms': delayMs,
    '/health p50/p99 ms': both(health),
    'state p50/p99 ms': both(reads),
    'first frame p50/p99 ms': both(replayed),
    'pong p50/p99 ms': both(pongs),
    'frame after its commit p50/p99 ms': both(live),
    frames: live.length,
  });
}
if (rates.length > 0) table(rates);
console.log('\nWaits of those who need no disk, and of live frames from the end of their sync:\n');
table(waited);
process.exit(0);
