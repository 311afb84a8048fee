/** URLs of webhooks in answers: they may hold tokens, so only whoever may change a webhook sees its URL whole. */
import { maskUrl } from '../../../shared/mask-url.ts';
import type { GatewayPrincipal } from '../guard.ts';

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

/** Returns the URL, for others with its credentials and query values masked. Sent back, that stands for the URL. */
export const shownUrl = (caller: GatewayPrincipal, url: string): string =>
  url === '' || mayReadUrls(caller) ? url : maskUrl(url);
