/** The workflow of a release: what it calls must be there, since it does not run before a version is published. */
import { expect, test } from 'bun:test';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { YAML } from 'bun';
import manifest from '../../package.json';
import { COMMANDS } from '../../src/cli/table.ts';
import { commandOf } from '../../src/cli/words.ts';
import { projectDir } from '../process/spawned.ts';
import { readDockerfile } from './dockerfile.ts';

interface Step {
  readonly uses?: string;
  readonly run?: string;
  readonly with?: Readonly<Record<string, unknown>>;
}
interface Job {
  readonly steps: readonly Step[];
  readonly needs?: string | readonly string[];
  readonly strategy?: { readonly matrix: { readonly include: readonly { system: string }[] } };
}

const text = await Bun.file(join(projectDir, '.github/workflows/release.yml')).text();
const { jobs } = YAML.parse(text) as { jobs: Record<string, Job> };
const steps = Object.values(jobs).flatMap((job) => job.steps);
const runs = steps.flatMap(({ run }) => (run === undefined ? [] : run.split('\n')));

test('a release has executables of Linux, macOS and Windows, and comes last', () => {
  expect(jobs.executable?.strategy?.matrix.include.map(({ system }) => system)).toEqual([
    'linux-x64',
    'linux-arm64',
    'darwin-x64',
    'darwin-arm64',
    'windows-x64',
  ]);
  expect([jobs.image?.needs, jobs.release?.needs]).toEqual([
    'executable',
    ['executable', 'image', 'speed'],
  ]);
  expect(runs.join('\n')).toContain('sha256sum');
});

test('the release builds with the pinned version of Bun, and each action has a version', () => {
  const versions = steps.flatMap(({ with: given }) => given?.['bun-version'] ?? []);
  expect(versions).toEqual([manifest.dependencies.bun]);
  for (const { uses } of steps) if (uses) expect(uses).toMatch(/^[\w-]+\/[\w-]+@v\d+$/);
});

test('a release says how fast it is beside the version before', () => {
  const commands = runs.join('\n');
  expect(manifest.scripts.bench).toContain('bench/run.ts');
  for (const command of ['npm run --silent bench ab "$before"', '--notes "$(cat speed.txt)"'])
    expect(commands).toContain(command);
  // The comparison takes both versions out of the history.
  const whole = jobs.speed?.steps.filter((step) => step.with?.['fetch-depth'] === 0);
  expect(whole?.length).toBe(1);
});

test('scripts, files, commands and build arguments that the release names are there', async () => {
  const scripts = [...text.matchAll(/bun run (\S+\.ts)/g)].map(([, script = '']) => script);
  const files = [...text.matchAll(/\bcp (\S+) /g)].map(([, file = '']) => file);
  expect([scripts.length, files.length]).toEqual([1, 1]);
  for (const path of [...scripts, ...files]) expect(existsSync(join(projectDir, path))).toBe(true);

  const called = runs.flatMap((line) => /gatehouse(?::\w+)? (\w+)$/.exec(line)?.[1] ?? []);
  expect(called).toEqual(['version', 'demo', 'demo']);
  for (const name of called)
    if (name !== 'version') expect(() => commandOf(COMMANDS, [name])).not.toThrow();

  const { stages } = await readDockerfile();
  const known = stages.flatMap(({ steps: own }) =>
    own.flatMap(({ word, rest }) => (word === 'ARG' ? rest.replace(/=.*/, '') : [])),
  );
  const given = steps.flatMap((step) => step.with?.['build-args'] ?? []).map(String);
  expect(given.length).toBe(2);
  for (const argument of given) expect(known).toContain(argument.replace(/=.*/, ''));
});
