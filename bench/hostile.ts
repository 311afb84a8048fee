/**
 * What a second tenant notices of each attack of `test/simulation/hostile`, and of connections that want memory: how
 * long it waits alone and beside the attack, and how much memory the service comes to with MEMORY_LIMIT=512m. A service
 * of its own for each run, the attackers in another process. `ATTACK` names some of them by a part of their names.
 */
import { join } from 'node:path';
import { cleanUp } from '../test/core/process/spawned-process.ts';
import { until } from '../test/helpers/until.ts';
import type { Attack, Target } from '../test/simulation/hostile/attack.ts';
import {
  ANSWER_MS,
  answerLimit,
  type Stage,
  startStage,
} from '../test/simulation/hostile/stage.ts';
import { BEGINNING_MS, inWords } from './attack-words.ts';
import { ATTACKS } from './attacks.ts';
import { formatNumber, median, percentile, table } from './measure.ts';

const RUNS = Number(process.env.RUNS ?? 5);
const SECONDS = Number(process.env.SECONDS ?? 3);
const PART = process.env.ATTACK ?? '';

interface WaitTimes {
  /** Times of the calls that were answered 2xx, in ms; a call without an answer in time counts as that time. */
  readonly times: number[];
  /** Calls that were refused, or not answered in time. */
  readonly unserved: number;
}

/** The second tenant asks for one thing after the other, at least once for each unless one is not answered at all. */
async function waits({ asks }: Attack, stage: Stage): Promise<WaitTimes> {
  const times: number[] = [];
  let unserved = 0;
  for (const end = performance.now() + SECONDS * 1_000; performance.now() < end; ) {
    for (const { send } of asks) {
      const start = performance.now();
      const status = await send(stage, answerLimit()).catch(() => 0);
      if (status < 200 || status > 299) unserved++;
      if (status < 300) times.push(status === 0 ? ANSWER_MS : performance.now() - start);
      if (status === 0) return { times, unserved };
    }
  }
  return { times, unserved };
}

interface Run {
  readonly alone: WaitTimes;
  readonly beside: WaitTimes;
  readonly peakMebibytes: number;
  /** The answers to the attacker, in words. */
  readonly answers: string;
}

async function run(attack: Attack): Promise<Run> {
  const stage = await startStage(attack);
  // The first calls load what is not loaded yet.
  for (const { send } of attack.asks) await send(stage, answerLimit());
  const alone = await waits(attack, stage);
  const stop = (await attackFromOutside(attack, stage)) ?? (await attackFromHere(attack, stage));
  const beside = await waits(attack, stage);
  const peakMebibytes = await stage.peakMebibytes();
  const answers = await stop();
  await stage.stop();
  return { alone, beside, peakMebibytes, answers };
}

/** Ends the attack; resolves with what the attacker was answered, in words. */
type StopAttack = () => Promise<string>;

/** Attacks from another process. Null: the attack needs what its preparation has made in this one. */
async function attackFromOutside(attack: Attack, stage: Stage): Promise<StopAttack | null> {
  const { port, attackers } = stage;
  const target: Target = { port, attackers };
  const child = Bun.spawn(
    [
      process.execPath,
      join(import.meta.dir, 'attackers.ts'),
      JSON.stringify([attack.name, target]),
    ],
    { stdio: ['ignore', 'pipe', 'ignore'] },
  );
  const said = child.stdout.getReader();
  if ((await said.read()).done) return null;
  return async () => {
    child.kill();
    const { value } = await said.read();
    await child.exited;
    return new TextDecoder().decode(value);
  };
}

async function attackFromHere(attack: Attack, stage: Stage): Promise<StopAttack> {
  const underWay = attack.begin(stage);
  await until(`${attack.name} is under way`, underWay.isInSwing, BEGINNING_MS);
  return async () => {
    await underWay.stop();
    return `${inWords(underWay)}, from the process of the second tenant`;
  };
}

const row = ({ name }: Attack, runs: readonly Run[]) => {
  const of = (pick: (run: Run) => number) => median(runs.map(pick));
  const both = (which: 'alone' | 'beside') =>
    [50, 99].map((at) => formatNumber(of((one) => percentile(one[which].times, at)))).join(', ');
  const ratio = (run: Run) => percentile(run.beside.times, 99) / percentile(run.alone.times, 99);
  const unserved = runs.reduce((sum, { beside }) => sum + beside.unserved, 0);
  const calls = runs.reduce((sum, { beside }) => sum + beside.times.length, 0) + unserved;
  return {
    attack: name,
    'alone: p50, p99 ms': both('alone'),
    'beside it: p50, p99 ms': both('beside'),
    'ratio of p99': formatNumber(of(ratio)),
    'of each run': runs.map((one) => formatNumber(ratio(one))).join(', '),
    'not served': `${unserved} of ${calls}`,
    'peak MiB': Math.round(of(({ peakMebibytes }) => peakMebibytes)),
    'attacker was answered': runs.at(-1)?.answers ?? '',
  };
};

for (const name of ['SIGINT', 'SIGTERM'] as const)
  process.on(name, () => void cleanUp().then(() => process.exit(1)));
const rows = [];
for (const attack of ATTACKS.filter(({ name }) => name.includes(PART))) {
  const runs: Run[] = [];
  for (let count = 0; count < RUNS; count++) runs.push(await run(attack));
  rows.push(row(attack, runs));
  console.error(JSON.stringify(rows.at(-1)));
}
table(rows);
await cleanUp();
process.exit(0);
