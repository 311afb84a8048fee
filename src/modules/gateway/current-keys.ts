/** Keys of instances whose node is another one, which may have replaced them a moment ago. */
import { principalOf } from '../../core/http/principal.ts';
import type { Zone } from '../../core/http/zone.ts';
import type { InstanceDirectory } from '../../core/instances/directory.ts';
import type { Clock } from '../../core/shared/clock.ts';
import { failure } from '../../core/shared/errors.ts';
import { type GatewayPrincipal, keyLastsMs } from './guard.ts';

type OwnerForwarding = Required<Pick<Zone, 'forwardToOwner' | 'isAlreadyAuthenticated'>>;

interface CurrentKeysDeps {
  readonly directory: InstanceDirectory;
  readonly clock: Pick<Clock, 'now'>;
  /** Tells whether this node has an instance, so that its keys are replaced here alone. */
  readonly owns: (instanceId: string) => boolean;
  /** Resolves when this node knows all keys that other nodes have replaced. */
  readonly catchUp: () => Promise<void>;
}

/**
 * Returns the same, but what this node answers itself is refused with a key that another node has replaced: that one
 * answers for everything else.
 */
export const withCurrentKeys = (
  { forwardToOwner, isAlreadyAuthenticated }: OwnerForwarding,
  { owns, catchUp, ...deps }: CurrentKeysDeps,
): OwnerForwarding => ({
  isAlreadyAuthenticated,
  async forwardToOwner(request, requestId, body) {
    const answer = await forwardToOwner(request, requestId, body);
    if (answer !== null) return answer;
    const principal = principalOf<GatewayPrincipal>({ request });
    if (principal.kind !== 'instance' || owns(principal.instanceId)) return null;
    await catchUp();
    if (keyLastsMs(deps, principal) > 0) return null;
    throw failure('apikey_invalid');
  },
});
