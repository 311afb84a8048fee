/** HTTPS requests to the platform's media servers. */

import { readBody } from '../../../outbound/answer.ts';
import type { ProxyRoute } from '../../../outbound/proxy/local-proxy.ts';
import { messageOf } from '../../../shared/errors.ts';

export type MediaAnswer =
  | { readonly status: number; readonly bytes: Uint8Array }
  | { readonly isTooLarge: true }
  /** Why there is no answer, in words for the operator. */
  | { readonly problem: string };

interface MediaRequest {
  /** Nothing beyond it is read. */
  readonly limitBytes: number;
  readonly signal: AbortSignal;
  /** The one way there; absent or null: directly. */
  readonly proxy?: ProxyRoute | null;
}

export interface MediaTransport {
  get(url: string, request: MediaRequest): Promise<MediaAnswer>;
  post(url: string, body: Uint8Array<ArrayBuffer>, request: MediaRequest): Promise<MediaAnswer>;
}

/** What the platform's own web client names as its origin; its servers ask for it. */
const ORIGIN = 'https://web.whatsapp.com';

/** `authority` (PEM) is trusted instead of the built-in ones. */
export function httpsTransport({
  authority,
}: {
  readonly authority?: string;
} = {}): MediaTransport {
  const send = async (
    url: string,
    { limitBytes, signal, proxy = null }: MediaRequest,
    init: BunFetchRequestInit,
  ): Promise<MediaAnswer> => {
    try {
      const answer = await fetch(url, {
        ...init,
        signal,
        redirect: 'manual',
        decompress: false,
        keepalive: false,
        ...(proxy !== null && { proxy: proxy.urlTo(new URL(url).hostname) }),
        ...(authority !== undefined && { tls: { ca: authority } }),
      });
      return await answerOf(answer, limitBytes);
    } catch (error) {
      return { problem: messageOf(error) };
    }
  };
  const headers = { origin: ORIGIN, 'accept-encoding': 'identity' };
  return {
    get: (url, request) => send(url, request, { method: 'GET', headers }),
    post: (url, body, request) =>
      send(url, request, {
        method: 'POST',
        body,
        headers: { ...headers, 'content-type': 'application/octet-stream' },
      }),
  };
}

/** The same, through the proxy that `proxy` gives at the time of each request. */
export const throughProxy = (
  transport: MediaTransport,
  proxy: () => Promise<ProxyRoute | null>,
): MediaTransport => {
  const routed = async (
    request: MediaRequest,
    send: (request: MediaRequest) => Promise<MediaAnswer>,
  ): Promise<MediaAnswer> => {
    try {
      return await send({ ...request, proxy: await proxy() });
    } catch (error) {
      return { problem: messageOf(error) };
    }
  };
  return {
    get: (url, request) => routed(request, (given) => transport.get(url, given)),
    post: (url, body, request) => routed(request, (given) => transport.post(url, body, given)),
  };
};

async function answerOf(answer: Response, limitBytes: number): Promise<MediaAnswer> {
  const bytes = await readBody(answer, limitBytes);
  if (bytes !== null) return { status: answer.status, bytes };
  await answer.body?.cancel();
  return { isTooLarge: true };
}
