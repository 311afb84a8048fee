/**
 * Makes the files of a release, and publishes them.
 *
 *     bun run scripts/release.ts --dry-run [--system linux-x64 ...]
 *
 * It builds an executable for each system and packs it (`dist/release`), writes the bill of materials, the checksums and
 * the notes out of CHANGELOG.md, and prints them. With `--dry-run` nothing leaves this machine. The workflow `release`
 * divides the work: `--only-check` looks before anything is built whether the version can be released, `--only-pack`
 * runs on a machine of each system, and `--packed` takes the archives from there. `--speed FILE` adds a line to the
 * notes. Publishing needs `gh`, and a `--tag` that is the version.
 */
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import manifest from '../package.json';
import { drawnChanges, releasableChanges } from './release/check.ts';
import {
  archiveName,
  CHECKSUMS,
  output,
  packArchive,
  SYSTEMS,
  type System,
  THIS_SYSTEM,
  writeChecksums,
  writeMaterials,
} from './release/files.ts';
import { imageTags, releaseNotes } from './release/notes.ts';
import { REPOSITORY } from './repository-pages.ts';

const CHECKOUT = join(import.meta.dir, '..');
const { version } = manifest;

const say = (text: string) => process.stdout.write(`${text}\n`);

/** Tells what a dry run on this machine cannot show. */
function untried(systems: readonly System[], isPacked: boolean): string[] {
  const foreign = systems.filter((system) => system !== THIS_SYSTEM);
  return [
    ...(foreign.length > 0 && !isPacked
      ? [`started: ${foreign.join(', ')} (built here, for other systems than this one)`]
      : []),
    'built: the image (`docker build --build-arg WHATSAPP=no .`)',
    'published: anything',
  ];
}

const { values } = parseArgs({
  options: {
    'dry-run': { type: 'boolean', default: false },
    'only-check': { type: 'boolean', default: false },
    'only-pack': { type: 'boolean', default: false },
    packed: { type: 'boolean', default: false },
    system: { type: 'string', multiple: true, default: [...SYSTEMS] },
    folder: { type: 'string', default: join(CHECKOUT, 'dist/release') },
    tag: { type: 'string' },
    speed: { type: 'string' },
  },
});
const { folder } = values;
const places = { checkout: CHECKOUT, folder };
const systems = SYSTEMS.filter((system) => values.system.includes(system));
const unknown = values.system.find((name) => !SYSTEMS.some((system) => system === name));
if (unknown !== undefined) throw new Error(`no system "${unknown}": ${SYSTEMS.join(', ')}`);
mkdirSync(folder, { recursive: true });

if (values['only-pack']) {
  pack();
  process.exit(0);
}
const changelog = await Bun.file(join(CHECKOUT, 'CHANGELOG.md')).text();
const place = process.env.GITHUB_REPOSITORY;
const changes = values['dry-run']
  ? drawnChanges(changelog, version)
  : releasableChanges({
      version,
      changelog,
      repository: REPOSITORY,
      tag: values.tag ?? null,
      place,
    });
if (values['only-check']) process.exit(0);
if (!values.packed) pack();

function pack(): void {
  for (const system of systems) {
    say(`${archiveName(system)} …`);
    packArchive(system, places);
  }
}

const archives = systems.map((system) => join(folder, archiveName(system)));
const missing = archives.find((path) => !existsSync(path));
if (missing !== undefined) throw new Error(`${missing} is missing`);
const materials = await writeMaterials(version, places);
const files = await writeChecksums([...archives, materials], folder);
const speed = values.speed === undefined ? null : await Bun.file(values.speed).text();
const notes = releaseNotes({ version, changes, repository: REPOSITORY, files, speed });
const notesFile = join(folder, 'notes.md');
await Bun.write(notesFile, notes);

const publish = ['gh', 'release', 'create', `v${version}`, '--verify-tag', '--title', version];
publish.push('--notes-file', notesFile, ...archives, materials, join(folder, CHECKSUMS));
if (values['dry-run']) {
  const tags = imageTags(version).map((tag) => `${REPOSITORY.image}:${tag}`);
  const sums = files.map(({ name, sum }) => `${sum}  ${name}`);
  say(['\nFiles', ...sums, '\nImage', ...tags, '\nNotes', notes].join('\n'));
  say(['Not tried here', ...untried(systems, values.packed)].join('\n- '));
  say(`\nThis would publish it:\n${publish.join(' ')}`);
} else say(output(publish, CHECKOUT));
