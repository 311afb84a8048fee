/** The image and its deployment as they are written down: nothing they name may have another name in the code. */
import { expect, test } from 'bun:test';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { JSONC, TOML } from 'bun';
import manifest from '../../package.json';
import { readSettings } from '../../src/core/config/config.ts';
import { VARIABLES } from '../../src/core/config/variables.ts';
import { COMMANDS } from '../../src/modules/cli/table.ts';
import { commandOf, wordsOf } from '../../src/modules/cli/words.ts';
import { projectDir } from '../core/process/spawned-process.ts';
import { OPTIONS_OF_RUNTIME } from './deployments.ts';
import { contextOf, copiedBy, readDockerfile } from './dockerfile.ts';

const { stages, imageOf } = await readDockerfile();
const image = imageOf(null);

// biome-ignore lint/suspicious/noExplicitAny: what a file says is what the test is about.
const fly = TOML.parse(await Bun.file(join(projectDir, 'fly.toml')).text()) as any;

const SECRETS = { GLOBAL_API_KEY: 'x'.repeat(40), ENCRYPTION_KEY: btoa('x'.repeat(32)) };
/** Of the runtime, and where temporary files go. */
const FOREIGN = ['PATH', 'TMPDIR', ...OPTIONS_OF_RUNTIME];

const settingsOf = (environment: Record<string, string>) => {
  const reading = readSettings({ ...environment, ...SECRETS }, () => null);
  if ('faults' in reading) throw new Error(reading.faults.join('\n'));
  expect(reading.warnings).toEqual([]);
  return reading.settings;
};

test('every file that the image is built of is in the checkout and gets into the build', async () => {
  const isInContext = await contextOf();
  const copied = stages.flatMap(copiedBy);
  expect(copied).toContain('src');
  for (const path of copied)
    expect([path, existsSync(join(projectDir, path)), isInContext(path)]).toEqual([
      path,
      true,
      true,
    ]);
  expect(['data', '.env', 'node_modules', 'test'].filter(isInContext)).toEqual([]);
});

test('the image is built with the pinned version of Bun', () => {
  expect(stages[0]?.base).toBe(`oven/bun:${manifest.dependencies.bun}-slim`);
});

test('the lock file that the image is installed from holds the packages of the manifest', async () => {
  const { workspaces } = JSONC.parse(await Bun.file(join(projectDir, 'bun.lock')).text()) as {
    workspaces: Record<string, object>;
  };
  const { name, dependencies, devDependencies, optionalDependencies } = manifest;
  expect(workspaces['']).toEqual({ name, dependencies, devDependencies, optionalDependencies });
});

test('the image runs commands that there are, as a user who is not root, and looks after its health', () => {
  for (const words of [
    [...image.words('ENTRYPOINT'), ...image.words('CMD')],
    image.words('HEALTHCHECK'),
    imageOf('fly').words('ENTRYPOINT').slice(1).concat(imageOf('fly').words('CMD')),
  ]) {
    expect(words[0]).toBe('gatehouse');
    const { command, rest } = commandOf(COMMANDS, words.slice(1));
    expect(() => wordsOf(command, rest)).not.toThrow();
  }
  expect(image.last('USER')).toMatch(/^[1-9]\d*:[1-9]\d*$/);
});

test('the variables of the image exist, and agree with it on the port and on the one place to write', () => {
  const known = [...Object.values(VARIABLES).map(({ name }) => name), ...FOREIGN];
  for (const name of Object.keys(image.environment)) expect(known).toContain(name);
  const { port, dataDir, databaseUrl } = settingsOf(image.environment);
  const place = image.last('VOLUME')!;
  expect([`${port}`, dataDir, databaseUrl]).toEqual([
    image.last('EXPOSE')!,
    place,
    `file:${place}/gatehouse.db`,
  ]);
  const moved = settingsOf({ ...image.environment, DATA_DIR: '/volume' });
  expect(moved.databaseUrl).toBe('file:/volume/gatehouse.db');
  expect([image.environment.TMPDIR, image.last('WORKDIR')]).toEqual([place, place]);
});

test('Fly builds a stage of the Dockerfile that is there', () => {
  expect(existsSync(join(projectDir, fly.build.dockerfile))).toBe(true);
  expect(stages.map(({ name }) => name)).toContain(fly.build['build-target']);
  expect(fly.kill_signal).toBe('SIGTERM');
});
