/** The workflow of a release: what it calls must be there, since it does not run before a version is published. */
import { expect, test } from 'bun:test';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { YAML } from 'bun';
import manifest from '../../package.json';
import { SYSTEMS } from '../../scripts/release/files.ts';
import { imageTags } from '../../scripts/release/notes.ts';
import { COMMANDS } from '../../src/modules/cli/table.ts';
import { commandOf } from '../../src/modules/cli/words.ts';
import { projectDir } from '../core/process/spawned-process.ts';
import { readDockerfile } from './dockerfile.ts';

/** Options of other commands in the workflow. */
const OF_OTHERS = new Set([
  ...['production', 'frozen-lockfile', 'ignore-scripts', 'rm', 'read-only', 'cap-drop'],
  ...['tags', 'abbrev', 'match', 'silent'],
]);

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

test('a release is checked first, has executables of Linux, macOS and Windows, and comes last', () => {
  expect(jobs.executable?.strategy?.matrix.include.map(({ system }) => system)).toEqual([
    ...SYSTEMS,
  ]);
  expect([jobs.executable?.needs, jobs.image?.needs, jobs.release?.needs]).toEqual([
    'check',
    'executable',
    ['executable', 'image', 'speed'],
  ]);
});

test('the release builds with the pinned version of Bun, and each action has a version', () => {
  const versions = steps.flatMap(({ with: inputs }) => inputs?.['bun-version'] ?? []);
  expect(new Set(versions)).toEqual(new Set([manifest.dependencies.bun]));
  for (const { uses } of steps) if (uses) expect(uses).toMatch(/^[\w-]+\/[\w-]+@v\d+$/);
});

test('a release says how fast it is beside the version before', () => {
  const commands = runs.join('\n');
  expect(manifest.scripts.bench).toContain('bench/run.ts');
  for (const command of ['npm run --silent bench ab "$before"', '--speed dist/release/speed.txt'])
    expect(commands).toContain(command);
  // The comparison takes both versions out of the history.
  const whole = jobs.speed?.steps.filter((step) => step.with?.['fetch-depth'] === 0);
  expect(whole?.length).toBe(1);
});

test('scripts, files, commands and build arguments that the release names are there', async () => {
  const scripts = [...text.matchAll(/bun run (\S+\.ts)/g)].map(([, script = '']) => script);
  expect(new Set(scripts)).toEqual(new Set(['scripts/release.ts']));
  for (const path of scripts) expect(existsSync(join(projectDir, path))).toBe(true);
  const script = await Bun.file(join(projectDir, 'scripts/release.ts')).text();
  for (const [, option = ''] of runs.join('\n').matchAll(/\s--([a-z-]+)/g))
    if (!OF_OTHERS.has(option))
      expect([option, script.includes(`--${option}`)]).toEqual([option, true]);

  const called = runs.flatMap((line) => /gatehouse(?::\w+)? (\w+)$/.exec(line)?.[1] ?? []);
  expect(called).toEqual(['version', 'demo', 'demo']);
  for (const name of called)
    if (name !== 'version') expect(() => commandOf(COMMANDS, [name])).not.toThrow();

  const { stages } = await readDockerfile();
  const known = stages.flatMap(({ steps: own }) =>
    own.flatMap(({ word, rest }) => (word === 'ARG' ? rest.replace(/=.*/, '') : [])),
  );
  const buildArgs = steps.flatMap((step) => step.with?.['build-args'] ?? []).map(String);
  expect(buildArgs.length).toBe(2);
  for (const argument of buildArgs) expect(known).toContain(argument.replace(/=.*/, ''));
});

test('the image has the tags that the notes name', () => {
  const { tags, images } =
    steps.find(({ uses }) => uses?.startsWith('docker/metadata'))?.with ?? {};
  // Its action adds `latest` by itself.
  expect(String(tags).trim().split('\n')).toEqual([
    'type=semver,pattern={{version}}',
    'type=semver,pattern={{major}}.{{minor}}',
  ]);
  expect(images).toMatch(/^ghcr\.io\/\$\{\{ github\.repository \}\}$/);
  expect(imageTags('1.2.3')).toEqual(['1.2.3', '1.2', 'latest']);
});
