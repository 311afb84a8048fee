/** Hostile requests to all operations, each mode in a process of its own. The seed is in the test's name. */
import { expect, test } from 'bun:test';
import { bun, projectDir } from '../core/process/spawned-process.ts';
import type { HostileReport } from './hostile-run.ts';

/** Some five for each operation; HOSTILE_REQUESTS sends more. */
const REQUESTS = Number(process.env.HOSTILE_REQUESTS ?? 2_400);
/** Two more processes beside a suite that runs in parallel already; alone they take 7 seconds. */
const TIMEOUT_MS = 120_000;

async function run(mode: string, seed: number): Promise<HostileReport> {
  const words = ['--preload', './test/preload.ts', 'test/simulation/hostile-run.ts'];
  const child = Bun.spawn([bun, ...words, String(seed), String(REQUESTS)], {
    cwd: projectDir,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, TZ: 'UTC', NODE_ENV: mode },
    stdout: 'pipe',
    stderr: 'pipe',
  });
  const printed = await new Response(child.stdout).text();
  if ((await child.exited) !== 0) throw new Error(await new Response(child.stderr).text());
  return JSON.parse(printed) as HostileReport;
}

// The framework words its errors in another way in production, and decides that when it is loaded.
for (const [mode, seed] of [
  ['production', 9],
  ['development', 10],
] as const) {
  const promise = `nothing a caller sends is answered 5xx, or otherwise than documented (${mode}, seed ${seed}, ${REQUESTS} requests)`;
  const check = async () => {
    const { problems, statuses, reached, operations, forms } = await run(mode, seed);
    expect(problems).toEqual([]);
    expect(Object.values(statuses).reduce((sum, count) => sum + count, 0)).toBe(REQUESTS);
    // Requests that never get past the first check would prove nothing.
    expect(reached).toBeGreaterThan(operations / 3);
    expect(Math.min(forms.taken, forms.refused)).toBeGreaterThan(0);
  };
  test.concurrent(promise, check, TIMEOUT_MS);
}
