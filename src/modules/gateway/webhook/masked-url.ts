/** URLs of webhooks in answers. A URL may contain tokens, so only callers that may change the webhook see all of it. */
import { maskUrl } from '../../../core/shared/mask-url.ts';
import type { Viewer } from '../../../core/webhooks/fields/field.ts';
import type { GatewayPrincipal } from '../guard.ts';
import type { GatewayParts } from '../parts.ts';

export function mayReadUrls(caller: GatewayPrincipal): boolean {
  switch (caller.kind) {
    case 'global':
      return true;
    case 'instance':
      return caller.scopes.includes('settings');
    case 'portal':
      return caller.scopes.includes('endpoints:write');
  }
}

/**
 * Returns the URL, with credentials and query values masked for callers that may not change it. A masked URL that is
 * sent back keeps the stored URL.
 */
export const maskedUrl = (caller: GatewayPrincipal, url: string): string =>
  url === '' || mayReadUrls(caller) ? url : maskUrl(url);

/** Returns what the fields of endpoints need to know of a caller. */
export const viewerOf = (
  { defaultFormat }: Pick<GatewayParts, 'defaultFormat'>,
  caller: GatewayPrincipal,
): Viewer => ({ mayChange: mayReadUrls(caller), defaultFormat });
