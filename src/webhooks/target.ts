/** Builds what the engine needs to know of a webhook of either zone. */
import type { Target } from '../events/contract/channel.ts';
import { maskUrl } from '../shared/mask-url.ts';
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

/** Returns `target` signed at a moment (steady ms): after a rotation the previous secret also signs for a while. */
export function signedTarget(
  target: Target,
  { secret, previousSecret, previousSecretUntil }: WebhookSecrets,
): (now: number) => Target {
  const settled = { ...target, secrets: [secret] };
  if (previousSecret === null || previousSecretUntil === null) return () => settled;
  const rotating = { ...target, secrets: [secret, previousSecret] };
  return (now) => (now < previousSecretUntil ? rotating : settled);
}
