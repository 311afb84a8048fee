/**
 * Random runs of a cluster: two to four nodes on one database are killed, stopped, paused and cut off while they publish,
 * send and hand over, then one ends while nothing fails. CLUSTER_SEEDS is how many seeds are run, CLUSTER_FROM the first of
 * them; with CLUSTER_LONG=1 each of them lasts more than twice as long, and publishes more.
 */
import { expect, test } from 'bun:test';
import { MUTANTS } from './cluster/mutants.ts';
import type { Mutant } from './cluster/node.ts';
import { type Length, LONG, runCluster, SHORT } from './cluster/run.ts';

/** What a change is shown with at once; a search takes more of them, see CLUSTER_SEEDS. */
const SEEDS = Number(process.env.CLUSTER_SEEDS ?? 20);
const LENGTH = process.env.CLUSTER_LONG === '1' ? LONG : SHORT;
const FROM = Number(process.env.CLUSTER_FROM ?? 1);
/** Of many that were run by hand: each of them found a fault that is mended. */
const FOUND_FAULTS = [1_463, 2_052, 5_291, 5_484];
/** A run takes about 0.2 s of a processor. */
const RUN_LIMIT_MS = 2_000;
const SEARCHED_SEEDS = 100;

test(
  'whatever happens to its nodes, a cluster loses nothing, keeps its order, repeats only what was under way and logs in once',
  async () => {
    const broken: string[] = [];
    const seeds = [...Array.from({ length: SEEDS }, (_, at) => FROM + at), ...FOUND_FAULTS];
    for (const seed of seeds) {
      const report = await runCluster(seed, {}, LENGTH);
      expect(report.events).toBeGreaterThan(0);
      for (const [promise, times] of report.broken)
        broken.push(`seed ${seed}: ${promise}, ${times} times`);
    }
    expect(broken).toEqual([]);
  },
  30_000 + SEEDS * RUN_LIMIT_MS,
);

/** The first seed, from one that is known to, at which a promise is broken. */
async function firstBroken(mutant: Mutant, from: number, length: Length): Promise<number | null> {
  for (let seed = from; seed < from + SEARCHED_SEEDS; seed++)
    if ((await runCluster(seed, mutant, length)).broken.size > 0) return seed;
  return null;
}

for (const [name, { from, isLong = false, ...mutant }] of Object.entries(MUTANTS)) {
  test(
    `the simulation finds a node that ${name}`,
    async () => expect(await firstBroken(mutant, from, isLong ? LONG : SHORT)).not.toBeNull(),
    SEARCHED_SEEDS * RUN_LIMIT_MS,
  );
}
