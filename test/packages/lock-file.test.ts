import { expect, test } from 'bun:test';

interface Package {
  readonly optionalDependencies?: Record<string, string>;
}

test('the lock file names the optional packages of every platform, so that npm ci works on each', async () => {
  const lock = await Bun.file(new URL('../../package-lock.json', import.meta.url)).json();
  const packages: Record<string, Package> = lock.packages;
  const locked = new Set(Object.keys(packages).map((path) => path.split('node_modules/').at(-1)));
  const missing = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies)
      .filter((name) => !locked.has(name))
      .map((name) => `${path} needs ${name}`),
  );
  expect(missing).toEqual([]);
  expect(locked).toContain('@biomejs/cli-darwin-arm64');
  expect(locked).toContain('@biomejs/cli-win32-x64');
});
