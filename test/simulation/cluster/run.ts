/** One run of a cluster from its seed: nodes start, publish and send while they are killed, stopped, paused and cut off. */
import { type Executor, faultOf, isPassing, type Statement } from '../../../src/core/db/client.ts';
import { Callers } from './callers.ts';
import { Checks } from './checks.ts';
import { EPOCH, emptyDatabase, INSTANCES, prune } from './database.ts';
import { type Mutant, Node, type Surroundings } from './node.ts';
import { Platform } from './provider.ts';
import { seededRandom, World } from './world.ts';

export interface Report {
  /** Broken promises, and how often. */
  readonly broken: ReadonlyMap<string, number>;
  readonly events: number;
  readonly attempts: number;
  /** Attempts that were made again under another lease. */
  readonly repeated: number;
  readonly takeovers: number;
  /** World ms. */
  readonly lasted: number;
}

/** Of a run, in world ms. */
export interface Length {
  readonly faultsUntil: number;
  readonly quietFrom: number;
  /** Sessions wait for so long at most from one publish to the next. */
  readonly publishMs: number;
}

export const SHORT: Length = { faultsUntil: 23_000, quietFrom: 26_000, publishMs: 2_500 };
/** Five times the work of a short one. */
export const LONG: Length = { faultsUntil: 64_000, quietFrom: 68_000, publishMs: 1_000 };

/** World ms. */
const FAULTS_FROM = 6_000;
/** From when it is quiet on: by then all must have healed. */
const HEALED_MS = 60_000;
const LOOK_MS = 1_000;
const PRUNE_EVERY_MS = 3_000;
/** Nobody asks what became of a commit any more. */
const PRUNED_AFTER_MS = 12_000;
/** How long all that is published may wait while nothing fails and one node ends: another one takes its streams meanwhile. */
const CALM_MS = 8_100;
const CALM_CHANGES = 12;
const CROWDED_MS = 15_000;
const CHANGED_WITHIN_MS = 3_500;
const FAULT_EVERY_MIN_MS = 2_000;
const FAULT_EVERY_MAX_MS = 7_000;
const RESTART_MS = 10_000;
const PAUSE_MS = 18_000;
const CUT_MS = 16_000;

/** The places where nodes run; each is taken by another node after the one before it has ended. */
class Cluster {
  readonly #around: Surroundings;
  readonly #nodes: (Node | null)[];

  constructor(around: Surroundings) {
    this.#around = around;
    const count = 2 + (around.world.below(5) >> 1);
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
    const { world, length } = this.#around;
    if (world.now > length.faultsUntil) return;
    const place = world.below(this.#nodes.length);
    const node = this.#nodes[place];
    const dice = world.random();
    if (dice < 0.05) this.#cutAll(world.below(CUT_MS));
    else if (node) this.#happenTo(node, place, dice);
    const pauseMs = FAULT_EVERY_MIN_MS + world.below(FAULT_EVERY_MAX_MS - FAULT_EVERY_MIN_MS);
    world.at(world.now + pauseMs, () => this.#fault());
  }

  #happenTo(node: Node, place: number, dice: number): void {
    const { world } = this.#around;
    if (dice < 0.25) {
      node.kill();
      this.#boot(place, world.below(RESTART_MS));
    } else if (dice < 0.45) {
      if (node.isReady && !node.isStopping) void node.stop().then(() => this.#boot(place, 500));
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

  /** Those that run at this moment. */
  get running(): readonly Node[] {
    return this.#nodes.filter((node) => node?.process.isRunning === true) as Node[];
  }

  /** Whether a node is still paused, cut off, or to begin again. */
  get isDisturbed(): boolean {
    const { now } = this.#around.world;
    return this.#nodes.some((node) => {
      if (node === null) return true;
      const { isDead, pausedUntil, cutUntil } = node.process;
      return !isDead && Math.max(pausedUntil, cutUntil) > now;
    });
  }

  end(): void {
    for (const node of this.#nodes) node?.kill();
  }
}

/** Stands in the statement of a beat for the present, which the server adds when it arrives. */
const PRESENT = '$present';

function withPresent(server: Executor, now: () => number): Executor {
  const add = ({ sql, params }: Statement): Statement => {
    if (!sql.includes(PRESENT)) return { sql, params };
    return { sql: sql.replace(PRESENT, `?${params.length + 1}`), params: [...params, now()] };
  };
  return { ...server, batch: (list) => server.batch(list.map(add)) };
}

/** Whether all has healed in time. */
async function heal(world: World, cluster: Cluster, checks: Checks): Promise<boolean> {
  const from = world.now;
  while (world.now < from + HEALED_MS) {
    await world.runUntil(world.now + LOOK_MS);
    const isQuiet = world.packets === 0 && !cluster.isDisturbed;
    if (isQuiet && (await checks.isHealed(cluster.running))) return true;
  }
  return false;
}

/** Records are changed while one node ends in order: nothing of that may wait for long or be sent twice. */
async function calm(world: World, cluster: Cluster, checks: Checks): Promise<void> {
  const { running } = cluster;
  const { repeated } = checks;
  const leaving = running.length > 1 ? running[world.below(running.length)] : undefined;
  const others = running.filter((node) => node !== leaving);
  for (let change = 0; change < CALM_CHANGES; change++)
    world.at(world.now + world.below(CHANGED_WITHIN_MS), () =>
      others[change % others.length]?.changeRecord(),
    );
  void leaving?.stop();
  await world.runUntil(world.now + CALM_MS);
  if (!(await checks.isAllDelivered()))
    checks.break('what is published waits although nothing fails');
  if (checks.repeated > repeated) checks.break('an attempt is repeated although nothing fails');
  if (leaving?.process.isDead === false) checks.break('a node does not end although nothing fails');
}

/** Calls for others crowd a node, which keeps its lease all the while. */
async function crowd(world: World, cluster: Cluster, checks: Checks): Promise<void> {
  const { running } = cluster;
  const node = running[world.below(running.length)];
  if (node === undefined) return;
  const until = world.now + CROWDED_MS;
  node.process.crowdedUntil = until;
  while (world.now < until) {
    await world.runUntil(world.now + LOOK_MS);
    if (node.membership.lease === 'lapsed') checks.break('a crowded node loses its lease');
  }
}

function pruneAgain(world: World, server: Executor): void {
  world.at(world.now + PRUNE_EVERY_MS, () => {
    void prune(server, EPOCH + world.now - PRUNED_AFTER_MS);
    pruneAgain(world, server);
  });
}

export async function runCluster(
  seed: number,
  mutant: Mutant = {},
  length: Length = SHORT,
): Promise<Report> {
  const world = new World(seededRandom(seed));
  const server = await emptyDatabase();
  const platform = new Platform((promise) => checks.break(promise));
  const checks = new Checks(server, platform);
  const around: Surroundings = {
    world,
    server: withPresent(server, () => EPOCH + Math.floor(world.now)),
    databaseNow: () => PRESENT,
    checks,
    platform,
    length,
    mutant,
  };
  const cluster = new Cluster(around);
  pruneAgain(world, server);
  new Callers(around, () => cluster.running).begin();
  await world.runUntil(length.quietFrom);
  world.isCalm = true;
  if (await heal(world, cluster, checks)) {
    await calm(world, cluster, checks);
    await crowd(world, cluster, checks);
    await heal(world, cluster, checks);
  }
  const events = await checks.end(cluster.running);
  cluster.end();
  const [[terms] = []] = await server.query('select sum(term) from streams', []);
  const { broken, attempts, repeated } = checks;
  return {
    lasted: world.now,
    broken,
    events,
    attempts,
    repeated,
    takeovers: Number(terms) - INSTANCES.length - 1,
  };
}
