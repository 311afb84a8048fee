/** Which instances a caller may see in lists. */
import type { GatewayPrincipal } from '../guard.ts';
import type { InstanceDirectory, InstanceRecord } from './directory.ts';

export function visibleTo(
  principal: GatewayPrincipal,
  directory: InstanceDirectory,
): readonly InstanceRecord[] {
  if (principal.kind === 'global') return directory.all();
  const own = directory.byId(principal.instanceId);
  return own === null ? [] : [own];
}
