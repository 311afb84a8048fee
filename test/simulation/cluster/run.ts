/** One run of a cluster from its seed: nodes start, publish and send while they are killed, stopped, paused and cut off. */
import { type Executor, faultOf, isPassing, type Statement } from '../../../src/db/client.ts';
import { testDatabase } from '../../helpers/database.ts';
import { Checks } from './checks.ts';
import { type Mutant, Node, type Published, type Surroundings } from './node.ts';
import { seededRandom, World } from './world.ts';

export interface Report {
  /** Broken promises, and how often. */
  readonly broken: ReadonlyMap<string, number>;
  readonly events: number;
  readonly attempts: number;
  /** Attempts that were made again under another lease. */
  readonly repeated: number;
  readonly takeovers: number;
}

const STREAMS = 4;
/** World ms. */
const FAULTS_FROM = 12_000;
const FAULTS_UNTIL = 70_000;
const QUIET_FROM = 85_000;
/** No packet is under way any more. */
const END_FROM = 120_000;
const END = 150_000;
const END_STEP_MS = 5_000;
const RESTART_MS = 20_000;
const PAUSE_MS = 25_000;
const CUT_MS = 20_000;
const TABLES = ['attempts', 'deliveries', 'events', 'streams', 'nodes', 'processes'];
const EPOCH = Date.UTC(2026, 0, 5, 10);

let shared: Promise<Executor> | undefined;

/** Nothing here asks what a power cut leaves. */
async function open(): Promise<Executor> {
  const server = await testDatabase();
  await server.query('PRAGMA synchronous = OFF', []);
  return server;
}

/** Empty, but for streams that nobody owns. All runs of a process share one file, one after the other. */
async function emptyDatabase(): Promise<Executor> {
  shared ??= open();
  const server = await shared;
  await server.batch([
    ...TABLES.map((table) => ({ sql: `delete from ${table}`, params: [] })),
    ...Array.from({ length: STREAMS }, (_, index) => ({
      sql: 'insert into streams (id) values (?)',
      params: [`stream-${index}`],
    })),
  ]);
  return server;
}

/** The places where nodes run; each is taken by another node after the one before it has ended. */
class Cluster {
  readonly #around: Surroundings;
  readonly #nodes: (Node | null)[];

  constructor(around: Surroundings) {
    this.#around = around;
    const count = 2 + around.world.below(3);
    this.#nodes = Array.from({ length: count }, () => null);
    for (let place = 0; place < count; place++) this.#boot(place, place * 50);
    around.world.at(FAULTS_FROM, () => this.#fault());
  }

  #boot(place: number, afterMs: number): void {
    const { world } = this.#around;
    this.#nodes[place] = null;
    world.at(world.now + afterMs, () => {
      const node = new Node(this.#around);
      this.#nodes[place] = node;
      node.start().catch((error) => {
        if (!isPassing(faultOf(error))) throw error;
        node.kill();
        this.#boot(place, 1_000);
      });
    });
  }

  #fault(): void {
    const { world } = this.#around;
    if (world.now > FAULTS_UNTIL) return;
    const place = world.below(this.#nodes.length);
    const node = this.#nodes[place];
    const dice = world.random();
    if (dice < 0.05) this.#cutAll(world.below(CUT_MS));
    else if (node && !node.isStopping) this.#happenTo(node, place, dice);
    world.at(world.now + 4_000 + world.below(9_000), () => this.#fault());
  }

  #happenTo(node: Node, place: number, dice: number): void {
    const { world } = this.#around;
    if (dice < 0.3) {
      node.kill();
      this.#boot(place, world.below(RESTART_MS));
    } else if (dice < 0.4) {
      void node.stop().then(() => this.#boot(place, 500));
    } else if (dice < 0.7) {
      node.process.pause(world.below(PAUSE_MS), world.isChance(0.3));
    } else {
      node.process.cutUntil = world.now + world.below(CUT_MS);
    }
  }

  #cutAll(ms: number): void {
    const until = this.#around.world.now + ms;
    for (const node of this.#nodes) if (node) node.process.cutUntil = until;
  }

  end(): void {
    for (const node of this.#nodes) node?.kill();
  }
}

/** Where the statement of a beat takes the present from, which the server adds when it arrives. */
const PRESENT = '?8';

function withPresent(server: Executor, now: () => number): Executor {
  const add = (statement: Statement): Statement =>
    statement.sql.includes(PRESENT)
      ? { ...statement, params: [...statement.params, now()] }
      : statement;
  return { ...server, batch: (list) => server.batch(list.map(add)) };
}

export async function runCluster(seed: number, mutant: Mutant = {}): Promise<Report> {
  const world = new World(seededRandom(seed));
  const server = await emptyDatabase();
  const checks = new Checks(server);
  const published: Published[] = [];
  const cluster = new Cluster({
    world,
    server: withPresent(server, () => EPOCH + Math.floor(world.now)),
    databaseNow: () => PRESENT,
    published,
    started: (start) => checks.started(start),
    quietFrom: QUIET_FROM,
    mutant,
  });
  for (let end = END_FROM; end <= END; end += END_STEP_MS) {
    await world.runUntil(end);
    if (await checks.isAllDelivered()) break;
  }
  cluster.end();
  const events = await checks.end(published);
  const [[tokens] = []] = await server.query('select sum(token) from streams', []);
  const { broken, attempts, repeated } = checks;
  return { broken, events, attempts, repeated, takeovers: Number(tokens) - STREAMS };
}
