/**
 * Bodies of deliveries as answers show them. Only the global key sees keys of instances in them. Bodies in the form of
 * Evolution API contain the URL of the webhook: only callers that may change the webhook see it.
 */
import { MASK } from '../../../core/shared/mask-url.ts';
import { endpointsIn } from '../../../core/webhooks/event-settings.ts';
import type { GatewayPrincipal } from '../guard.ts';
import type { GatewayParts } from '../parts.ts';
import { maskedUrl } from '../webhook/masked-url.ts';

/** Returns `body` with what the caller may not know masked. */
export function maskedBody(
  { settings, keyCopies }: Pick<GatewayParts, 'settings' | 'keyCopies'>,
  caller: GatewayPrincipal,
  instanceId: string,
  body: string,
): string {
  if (caller.kind === 'global') return body;
  const own = settings.get(instanceId);
  const endpoints = own === null ? [] : endpointsIn(own);
  const tokens = endpoints.map(({ instanceToken }) => instanceToken);
  const keys = [...tokens, keyCopies.of(instanceId)].map((key) => [key, MASK] as const);
  // A URL may begin as another one does.
  const longest = endpoints.toSorted((one, other) => other.url.length - one.url.length);
  const urls = longest.map(({ url }) => [url, maskedUrl(caller, url)] as const);
  // A template may have put one into a longer text.
  return [...keys, ...urls].reduce(
    (shown, [secret, mask]) => (secret ? shown.replaceAll(inJson(secret), inJson(mask)) : shown),
    body,
  );
}

const inJson = (text: string): string => JSON.stringify(text).slice(1, -1);
