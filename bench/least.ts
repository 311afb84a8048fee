/**
 * The service as it is by default, beside the least of it that runs, which is the sandbox with what it needs: from the
 * start of the process until `/ready`, its memory when idle, and the code that each has to load. From the sources, in
 * turns. `RUNS` sets how often.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { LEAVABLE, MODULES } from '../src/modules.ts';
import { median, table } from './measure.ts';
import { SOURCES, startOnce } from './one-start.ts';

const RUNS = Number(process.env.RUNS ?? 5);
const project = new URL('..', import.meta.url).pathname;
const folder = mkdtempSync(join(tmpdir(), 'gatehouse-least-'));

const sandbox = MODULES.filter(({ name }) => name === 'sandbox');
const kept = sandbox.flatMap(({ name, needs }) => [name, ...needs]);
const names = LEAVABLE.filter((name) => !kept.includes(name));

/** Returns the size of the code without what only these modules load, in bytes. */
async function codeBytes(left: readonly string[]): Promise<number> {
  const { outputs } = await Bun.build({
    entrypoints: [join(project, 'src/main.ts')],
    target: 'bun',
    splitting: true,
    plugins: [
      {
        name: 'left out',
        setup(build) {
          build.onResolve({ filter: /^\.\/[\w-]+\.ts$/ }, ({ path, importer }) => {
            const isLoading = basename(importer) === 'module.ts';
            const isLeft = isLoading && left.includes(basename(dirname(importer)));
            return isLeft ? { path, external: true } : undefined;
          });
        },
      },
    ],
  });
  return outputs.reduce((sum, { size }) => sum + size, 0);
}

const services = [
  { name: 'default', left: [] as string[], readyMs: [] as number[], mebibytes: [] as number[] },
  { name: 'least', left: names, readyMs: [] as number[], mebibytes: [] as number[] },
];
try {
  for (let turn = 0; turn <= RUNS; turn++)
    for (const { name, left, readyMs, mebibytes } of services) {
      const { readyMs: ms, idleMebibytes } = await startOnce({
        command: SOURCES,
        dataDir: join(folder, name),
        isIdle: turn > 0,
        environment: { GATEHOUSE_WITHOUT: left.join(',') },
      });
      // The first makes the database.
      if (turn === 0 || idleMebibytes === null) continue;
      readyMs.push(ms);
      mebibytes.push(idleMebibytes);
    }
  const rows = services.map(async ({ name, left, readyMs, mebibytes }) => ({
    What: name,
    'Start, ms': Math.round(median(readyMs)),
    'Idle, MiB': Math.round(median(mebibytes)),
    'Code, KiB': Math.round((await codeBytes(left)) / 1024),
  }));
  table(await Promise.all(rows));
} finally {
  rmSync(folder, { recursive: true, force: true });
}
