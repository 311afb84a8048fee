import { Elysia } from 'elysia';
import { principalOf } from '../../core/http/principal.ts';
import type { Zone } from '../../core/http/zone.ts';
import type { InstanceDirectory } from '../../core/instances/directory.ts';
import { type PortalLinks, REQUESTS_PER_LINK } from '../../core/instances/portal-links.ts';
import { iso } from '../../core/shared/clock.ts';
import { sha256 } from '../../core/shared/crypto.ts';
import { failure } from '../../core/shared/errors.ts';

interface PortalRouteDeps {
  readonly portalLinks: Pick<PortalLinks, 'open'>;
  readonly directory: Pick<InstanceDirectory, 'byId'>;
  /** Resolves when this node knows all instances that other nodes have made; null if there are no other nodes. */
  readonly catchUp: (() => Promise<void>) | null;
}

/** The form of the key by which a browser asks again. The key cannot be guessed. */
const KEY = /^[\w-]{32,128}$/;

/**
 * POST with the code of a link as a bearer: exchanges it, once, for what the page sends as `apikey`. A browser whose
 * answer was lost gets the same one again for the same `Idempotency-Key`.
 */
export const portalRoutes = ({ portalLinks, directory, catchUp }: PortalRouteDeps) =>
  new Elysia({ name: 'portal' }).post(
    OPEN_PATH,
    async (context) => {
      const { code, instanceId } = principalOf<LinkHolder>(context);
      if (directory.byId(instanceId) === null) await catchUp?.();
      const instance = directory.byId(instanceId);
      // Deleted at this moment, and its links with it.
      if (instance === null) throw failure('instance_of_link_deleted');
      const key = context.request.headers.get('idempotency-key') ?? '';
      // Last, so that nothing that fails before has used up the link.
      const { link, credential } = await portalLinks.open(code, KEY.test(key) ? key : null);
      const { scopes, expiresAt } = link;
      return {
        credential,
        instanceName: instance.name,
        scopes,
        expiresAt: iso(expiresAt),
      };
    },
    { detail: { hide: true } },
  );

export const OPEN_PATH = '/manager/portal/open';

/** The code of a link that was made and has not been removed since. It may have been used, or have ended. */
interface LinkHolder {
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
