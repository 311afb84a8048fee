/** What an installation brings, and what of it runs while it is installed. */
import { expect, test } from 'bun:test';

interface Package {
  readonly engines?: { readonly node?: string };
  readonly optionalDependencies?: Record<string, string>;
  readonly hasInstallScript?: boolean;
  readonly resolved?: string;
}

const textOf = (path: string) => Bun.file(new URL(`../../${path}`, import.meta.url)).text();
const nameOf = (path: string) => path.split('node_modules/').at(-1) ?? '';

const lockedPackages = async (): Promise<Record<string, Package>> =>
  JSON.parse(await textOf('package-lock.json')).packages;

test('the lock file names the optional packages of every platform, so that npm ci works on each', async () => {
  const packages = await lockedPackages();
  const locked = new Set(Object.keys(packages).map(nameOf));
  const missing = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies)
      .filter((name) => !locked.has(name))
      .map((name) => `${path} needs ${name}`),
  );
  expect(missing).toEqual([]);
  expect(locked).toContain('@biomejs/cli-darwin-arm64');
  expect(locked).toContain('@biomejs/cli-win32-x64');
});

test('neither npm nor bun installs the image library under the LGPL that the WhatsApp client asks for', async () => {
  for (const lock of ['package-lock.json', 'bun.lock'])
    expect(await textOf(lock)).not.toMatch(/libvips|@img\//);
  expect((await lockedPackages())['node_modules/sharp']?.resolved).toBe('packages/no-sharp');
  // Nothing can be imported from it, which the client takes for a package that is missing.
  expect(JSON.parse(await textOf('packages/no-sharp/package.json')).exports).toEqual({});
});

test('no package runs a script while it is installed unless it is allowed to, and none reports an installation', async () => {
  const manifest = JSON.parse(await textOf('package.json'));
  const { allowScripts, trustedDependencies, scarfSettings } = manifest;
  const scripted = Object.entries(await lockedPackages())
    .filter(([, { hasInstallScript }]) => hasInstallScript)
    .map(([path]) => nameOf(path));
  expect([...new Set(scripted)].sort()).toEqual(Object.keys(allowScripts).sort());
  // Without a list of its own bun trusts hundreds of packages, the one that reports installations among them.
  expect(trustedDependencies).toEqual(Object.keys(allowScripts).filter((one) => allowScripts[one]));
  expect(allowScripts['@scarf/scarf']).toBe(false);
  // Versions of npm before 11 run every script; this one looks here first.
  expect(scarfSettings).toEqual({ enabled: false });
});

test.each(['20.19.0', '22.12.0', '24.0.0'])(
  'an installation with Node %s warns of no package that wants another',
  async (version) => {
    const refusing = Object.entries(await lockedPackages()).flatMap(([path, { engines }]) =>
      engines?.node === undefined || Bun.semver.satisfies(version, engines.node)
        ? []
        : [`${path} wants ${engines.node}`],
    );
    expect(refusing).toEqual([]);
  },
);

test('the lock files name no registry, so that each installation uses its own', async () => {
  for (const lock of ['package-lock.json', 'bun.lock'])
    expect(await textOf(lock)).not.toMatch(/"resolved": "http|"https?:\/\/[^"]*\.tgz"/);
});
