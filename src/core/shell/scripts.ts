/** The scripts of pages: bundled from their sources when the first page needs them, or by the build of the executable. */
import { basename, join } from 'node:path';
import { isExecutable, ownFile } from '../shared/own-files.ts';
import { type Asset, createMadeAsset } from './assets.ts';

/** The folder of the executable that holds the bundles, by its last name. */
export const SCRIPTS_FOLDER = 'page-scripts';

export const bundleNameOf = (entry: string): string => basename(entry).replace(/\.ts$/, '.js');

interface Bundle {
  readonly content: Uint8Array<ArrayBuffer>;
  /** The paths of the sources, from the working folder. */
  readonly sources: readonly string[];
}

/** Bundles a module with everything that it imports. `entry` is its path from the root of the checkout. */
export async function bundleScript(entry: string): Promise<Bundle> {
  const { outputs, metafile } = await Bun.build({
    entrypoints: [ownFile(entry)],
    target: 'browser',
    format: 'esm',
    minify: true,
    metafile: true,
  });
  const [output] = outputs;
  if (output === undefined) throw new Error(`nothing was made of ${entry}`);
  const content = new Uint8Array(await output.arrayBuffer());
  return { content, sources: Object.keys(metafile?.inputs ?? {}) };
}

/** `folder` is the beginning of its address. */
export const createScript = (folder: string, entry: string): Asset<Promise<string>> =>
  createMadeAsset({
    path: `${folder}/${bundleNameOf(entry)}`,
    type: 'text/javascript; charset=utf-8',
    read: async () =>
      isExecutable
        ? Bun.file(join(ownFile(SCRIPTS_FOLDER), bundleNameOf(entry))).bytes()
        : (await bundleScript(entry)).content,
  });
