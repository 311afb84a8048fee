/** The script that makes a release: what it refuses, the files that it leaves, and the notes that it writes. */
import { afterAll, expect, test } from 'bun:test';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import manifest from '../../package.json';
import { drawnChanges, releasableChanges } from '../../scripts/release/check.ts';
import { archiveName, CHECKSUMS, materialsName, SYSTEMS } from '../../scripts/release/files.ts';
import { changesOf, releaseNotes } from '../../scripts/release/notes.ts';
import { PAGES, repositoryOf } from '../../scripts/repository-pages.ts';
import { bun, cleanUp, projectDir, spawnProcess } from '../core/process/spawned-process.ts';

const folder = mkdtempSync(join(tmpdir(), 'gatehouse-release-'));
afterAll(async () => {
  await cleanUp();
  rmSync(folder, { recursive: true });
});

const { version } = manifest;

async function release(...words: string[]) {
  const command = spawnProcess([bun, 'run', 'scripts/release.ts', ...words]);
  return { code: await command.ended(), out: command.stdout(), error: command.stderr() };
}

const hasNpm = Bun.which('npm') !== null;

// The bill of materials is npm's.
test.skipIf(!hasNpm)(
  'a dry run names every file with its checksum, the image and the notes, and publishes nothing',
  async () => {
    for (const system of SYSTEMS) await Bun.write(join(folder, archiveName(system)), system);
    const { code, out, error } = await release('--packed', '--dry-run', '--folder', folder);
    expect([code, error]).toEqual([0, '']);
    const names = [...SYSTEMS.map(archiveName), materialsName(version)];
    expect(readdirSync(folder).sort()).toEqual([...names, CHECKSUMS, 'notes.md'].sort());
    const sums = await Bun.file(join(folder, CHECKSUMS)).text();
    for (const name of names) {
      const hash = new Bun.CryptoHasher('sha256');
      hash.update(await Bun.file(join(folder, name)).bytes());
      const line = `${hash.digest('hex')}  ${name}`;
      expect([sums.split('\n').includes(line), out.includes(line)]).toEqual([true, true]);
    }
    expect(await Bun.file(join(folder, materialsName(version))).json()).toMatchObject({
      bomFormat: 'CycloneDX',
      metadata: { component: { name: manifest.name, version } },
    });
    expect(out).toContain(`/gatehouse:${version}\n`);
    expect(out).toContain(await Bun.file(join(folder, 'notes.md')).text());
    expect(out).toContain('\n- published: anything\n');
    expect(out).toContain(`gh release create v${version} --verify-tag`);
  },
  30_000,
);

test('a release without one of its archives is refused', async () => {
  const empty = join(folder, 'empty');
  const { code, error } = await release('--packed', '--dry-run', '--folder', empty);
  expect(code).not.toBe(0);
  expect(error).toContain(`${archiveName('linux-x64')} is missing`);
  rmSync(empty, { recursive: true });
});

test('an unknown system is refused with those that there are', async () => {
  const { code, error } = await release('--only-pack', '--system', 'linux-x86');
  expect(code).not.toBe(0);
  expect(error).toContain('no system "linux-x86": linux-x64, ');
});

test('what is not released yet can be drawn, and says how to upgrade', async () => {
  expect(await release('--only-check', '--dry-run')).toMatchObject({ code: 0, error: '' });
});

const ACME = repositoryOf('https://github.com/Acme/gatehouse.git');
const CHANGELOG = `# Changelog

## Unreleased

Later.

### Upgrade

Wait.

## 1.2.0, 2026-12-01

Faster, see [bench](bench/README.md#figures) and [the web](https://example.com).

### Upgrade

Stop, replace, start: [how](docs/operations.md#upgrade-and-going-back).

## 1.1.0

First.

**Read next:** [Operations](docs/operations.md).
`;
const CANDIDATE = {
  version: '1.2.0',
  changelog: CHANGELOG,
  repository: ACME,
  tag: 'v1.2.0',
  place: 'acme/gatehouse',
};

test('the changes of a version are its section alone', () => {
  const changes = releasableChanges(CANDIDATE);
  expect(changes).toStartWith('Faster');
  expect(changes).toEndWith('upgrade-and-going-back).');
  expect(drawnChanges(CHANGELOG, '1.2.0')).toBe(changes);
  expect(drawnChanges(CHANGELOG, '1.3.0')).toStartWith('Later.');
});

test.each([
  ['another tag', { tag: 'v1.3.0' }, 'the tag is v1.3.0'],
  ['no tag', { tag: null }, 'the tag is null'],
  ['no text in the changelog', { version: '1.3.0', tag: 'v1.3.0' }, 'no section "## 1.3.0"'],
  ['a part of another version', { version: '1.2', tag: 'v1.2' }, 'no section "## 1.2"'],
  ['no word about upgrading', { version: '1.1.0', tag: 'v1.1.0' }, 'no part "### Upgrade"'],
  [
    'no owner',
    { repository: repositoryOf('https://github.com/OWNER/gatehouse') },
    'set `repository`',
  ],
  ['another repository', { place: 'someone/gatehouse' }, 'this is someone/gatehouse'],
  ['a name that ends alike', { place: 'me/gatehouse' }, 'this is me/gatehouse'],
])('a version with %s is not released', (_, difference, why) => {
  expect(() => releasableChanges({ ...CANDIDATE, ...difference })).toThrow(why);
});

test('the links of the notes lead to the files of that version, and the table has the checksums', () => {
  const files = [{ name: archiveName('linux-x64'), bytes: 66_660_780, sum: 'ab12' }];
  const changes = changesOf(CHANGELOG, '1.2.0');
  const notes = releaseNotes({
    version: '1.2.0',
    changes,
    repository: ACME,
    files,
    speed: 'Speed: 1.02\n',
  });
  expect(notes).toContain(
    '](https://github.com/Acme/gatehouse/blob/v1.2.0/bench/README.md#figures)',
  );
  expect(notes).toContain('[the web](https://example.com)');
  expect(notes).not.toMatch(/\]\((?!https:)/);
  expect(notes).toContain('docker pull ghcr.io/acme/gatehouse:1.2.0\n');
  expect(notes).toContain('| gatehouse-linux-x64.tar.gz | 67 MB | `ab12` |');
  expect(notes).toEndWith('Speed: 1.02\n');
});

test('every download that a page names is a file of the release', async () => {
  for (const page of PAGES.filter((path) => path.endsWith('.md'))) {
    const text = await Bun.file(join(projectDir, page)).text();
    const named = [...text.matchAll(/\/releases\/latest\/download\/([\w.-]+)/g)];
    expect(named.length).toBeGreaterThan(0);
    for (const [, name = ''] of named) expect(SYSTEMS.map(archiveName)).toContain(name);
    if (!page.startsWith('docs/')) continue;
    for (const system of SYSTEMS) expect(text).toContain(system);
  }
});
