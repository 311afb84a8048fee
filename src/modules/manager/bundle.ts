/** The modules and styles of the manager page, bundled from their sources. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { isExecutable, ownFile } from '../../core/shared/own-files.ts';

const PAGE = 'src/modules/manager/page';
/** The folder of the files inside the executable, which `scripts/build.ts` fills. */
export const BUNDLE = 'manager-bundle';

/** Contents by their names, such as `main.js`. */
export type BundledFiles = ReadonlyMap<string, Uint8Array<ArrayBuffer>>;

let files: Promise<BundledFiles> | undefined;

/** Returns the files of this process's page: bundled once, or those that the executable holds. */
export function bundledFiles(): Promise<BundledFiles> {
  files ??= read().catch((error) => {
    files = undefined;
    throw error;
  });
  return files;
}

async function read(): Promise<BundledFiles> {
  if (!isExecutable) return (await bundlePage()).files;
  const folder = ownFile(BUNDLE);
  const names = readdirSync(folder).sort();
  const contents = names.map((name) => Bun.file(join(folder, name)).bytes());
  return new Map((await Promise.all(contents)).map((content, at) => [names[at] ?? '', content]));
}

interface BundledPage {
  readonly files: BundledFiles;
  /** The paths of the sources, from the working folder. */
  readonly sources: readonly string[];
}

/** Bundles the page whose sources are in `folder`: one module to begin with, others that it loads when it needs them. */
export async function bundlePage(folder = ownFile(PAGE)): Promise<BundledPage> {
  const { outputs, metafile } = await Bun.build({
    entrypoints: ['main.tsx', 'portal.tsx', 'main.css'].map((name) => join(folder, name)),
    root: folder,
    target: 'browser',
    splitting: true,
    minify: true,
    metafile: true,
    naming: { entry: '[name].[ext]', chunk: '[name]-[hash].[ext]' },
    jsx: { runtime: 'automatic', importSource: 'preact', development: false },
  });
  const contents = await Promise.all(
    outputs.map(async (output) => new Uint8Array(await output.arrayBuffer())),
  );
  const named = contents.map((content, at): [string, Uint8Array<ArrayBuffer>] => [
    outputs[at]?.path.replace(/^.*[\\/]/, '') ?? '',
    content,
  ]);
  const files = new Map(named.sort(([one], [other]) => (one < other ? -1 : 1)));
  return { files, sources: Object.keys(metafile?.inputs ?? {}) };
}
