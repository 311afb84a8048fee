/** Builds what the engine needs to know of a webhook of either zone. */
import type { Target } from '../events/contract/channel.ts';
import { maskUrl } from '../shared/mask-url.ts';
import type { Bodies } from './bodies.ts';
import type { WebhookSettings } from './endpoint.ts';
import type { WebhookSecrets } from './secrets.ts';

/** Returns an unsigned target without extra headers; `address` is a URL that was checked. */
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

type SentTo = Pick<
  WebhookSettings,
  'autoDisable' | 'headers' | 'ordering' | 'retry' | 'url' | keyof WebhookSecrets
> & { readonly base64: boolean | null };

/**
 * Returns the target of a webhook at a moment (steady ms): after a rotation the previous secret also signs for a while.
 */
export function endpointTarget(
  { url, headers, base64, retry, ordering, autoDisable, ...secrets }: SentTo,
  bodies: Bodies,
): (now: number) => Target {
  const { secret, previousSecret, previousSecretUntil } = secrets;
  const settled = {
    ...webhookTarget(url),
    headers,
    base64,
    secrets: [secret],
    watch: { disables: autoDisable },
    ...(retry && { retry }),
    ...(ordering === 'none' && { isUnordered: true }),
    ...bodies,
  };
  if (previousSecret === null || previousSecretUntil === null) return () => settled;
  const rotating = { ...settled, secrets: [secret, previousSecret] };
  return (now) => (now < previousSecretUntil ? rotating : settled);
}
