/**
 * This version beside an earlier one, in turns: `npm run bench ab <commit>`. `PART=delivery,api` measures these parts
 * alone, `PAIRS` says how often. The last line can be pasted into a note.
 */
import { join } from 'node:path';
import { earlierVersion, mustBeUnchanged, thisVersion, type Version } from './ab/checkout.ts';
import {
  type Comparison,
  cpuOf,
  lineOf,
  type Pair,
  type PartName,
  pairsOf,
  partsOf,
  rateOf,
  ratioOf,
} from './ab/pairs.ts';
import type { PartResult } from './ab/part.ts';
import { benchFolder } from './child.ts';
import { formatNumber, table } from './measure.ts';
import { startOrderProcess } from './order-process.ts';

const PART_FILE = join(import.meta.dir, 'ab', 'part.ts');

async function measure(
  part: PartName,
  { checkout, bun }: Version,
  folder: string,
): Promise<PartResult> {
  const { child, order } = startOrderProcess<PartName>(PART_FILE, {
    bun,
    cwd: checkout,
    // The folder goes at the end, with everything that the process leaves in it.
    env: { ...process.env, CHECKOUT: checkout, TMPDIR: folder },
  });
  try {
    return (await order(part)) as PartResult;
  } finally {
    child.disconnect();
    await child.exited;
  }
}

interface Versions {
  readonly own: Version;
  readonly earlier: Version;
  /** The folder of temporary files. */
  readonly folder: string;
}

async function compare(
  part: PartName,
  { own, earlier, folder }: Versions,
  count: number,
): Promise<Comparison> {
  const pairs: Pair[] = [];
  for (let pair = 0; pair < count; pair++) {
    const results: PartResult[] = [];
    for (const version of [own, earlier, earlier, own]) {
      const result = await measure(part, version, folder);
      if ('lacks' in result && version === own)
        throw new Error(`${own.name} cannot be measured: it lacks ${result.lacks}`);
      if ('lacks' in result) return { part, lacks: result.lacks, pairs: [] };
      results.push(result);
    }
    const [first, second, third, fourth] = results;
    pairs.push({ own: [first, fourth], earlier: [second, third] } as Pair);
  }
  return { part, pairs };
}

function show({ part, lacks, pairs }: Comparison, own: Version, earlier: Version): void {
  console.log(`\n### ${part}\n`);
  if (lacks !== undefined) {
    console.log(`${earlier.name} lacks ${lacks}`);
    return;
  }
  const both = (of: typeof cpuOf, costs: Pair['own']) => costs.map(of).map(formatNumber).join(', ');
  table(
    pairs.map((pair, index) => ({
      pair: index + 1,
      [`CPU µs of ${own.name}`]: both(cpuOf, pair.own),
      [`of ${earlier.name}`]: both(cpuOf, pair.earlier),
      'CPU ratio': ratioOf(pair, cpuOf).toFixed(2),
      [`${own.name}, /s`]: both(rateOf, pair.own),
      [`${earlier.name}, /s`]: both(rateOf, pair.earlier),
      'rate ratio': ratioOf(pair, rateOf).toFixed(2),
    })),
  );
}

async function main([commit]: string[]): Promise<void> {
  if (commit === undefined) throw new Error('name the earlier version: npm run bench ab <commit>');
  const parts = partsOf(process.env.PART);
  const count = pairsOf(process.env.PAIRS);
  const repository = join(import.meta.dir, '..');
  const own = await thisVersion(repository);
  if (own.isDirty)
    console.log('This checkout has changes that are not committed; the line says so.');
  const folder = benchFolder();
  const earlier = await earlierVersion(commit, repository, folder);
  const comparisons: Comparison[] = [];
  for (const part of parts) {
    const comparison = await compare(part, { own, earlier, folder }, count);
    show(comparison, own, earlier);
    comparisons.push(comparison);
  }
  await mustBeUnchanged(own);
  console.log(`\n${lineOf(comparisons, { own: own.name, earlier: earlier.name })}`);
}

await main(process.argv.slice(2)).catch((error) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
});
process.exit(0);
