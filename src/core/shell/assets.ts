/** Assets of pages: files at addresses that change with their content, so that browsers load each only once. */

import { basename, join } from 'node:path';
import { Elysia } from 'elysia';
import { answerFile, type Content, prepareFile, type StaticFile } from '../http/static-file.ts';
import { isExecutable, ownFile } from '../shared/own-files.ts';

interface AssetFile<Read> {
  /** The path without a version, such as `/shell/shell.css`. */
  readonly path: string;
  /** The media type. */
  readonly type: string;
  /** Returns the content; called once, when a page that loads it is first asked for. */
  readonly read: () => Read;
}

export interface Asset<Address = string> {
  /** Returns the path with the version of the content: `/shell/0123456789abcdef/shell.css`. */
  address(): Address;
  /** Answers GET at the address; with another version, which another node may have named, the file as it is here. */
  readonly routes: Elysia;
}

const hidden = { detail: { hide: true } };

export function createAsset({ path, type, read }: AssetFile<Content>): Asset {
  let content: StaticFile | undefined;
  const contentOf = () => {
    content ??= prepareFile(read(), type);
    return content;
  };
  return { address: () => addressOf(path, contentOf()), routes: routesOf(path, contentOf) };
}

/** Like `createAsset`, for a file that takes time to make. When that fails it is tried again at the next request. */
export function createMadeAsset({
  path,
  type,
  read,
}: AssetFile<Promise<Content>>): Asset<Promise<string>> {
  let content: Promise<StaticFile> | undefined;
  const contentOf = () => {
    content ??= read().then((made) => prepareFile(made, type));
    content.catch(() => {
      content = undefined;
    });
    return content;
  };
  return {
    address: async () => addressOf(path, await contentOf()),
    routes: routesOf(path, contentOf),
  };
}

const splitPath = (path: string): [folder: string, name: string] => {
  const end = path.lastIndexOf('/');
  return [path.slice(0, end), path.slice(end + 1)];
};

function addressOf(path: string, { version }: StaticFile): string {
  const [folder, name] = splitPath(path);
  return `${folder}/${version}/${name}`;
}

function routesOf(path: string, contentOf: () => StaticFile | Promise<StaticFile>): Elysia {
  const [folder, name] = splitPath(path);
  const routes: Elysia = new Elysia({ name: path });
  routes.get(
    `${folder}/:version/${name}`,
    async ({ request, params }) => {
      const content = await contentOf();
      return answerFile(request, content, { isForGood: params.version === content.version });
    },
    hidden,
  );
  return routes;
}

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
