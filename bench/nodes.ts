/**
 * Nodes on one database server, each a process of its own: events a second beside one process on a file, what a request
 * costs that another node answers, how long instances are away that move, and what a node costs that has nothing to do.
 * PART names one of these four: rates, reads, moves, idle; default: all.
 */
import { until } from '../test/helpers/until.ts';
import { formatNumber, median, percentile, rate, table } from './measure.ts';
import { startReceiver } from './receiver.ts';
import { type NodeProcess, startNode, stateOf } from './service-process.ts';
import { startServer } from './sqld.ts';

const RUNS = Number(process.env.RUNS ?? 5);
const LOADS = [
  { callers: 64, events: 2_000 },
  { callers: 512, events: 4_000 },
];
/** Nodes on one server; 0: one process on a file. */
const PLACES = [0, 1, 2, 3];
const INSTANCES_PER_NODE = 2;
const READS = 3_000;
const MOVES = Number(process.env.MOVES ?? 3);
const MOVED_WITHIN_MS = 40_000;
const IDLE_INSTANCES = 60;
/** Whether anything is unanswered is looked at 30 seconds after an instance is connected. */
const SETTLED_SECONDS = 45;
/** The interval of the search for old rows. */
const IDLE_SECONDS = 60;

interface Place {
  readonly nodes: readonly NodeProcess[];
  /** Instances, each with the node that has it. */
  readonly owned: readonly { readonly name: string; readonly node: NodeProcess }[];
  /** Seconds of a processor that the database server has used so far; 0 without one. */
  serverSeconds(): number;
  stop(): Promise<void>;
}

async function startPlace(count: number, receiver: string): Promise<Place> {
  const server = count === 0 ? null : await startServer();
  const nodes: NodeProcess[] = [];
  for (let index = 0; index < Math.max(1, count); index++)
    nodes.push(await startNode(`node-${index}`, server && `http://${server.address}`));
  const owned: { name: string; node: NodeProcess }[] = [];
  for (const [at, node] of nodes.entries()) {
    for (let index = 0; index < INSTANCES_PER_NODE; index++) {
      const name = `shop-${at}-${index}`;
      await node.open(name, receiver);
      owned.push({ name, node });
    }
  }
  return {
    nodes,
    owned,
    serverSeconds: () => server?.processorSeconds() ?? 0,
    async stop() {
      for (const node of nodes) await node.end('SIGKILL');
      await server?.stop();
    },
  };
}

const text = (index: number) => ({
  kind: 'text',
  from: `55119${String(90_000_000 + (index % 500))}`,
  text: `${index} `.padEnd(400, 'x'),
});

interface NodeMeasure {
  /** Events a second, from the call to the receiver, each asked of the node that has its instance. */
  readonly perSecond: number;
  /** Processor ms of the database server for each event. */
  readonly serverMs: number;
}

async function measureRate(
  { owned, serverSeconds }: Place,
  { callers, events }: (typeof LOADS)[number],
  receiver: Awaited<ReturnType<typeof startReceiver>>,
): Promise<NodeMeasure> {
  await receiver.reset();
  const say = async (index: number) => {
    const { name, node } = owned[index % owned.length] ?? owned[0]!;
    await node.call('POST', `/sandbox/${name}/message`, text(index));
  };
  const before = serverSeconds();
  const perSecond = await rate(events, callers, say, () => receiver.arrived(events));
  return { perSecond, serverMs: ((serverSeconds() - before) * 1_000) / events };
}

async function rates(): Promise<void> {
  const receiver = await startReceiver();
  const places: Place[] = [];
  for (const count of PLACES) places.push(await startPlace(count, receiver.url));
  for (const place of places) await measureRate(place, { callers: 64, events: 500 }, receiver);
  for (const load of LOADS) {
    const all: NodeMeasure[][] = [];
    for (let run = 0; run < RUNS; run++) {
      const measured: NodeMeasure[] = [];
      for (const place of places) measured.push(await measureRate(place, load, receiver));
      all.push(measured);
    }
    const runs = all.map((measured) => measured.map(({ perSecond }) => perSecond));
    console.log(`\n${load.callers} callers\n`);
    table(
      runs.map(([file = 0, ...servers], run) => ({
        run: run + 1,
        'file/s': formatNumber(file),
        ...Object.fromEntries(
          servers.map((value, at) => [`${at + 1} on sqld/s`, formatNumber(value)]),
        ),
      })),
    );
    const ratioOf = (at: number) => median(runs.map((run) => (run[at] ?? 0) / (run[0] ?? 1)));
    const ratios = PLACES.slice(1).map((count) => `${count}: ${ratioOf(count).toFixed(2)}`);
    console.log(`\nmedians of ratios to the file, by nodes: ${ratios.join(', ')}`);
    const toOne = median(runs.map((run) => (run[3] ?? 0) / (run[1] ?? 1)));
    console.log(`three nodes beside one: ${toOne.toFixed(2)}`);
    const serverMsOf = (at: number) => median(all.map((run) => run[at]?.serverMs ?? 0));
    const costs = PLACES.slice(1).map((count) => `${count}: ${serverMsOf(count).toFixed(2)} ms`);
    console.log(`processor of the database server for each event, by nodes: ${costs.join(', ')}`);
  }
  for (const place of places) await place.stop();
  receiver.stop();
}

/** Ms of each of so many requests, one after another. */
async function timesOf(call: () => Promise<unknown>): Promise<number[]> {
  const times: number[] = [];
  for (let index = 0; index < READS; index++) {
    const from = performance.now();
    await call();
    times.push(performance.now() - from);
  }
  return times;
}

async function reads(): Promise<void> {
  const receiver = await startReceiver();
  const place = await startPlace(2, receiver.url);
  const [owner, other] = place.nodes;
  const name = place.owned[0]?.name ?? '';
  const readAt = (node: NodeProcess | undefined) => () =>
    node ? stateOf(node.call, name) : Promise.resolve();
  await timesOf(readAt(owner));
  await timesOf(readAt(other));
  const rows: Record<'own' | 'forwarded', number[]>[] = [];
  for (let run = 0; run < RUNS; run++)
    rows.push({ own: await timesOf(readAt(owner)), forwarded: await timesOf(readAt(other)) });
  const of = (key: 'own' | 'forwarded', percent: number) =>
    rows.map((row) => percentile(row[key], percent));
  table(
    [50, 99].map((percent) => {
      const [own, forwarded] = [of('own', percent), of('forwarded', percent)];
      return {
        'read of a state': `p${percent}`,
        'at its owner, ms': formatNumber(median(own)),
        'forwarded, ms': formatNumber(median(forwarded)),
        'more, ms': formatNumber(median(forwarded.map((ms, run) => ms - (own[run] ?? 0)))),
      };
    }),
  );
  await place.stop();
  receiver.stop();
}

/** Seconds from the end of a node's life to the first answer of another one that its instance is open. */
async function moveAfter(signal: 'SIGTERM' | 'SIGKILL', receiver: string): Promise<number> {
  const place = await startPlace(2, receiver);
  const [first, second] = place.nodes;
  const name = place.owned[0]?.name ?? '';
  if (!first || !second) throw new Error('there are no two nodes');
  await until('the other node has heard of it', async () => {
    const state = await stateOf(second.call, name).catch(() => null);
    return state === 'open';
  });
  const from = performance.now();
  const ended = first.end(signal);
  const isOpen = () => stateOf(second.call, name).then((state) => state === 'open');
  const hasMoved = async () =>
    (await isOpen().catch(() => false)) && (await ownsAll(second, place.owned.length));
  await until('it is open at the other node', hasMoved, MOVED_WITHIN_MS);
  const seconds = (performance.now() - from) / 1_000;
  await ended;
  await place.stop();
  return seconds;
}

/** Whether the node is alone and has all instances. */
async function ownsAll(node: NodeProcess, streams: number): Promise<boolean> {
  const { nodes } = await node.call('GET', '/nodes');
  const own = nodes.find((one: { isThis: boolean }) => one.isThis);
  return own.streams === streams;
}

async function moves(): Promise<void> {
  const receiver = await startReceiver();
  const seconds = { SIGKILL: [] as number[], SIGTERM: [] as number[] };
  for (let run = 0; run < MOVES; run++)
    for (const signal of ['SIGKILL', 'SIGTERM'] as const)
      seconds[signal].push(await moveAfter(signal, receiver.url));
  table(
    Object.entries(seconds).map(([signal, all]) => ({
      signal,
      'seconds until another node has its instances open': all.map(formatNumber).join(', '),
    })),
  );
  receiver.stop();
}

interface CountingProxy {
  readonly address: string;
  requests(): number;
  statements(): number;
  stop(): Promise<void>;
}

/** Passes requests on to a server, and counts them and the statements in them. */
function countingProxy(address: string): CountingProxy {
  let requests = 0;
  let statements = 0;
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    async fetch(request) {
      const body = await request.text();
      requests++;
      statements += body.split('"sql":').length - 1;
      const path = new URL(request.url).pathname;
      const { method, headers } = request;
      const sent = { method, headers, decompress: false, ...(body && { body }) };
      return fetch(`http://${address}${path}`, sent);
    },
  });
  return {
    address: `127.0.0.1:${server.port}`,
    requests: () => requests,
    statements: () => statements,
    stop: () => server.stop(true),
  };
}

async function idle(): Promise<void> {
  const receiver = await startReceiver();
  const server = await startServer();
  const proxy = countingProxy(server.address);
  const node = await startNode('idle', `http://${proxy.address}`);
  const file = await startNode('file', null);
  for (let index = 0; index < IDLE_INSTANCES; index++)
    for (const one of [node, file]) await one.open(`shop-${index}`, receiver.url);
  await Bun.sleep(SETTLED_SECONDS * 1_000);
  const present = () => [
    proxy.requests(),
    proxy.statements(),
    node.processorSeconds(),
    file.processorSeconds(),
  ];
  const before = present();
  await Bun.sleep(IDLE_SECONDS * 1_000);
  const [requests = 0, statements = 0, ofNode = 0, ofFile = 0] = present().map(
    (value, at) => (value - (before[at] ?? 0)) / IDLE_SECONDS,
  );
  table([
    {
      [`requests/s of a node with ${IDLE_INSTANCES} idle instances`]: formatNumber(requests),
      'statements/s': formatNumber(statements),
      'of one core': `${formatNumber(ofNode * 100)} %`,
      'on a file': `${formatNumber(ofFile * 100)} %`,
    },
  ]);
  await node.end('SIGKILL');
  await file.end('SIGKILL');
  await proxy.stop();
  await server.stop();
  const place = await startPlace(3, receiver.url);
  const from = place.serverSeconds();
  await Bun.sleep(IDLE_SECONDS * 1_000);
  const used = (place.serverSeconds() - from) / IDLE_SECONDS;
  console.log(
    `\nthe database server of three idle nodes, of one core: ${formatNumber(used * 100)} %`,
  );
  await place.stop();
  receiver.stop();
}

const parts: Readonly<Record<string, () => Promise<void>>> = { rates, reads, moves, idle };
const wanted = process.env.PART;
for (const [name, part] of Object.entries(parts)) {
  if (wanted !== undefined && wanted !== name) continue;
  console.log(`\n### ${name}\n`);
  await part();
}
process.exit(0);
