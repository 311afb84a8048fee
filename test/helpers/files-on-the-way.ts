/** Tells which files of the product somebody opens who follows one more piece of work, by the lines that run for it. */
import { expect } from 'bun:test';
import { join } from 'node:path';
import { temporaryFolder } from './database.ts';

const root = join(import.meta.dir, '../..');
/** How many pieces of work are compared with none. */
const TIMES = 200;
/** What all of the product uses, and what takes a number of steps that depends on random bytes. */
const BESIDE = /^src\/core\/(db|shared)\/|\/(signatures|qr-image)\.ts$/;

type Lines = ReadonlyMap<string, number>;

/** A test file that does as many pieces of work as the variable TIMES says, and its other variables. */
export interface Fixture {
  /** From the root of the repository. */
  readonly file: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** Returns how often each line of each file of the product ran, in a process of its own. */
async function linesRun(
  { file, env }: Fixture,
  times: number,
): Promise<ReadonlyMap<string, Lines>> {
  const folder = temporaryFolder();
  const report = ['--coverage', '--coverage-reporter=lcov', `--coverage-dir=${folder}`];
  const run = Bun.spawn([process.execPath, 'test', ...report, `./${file}`], {
    cwd: root,
    env: { ...process.env, ...env, TIMES: `${times}` },
    stderr: 'pipe',
  });
  const problem = await new Response(run.stderr).text();
  expect(await run.exited, problem).toBe(0);
  const files = new Map<string, Lines>();
  for (const part of (await Bun.file(join(folder, 'lcov.info')).text()).split('end_of_record')) {
    const path = /^SF:(.*)$/m.exec(part)?.[1] ?? '';
    const counts = [...part.matchAll(/^DA:(\d+),(\d+)/gm)];
    if (/^(src|packages)\//.test(path) && !BESIDE.test(path))
      files.set(path, new Map(counts.map(([, line = '', count]) => [line, Number(count)])));
  }
  return files;
}

/** Returns the files of which a line runs for each further piece. A package is one, since its API is what one reads. */
export async function filesOnTheWay(fixture: Fixture): Promise<string[]> {
  const none = await linesRun(fixture, 0);
  const all = await linesRun(fixture, TIMES);
  const isOnTheWay = ([file, lines]: [string, Lines]) =>
    [...lines].some(([line, count]) => count - (none.get(file)?.get(line) ?? 0) >= TIMES);
  const names = [...all]
    .filter(isOnTheWay)
    .map(([file]) => /^packages\/\w+/.exec(file)?.[0] ?? file);
  return [...new Set(names)].toSorted();
}
