/**
 * What one tenant, or somebody without a key, does to another one: each attack against a service of its own, while a
 * second tenant works. Decided by what is answered, in which order, and by what the kernel counts of the process.
 */
import { afterAll, expect, test } from 'bun:test';
import { cleanUp } from '../core/process/spawned-process.ts';
import { until } from '../helpers/until.ts';
import { type Ask, type Attack, served, type UnderWay } from './hostile/attack.ts';
import { ATTACKS } from './hostile/attacks.ts';
import { answerLimit, MEMORY_LIMIT_MIB, type Stage, startStage } from './hostile/stage.ts';

/** How often the second tenant asks for everything. */
const ROUNDS = 2;
const LOOP_MS = 500;
/** Of MEMORY_LIMIT=512m, what one caller may reserve. */
const ONE_SHARE_BYTES = 32 * 1024 * 1024;

afterAll(cleanUp);

// What a process used is read where Linux shows it.
test.if(process.platform === 'linux').each(ATTACKS.map((attack) => [attack.promise, attack]))(
  '%s',
  async (_, attack) => {
    const stage = await startStage(attack);
    try {
      expect(await problemsBeside(attack, stage)).toEqual([]);
    } finally {
      await stage.stop();
    }
  },
  180_000,
);

/** What of the promise was not kept, in words. */
async function problemsBeside(attack: Attack, stage: Stage): Promise<string[]> {
  for (const ask of attack.asks) expect(await ask.send(stage, answerLimit())).toBeLessThan(300);
  const underWay = attack.begin(stage);
  const problems: string[] = [];
  try {
    await until('the attack is under way', underWay.isInSwing);
    for (let round = 0; round < ROUNDS && problems.length === 0; round++)
      problems.push(...(await problemsOfRound(attack, stage, underWay)));
    if (problems.length === 0) await attack.enough?.(underWay);
  } finally {
    await underWay.stop();
  }
  const failures = [...underWay.answers].filter(([status]) => status >= 500);
  problems.push(...failures.map(([status, times]) => `${times} answers with ${status}`));
  problems.push(...(await problemsAfter(attack, stage)));
  const peak = await stage.peakMebibytes();
  if (peak >= MEMORY_LIMIT_MIB) problems.push(`the process came to ${Math.round(peak)} MiB`);
  return problems;
}

async function problemsAfter({ afterwards }: Attack, stage: Stage): Promise<string[]> {
  try {
    await until('nothing is held any more', async () => (await stage.reserved()) === 0);
    await afterwards?.(stage);
    const faults = await stage.faults();
    return faults === null ? [] : [`faults were left unhandled: ${JSON.stringify(faults)}`];
  } catch (error) {
    return [`afterwards: ${String(error)}`];
  }
}

async function problemsOfRound(attack: Attack, stage: Stage, underWay: UnderWay) {
  const { asks, limits } = attack;
  const problems: string[] = [];
  for (const ask of asks) {
    const [servedBefore, loopBefore] = [served(underWay), await stage.loopMs()];
    const answer = await answerTo(ask, stage);
    const servedMeanwhile = served(underWay) - servedBefore;
    const loopMs = Math.round((await stage.loopMs()) - loopBefore);
    // What waits for ever would have nothing new to say of the rest.
    if (answer !== null) return [`the second tenant ${ask.what}: ${answer}`];
    if (servedMeanwhile > (limits.served ?? Number.POSITIVE_INFINITY))
      problems.push(`${servedMeanwhile} of the attacker went first when it ${ask.what}`);
    if (loopMs > (limits.loopMs ?? LOOP_MS))
      problems.push(`the event loop worked for ${loopMs} ms before it ${ask.what}`);
  }
  const reserved = await stage.reserved();
  if (reserved > (limits.reservedBytes ?? ONE_SHARE_BYTES))
    problems.push(`${reserved} bytes were reserved`);
  return problems;
}

/** Null: what it asked for; else the status, or why there was no answer. */
async function answerTo({ send }: Ask, stage: Stage): Promise<string | null> {
  try {
    const status = await send(stage, answerLimit());
    return status >= 200 && status < 300 ? null : String(status);
  } catch (error) {
    return String(error);
  }
}
