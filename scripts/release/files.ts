/** The files of a release: an archive for each system, a bill of materials, and checksums of all of them. */
import { createHash } from 'node:crypto';
import { copyFileSync, createReadStream, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import manifest from '../../package.json';

/** The systems that executables are made for, by the names that Bun and the archives have for them. */
export const SYSTEMS = [
  'linux-x64',
  'linux-arm64',
  'darwin-x64',
  'darwin-arm64',
  'windows-x64',
] as const;
export type System = (typeof SYSTEMS)[number];

export const CHECKSUMS = 'SHA256SUMS';

const SYSTEM_NAMES: Readonly<Record<string, string>> = { win32: 'windows' };

/** The system of this machine, for which nothing has to be fetched. */
export const THIS_SYSTEM = `${SYSTEM_NAMES[process.platform] ?? process.platform}-${process.arch}`;

export interface ReleaseFile {
  readonly name: string;
  readonly bytes: number;
  /** SHA-256 in hexadecimal digits. */
  readonly sum: string;
}

export const archiveName = (system: System): string => `gatehouse-${system}.tar.gz`;
export const materialsName = (version: string): string => `gatehouse-${version}.cdx.json`;

/** Runs a command in a folder and returns what it printed. Throws if it fails. */
export function output(words: readonly string[], cwd: string): string {
  const { exitCode, stdout, stderr } = Bun.spawnSync([...words], { cwd, stderr: 'pipe' });
  if (exitCode !== 0) throw new Error(`${words.join(' ')}: ${stderr}`);
  return stdout.toString();
}

/**
 * Builds the executable of a system and packs it with the licences, as `folder/gatehouse-SYSTEM.tar.gz`. For another
 * system than this one, Bun fetches its runtime from the registry of packages.
 */
export function packArchive(system: System, { checkout, folder }: Places): void {
  const place = join(folder, system);
  rmSync(place, { recursive: true, force: true });
  mkdirSync(place, { recursive: true });
  const target = system === THIS_SYSTEM ? [] : ['--target', `bun-${system}`];
  const words = ['run', 'scripts/build.ts', '--outfile', join(place, 'gatehouse'), ...target];
  output([process.execPath, ...words], checkout);
  copyFileSync(join(checkout, 'LICENSE'), join(place, 'LICENSE'));
  // By their names: an archive of the folder itself would change the mode of the folder that it is unpacked in.
  output(['tar', '-czf', join('..', archiveName(system)), ...readdirSync(place)], place);
}

interface Places {
  /** Where the sources are. */
  readonly checkout: string;
  /** Where the files of the release are. */
  readonly folder: string;
}

/** Writes what an install with every optional package contains, as `npm sbom` says it of the lock file. */
export async function writeMaterials(
  version: string,
  { checkout, folder }: Places,
): Promise<string> {
  const path = join(folder, materialsName(version));
  const materials = JSON.parse(output(['npm', 'run', '--silent', 'sbom'], checkout));
  // npm names it like the folder of the checkout.
  materials.metadata.component.name = manifest.name;
  await Bun.write(path, JSON.stringify(materials, null, 2));
  return path;
}

/** Writes `SHA256SUMS`, which `sha256sum --check` reads, and returns what it has. */
export async function writeChecksums(
  paths: readonly string[],
  folder: string,
): Promise<ReleaseFile[]> {
  const files: ReleaseFile[] = [];
  for (const path of paths) {
    const hash = createHash('sha256');
    for await (const part of createReadStream(path)) hash.update(part);
    files.push({ name: basename(path), bytes: statSync(path).size, sum: hash.digest('hex') });
  }
  const lines = files.map(({ name, sum }) => `${sum}  ${name}\n`);
  await Bun.write(join(folder, CHECKSUMS), lines.join(''));
  return files;
}
