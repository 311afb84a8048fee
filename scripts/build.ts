/**
 * Makes the service one executable, with its pages, migrations and worker threads inside.
 *
 *     bun run scripts/build.ts [--outfile dist/gatehouse] [--target bun-linux-arm64] [--packages]
 *
 * `--target` is one of Bun's; default: this machine's. `--packages` also puts the optional packages beside the
 * executable, where the licences of what is inside go, too. Nothing else of the checkout is needed to run it.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { bundleNameOf, bundleScript, SCRIPTS_FOLDER } from '../src/core/shell/assets.ts';
import { BUNDLE, bundlePage } from '../src/modules/manager/bundle.ts';
import { licencesOf, licenceTexts } from './licence-texts.ts';
import { copyOptionalPackages } from './optional-packages.ts';

/** Where `ownModule` finds them: under their paths. */
export const WORKERS = [
  'src/core/db/commit-worker.ts',
  'src/core/db/statement-worker.ts',
  'src/core/sending/voice/voice-worker.ts',
  'src/modules/whatsapp/threads/session-worker.ts',
];

/** Where `ownFile` and `packageFile` find them: under their last names. */
export const FILES = ['node_modules/swagger-ui-dist/swagger-ui-bundle.js'];

/** Beside the executable. */
export const LICENCES = 'THIRD-PARTY-LICENSES.txt';

interface BuildOptions {
  readonly outfile: string;
  readonly target?: string | undefined;
}

/** The scripts of the other pages, see `createScript`. */
export const SCRIPTS = [
  'src/core/shell/page/page.ts',
  'src/modules/docs/page/docs.ts',
  'src/modules/docs/page/api.ts',
];

interface Bundles {
  readonly folders: readonly string[];
  readonly sources: readonly string[];
}

/** Writes what browsers load into folders whose last names are those that the service looks for. */
async function writeBundles(place: string): Promise<Bundles> {
  const scripts = await Promise.all(
    SCRIPTS.map(async (path) => [path, await bundleScript(path)] as const),
  );
  const manager = await bundlePage();
  const contents = scripts.map(([path, { content }]) => [bundleNameOf(path), content] as const);
  return {
    folders: [
      writeFolder(join(place, SCRIPTS_FOLDER), contents),
      writeFolder(join(place, BUNDLE), manager.files),
    ],
    sources: [...manager.sources, ...scripts.flatMap(([, { sources }]) => sources)],
  };
}

function writeFolder(folder: string, files: Iterable<readonly [string, Uint8Array]>): string {
  mkdirSync(folder);
  for (const [name, content] of files) writeFileSync(join(folder, name), content);
  return folder;
}

async function build({ outfile, target }: BuildOptions): Promise<string> {
  const place = mkdtempSync(join(tmpdir(), 'gatehouse-build-'));
  try {
    return await compile({ outfile, target }, await writeBundles(place));
  } finally {
    rmSync(place, { recursive: true });
  }
}

async function compile(
  { outfile, target }: BuildOptions,
  { folders, sources }: Bundles,
): Promise<string> {
  const { outputs, metafile } = await Bun.build({
    entrypoints: ['src/main.ts', ...WORKERS],
    root: '.',
    target: 'bun',
    format: 'esm',
    bytecode: true,
    // Modules that are loaded late are split off, instead of being read with the rest.
    splitting: true,
    metafile: true,
    minify: { whitespace: true, syntax: true, identifiers: false },
    // The executable holds a copy, so that stack traces name the sources.
    sourcemap: 'linked',
    compile: {
      outfile,
      assets: [...FILES, ...folders],
      // Without theirs, the optional packages beside the executable are not found.
      autoloadPackageJson: true,
      // That of the working folder is for something else.
      autoloadBunfig: false,
      ...(target && { target: target as Bun.Build.CompileTarget }),
    },
  });
  for (const { kind, path } of outputs) if (kind === 'sourcemap') rmSync(path);
  const made = outputs.find(({ kind }) => kind === 'entry-point');
  if (made === undefined) throw new Error('the build made no executable');
  const licences = licencesOf([...Object.keys(metafile?.inputs ?? {}), ...sources, ...FILES]);
  writeFileSync(join(dirname(made.path), LICENCES), licenceTexts(licences));
  return made.path;
}

if (import.meta.main) {
  const checkout = join(import.meta.dir, '..');
  process.chdir(checkout);
  const { values } = parseArgs({
    options: {
      outfile: { type: 'string', default: 'dist/gatehouse' },
      target: { type: 'string' },
      packages: { type: 'boolean', default: false },
    },
  });
  if (values.packages) copyOptionalPackages(checkout, dirname(values.outfile));
  const path = await build(values);
  process.stdout.write(`${path}\n`);
}
