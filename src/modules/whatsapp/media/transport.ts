/** Sends HTTPS requests to the platform's media servers. */
import { handOn, readBody, type TakeBytes } from '../../../core/outbound/answer.ts';
import { type ProxyRoute, proxyUrlTo } from '../../../core/outbound/proxy/local-proxy.ts';
import { messageOf } from '../../../core/shared/errors.ts';

type NoAnswer =
  | { readonly isTooLarge: true }
  /** Why there is no answer, in words for the operator. */
  | { readonly problem: string };

export type MediaAnswer = { readonly status: number; readonly bytes: Uint8Array } | NoAnswer;

/** `isUnwanted`: there was more, which was not taken. */
export type FileAnswer = { readonly status: number } | { readonly isUnwanted: true } | NoAnswer;

interface MediaRequest {
  /** The most bytes that are read. */
  readonly limitBytes: number;
  readonly signal: AbortSignal;
  /** The proxy to use; absent or null to connect directly. */
  readonly proxy?: ProxyRoute | null;
}

export interface MediaTransport {
  /** Passes the file of an answer with status 200 to `take` as it comes. */
  get(url: string, request: MediaRequest, take: TakeBytes): Promise<FileAnswer>;
  post(url: string, body: Uint8Array<ArrayBuffer>, request: MediaRequest): Promise<MediaAnswer>;
}

/** The origin of the platform's own web client, which its servers require. */
const ORIGIN = 'https://web.whatsapp.com';

/** `authority` (PEM) is trusted instead of the built-in ones. */
export function httpsTransport({
  authority,
}: {
  readonly authority?: string;
} = {}): MediaTransport {
  const send = async <T>(
    url: string,
    { signal, proxy = null }: MediaRequest,
    init: BunFetchRequestInit,
    read: (answer: Response) => Promise<T>,
  ): Promise<T | { readonly problem: string }> => {
    try {
      const answer = await fetch(url, {
        ...init,
        signal,
        redirect: 'manual',
        decompress: false,
        keepalive: false,
        ...(proxy !== null && { proxy: proxyUrlTo(proxy, new URL(url).hostname) }),
        ...(authority !== undefined && { tls: { ca: authority } }),
      });
      return await read(answer);
    } catch (error) {
      return { problem: messageOf(error) };
    }
  };
  const headers = { origin: ORIGIN, 'accept-encoding': 'identity' };
  return {
    get: (url, request, take) =>
      send(url, request, { method: 'GET', headers }, (answer) =>
        fileIn(answer, request.limitBytes, take),
      ),
    post: (url, body, request) =>
      send(
        url,
        request,
        {
          method: 'POST',
          body,
          headers: { ...headers, 'content-type': 'application/octet-stream' },
        },
        (answer) => answerOf(answer, request.limitBytes),
      ),
  };
}

/** Sends each request through the proxy that `proxy` returns at that time. */
export const throughProxy = (
  transport: MediaTransport,
  proxy: () => Promise<ProxyRoute | null>,
): MediaTransport => {
  const routed = async <T>(
    request: MediaRequest,
    send: (request: MediaRequest) => Promise<T>,
  ): Promise<T | { readonly problem: string }> => {
    try {
      return await send({ ...request, proxy: await proxy() });
    } catch (error) {
      return { problem: messageOf(error) };
    }
  };
  return {
    get: (url, request, take) => routed(request, (viaProxy) => transport.get(url, viaProxy, take)),
    post: (url, body, request) =>
      routed(request, (viaProxy) => transport.post(url, body, viaProxy)),
  };
};

async function fileIn(answer: Response, limitBytes: number, take: TakeBytes): Promise<FileAnswer> {
  const { status } = answer;
  if (status !== 200) {
    await answer.body?.cancel();
    return { status };
  }
  const outcome = await handOn(answer, limitBytes, take);
  if (outcome === 'too_large') return { isTooLarge: true };
  return outcome === 'unwanted' ? { isUnwanted: true } : { status };
}

async function answerOf(answer: Response, limitBytes: number): Promise<MediaAnswer> {
  const bytes = await readBody(answer, limitBytes);
  if (bytes !== null) return { status: answer.status, bytes };
  await answer.body?.cancel();
  return { isTooLarge: true };
}

/** Used when the platform has not named a host. */
export const DEFAULT_HOST = 'mmg.whatsapp.net';

/** A name or an IPv4 address, and perhaps a port: nothing that a URL would read as something else. */
const HOST = /^[a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?(?::\d{1,5})?$/;
const LONGEST_PATH = 4_096;
/** Visible characters except those that end a path, start a host or encode another character. */
const PATH = /^\/[\w.~%!$&'()*+,;=:-][\w.~%!$&'()*+,;=:/?-]*$/;

/** Returns null unless the address has exactly this host and exactly this path and query. */
export function addressOf(host: string, path: string): string | null {
  if (!HOST.test(host) || path.length > LONGEST_PATH || !PATH.test(path)) return null;
  const address = `https://${host}${path}`;
  const url = URL.parse(address);
  const isSame =
    url !== null &&
    url.protocol === 'https:' &&
    url.host === host.replace(/:443$/, '') &&
    url.username === '' &&
    url.password === '' &&
    `${url.pathname}${url.search}` === path;
  return isSame ? url.href : null;
}
