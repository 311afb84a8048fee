/** Which instances a caller may see in lists. */

import type { InstanceDirectory, InstanceRecord } from '../../../instances/directory.ts';
import type { GatewayPrincipal } from '../guard.ts';

export function visibleTo(
  principal: GatewayPrincipal,
  directory: InstanceDirectory,
): readonly InstanceRecord[] {
  if (principal.kind === 'global') return directory.all();
  const own = directory.byId(principal.instanceId);
  return own === null ? [] : [own];
}
