/** Admits the browser that opens the link to a customer's page: the code of the link is the credential. */
import type { Zone } from '../../core/http/zone.ts';
import { type PortalLinks, REQUESTS_PER_LINK } from '../../core/instances/portal-links.ts';
import { sha256 } from '../../core/shared/crypto.ts';
import { failure } from '../../core/shared/errors.ts';

export const OPEN_PATH = '/manager/portal/open';

/** The code of a link that was made and has not been removed since. It may have been used, or have ended. */
export interface LinkHolder {
  readonly code: string;
  readonly instanceId: string;
}

export const portalZone = (links: Pick<PortalLinks, 'byCode'>): Zone => ({
  prefixes: [OPEN_PATH],
  async authenticate(request): Promise<LinkHolder> {
    const code = /^Bearer (\S+)$/.exec(request.headers.get('authorization') ?? '')?.[1] ?? '';
    const link = await links.byCode(code);
    if (link !== null) return { code, instanceId: link.instanceId };
    throw failure(
      'link_unknown',
      {},
      { hint: 'ask the person who gave you the link for a new one' },
    );
  },
  requestsPerMinute: () => REQUESTS_PER_LINK,
  // The zone's own principal, see above.
  credentialOf: (principal) => `portal link ${sha256((principal as LinkHolder).code)}`,
});
