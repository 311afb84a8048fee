/** Builds what the engine needs to know of a webhook of either zone. */
import type { Target } from '../events/contract/channel.ts';
import { maskUrl } from '../shared/mask-url.ts';
import type { Bodies } from './bodies.ts';
import type { WebhookSettings } from './event-settings.ts';
import { stillSigning, type WebhookSecrets } from './secrets.ts';

/** Returns an unsigned target without extra headers; `address` is a URL that was checked. */
export function webhookTarget(address: string): Target {
  const url = new URL(address);
  const port = url.port || (url.protocol === 'https:' ? '443' : '80');
  return {
    channel: 'webhook',
    host: `${url.hostname.toLowerCase()}:${port}`,
    address,
    maskedAddress: maskUrl(address),
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
 * Returns the target of a webhook at a moment (steady ms): after a rotation the former secrets also sign for a while. The
 * same object is returned as long as the same secrets sign.
 */
export function endpointTarget(
  { url, headers, base64, retry, ordering, autoDisable, ...secrets }: SentTo,
  bodies: Bodies,
): (now: number) => Target {
  const { secret, formerSecrets } = secrets;
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
  if (formerSecrets.length === 0) return () => settled;
  let rotating = settled;
  return (now) => {
    const signing = stillSigning(secrets, now);
    if (rotating.secrets.length !== signing.length + 1)
      rotating = { ...settled, secrets: [secret, ...signing.map((former) => former.secret)] };
    return rotating;
  };
}
