/** Owns: what the engine needs to know of a webhook's URL, for every kind of webhook there is. */
import type { Target } from '../events/contract/channel.ts';
import { maskUrl } from '../shared/mask-url.ts';

/** An unsigned target without extra headers; `address` is a URL that was checked. */
export function webhookTarget(address: string): Target {
  const url = new URL(address);
  const port = url.port || (url.protocol === 'https:' ? '443' : '80');
  return {
    channel: 'webhook',
    host: `${url.hostname.toLowerCase()}:${port}`,
    address,
    shown: maskUrl(address),
    headers: {},
    secrets: [],
    base64: null,
  };
}
