/** What pages load: files at addresses that change with their content, so that browsers ask for each once. */
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { Elysia } from 'elysia';
import { type PageAnswer, pageAnswer, takesGzip } from '../http/page-answer.ts';
import { sha256 } from '../shared/crypto.ts';

type Content = string | Uint8Array<ArrayBuffer>;

interface AssetFile<Read> {
  /** The path without a version, such as `/shell/shell.css`. */
  readonly path: string;
  /** Its media type. */
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

const VERSION_DIGITS = 16;
const hidden = { detail: { hide: true } };

export function createAsset({ path, type, read }: AssetFile<Content>): Asset {
  let content: ServedFile | undefined;
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
  let content: Promise<ServedFile> | undefined;
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

function addressOf(path: string, { version }: ServedFile): string {
  const [folder, name] = splitPath(path);
  return `${folder}/${version}/${name}`;
}

function routesOf(path: string, contentOf: () => ServedFile | Promise<ServedFile>): Elysia {
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

export interface ServedFile {
  readonly type: string;
  readonly plain: Blob;
  readonly version: string;
  /** Null for what is compressed already. */
  readonly compressed: (() => Promise<Blob>) | null;
}

/** Answers with a file, compressed for callers that take that. */
export async function answerFile(
  request: Request,
  { type, plain, compressed }: ServedFile,
  options: Pick<PageAnswer, 'isForGood' | 'policy'>,
): Promise<Response> {
  const isGzip = compressed !== null && takesGzip(request);
  const answer = pageAnswer({ ...options, type, body: isGzip ? await compressed() : plain });
  answer.headers.set('vary', 'accept-encoding');
  if (isGzip) answer.headers.set('content-encoding', 'gzip');
  return answer;
}

/** The content is compressed once, when somebody asks for that. */
export function prepareFile(content: Content, type: string): ServedFile {
  let compressed: Promise<Blob> | undefined;
  return {
    type,
    plain: new Blob([content]),
    version: sha256(content).slice(0, VERSION_DIGITS),
    compressed: type.startsWith('image/png')
      ? null
      : () => {
          compressed ??= compress(content);
          return compressed;
        },
  };
}

/** Large files take 60 ms, which the event loop does not wait for. */
const compress = async (content: Content): Promise<Blob> =>
  new Blob([await promisify(gzip)(content)]);
