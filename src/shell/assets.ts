/** What pages load: files at addresses that change with their content, so that browsers ask for each once. */
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { Elysia } from 'elysia';
import { type PageAnswer, pageAnswer, takesGzip } from '../http/page-answer.ts';
import { sha256 } from '../shared/crypto.ts';

interface AssetFile {
  /** The path without a version, such as `/shell/shell.css`. */
  readonly path: string;
  /** Its media type. */
  readonly type: string;
  /** Returns the content; called once, when a page that loads it is first asked for. */
  readonly read: () => string | Uint8Array<ArrayBuffer>;
}

export interface Asset {
  /** Returns the path with the version of the content: `/shell/0123456789abcdef/shell.css`. */
  address(): string;
  /** Answers GET at the address; with another version, which another node may have named, the file as it is here. */
  readonly routes: Elysia;
}

const VERSION_DIGITS = 16;
const hidden = { detail: { hide: true } };

export function createAsset({ path, type, read }: AssetFile): Asset {
  let content: ServedFile | undefined;
  const contentOf = () => {
    content ??= prepareFile(read(), type);
    return content;
  };
  const [folder, name] = [path.slice(0, path.lastIndexOf('/')), path.split('/').at(-1)];
  const routes: Elysia = new Elysia({ name: path });
  routes.get(
    `${folder}/:version/${name}`,
    ({ request, params }) => {
      const content = contentOf();
      return answerFile(request, content, { isForGood: params.version === content.version });
    },
    hidden,
  );
  return { address: () => `${folder}/${contentOf().version}/${name}`, routes };
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
export function prepareFile(content: string | Uint8Array<ArrayBuffer>, type: string): ServedFile {
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
const compress = async (content: string | Uint8Array): Promise<Blob> =>
  new Blob([await promisify(gzip)(content)]);
