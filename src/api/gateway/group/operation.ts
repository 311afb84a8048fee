/** What the operations on groups have in common. */

import type { InstanceDirectory } from '../../../instances/directory.ts';
import { needs, type Scope } from '../../../instances/scopes.ts';
import type { Sessions } from '../../../instances/sessions.ts';
import type { GroupActions } from '../../../providers/groups.ts';
import { begunWhenConnected } from '../../../sending/sender.ts';
import { instanceFor } from '../guard.ts';

export interface GroupDeps {
  readonly directory: InstanceDirectory;
  readonly sessions: Sessions;
}

/** 409 when the instance is not connected; else what `call` comes to. */
export type OnGroups = <T>(call: (groups: GroupActions) => Promise<T>) => Promise<T>;

/** For the instance that a request's path names, which is refused before anything else of the request. */
export function onGroupsOf(
  { directory, sessions }: GroupDeps,
  request: Request,
  { instanceName = '' }: Readonly<Record<string, string | undefined>>,
): OnGroups {
  const { id } = instanceFor({ request }, directory, instanceName);
  // Not waited for in turn: an answer of WhatsApp must not hold up what the instance does besides.
  return (call) =>
    begunWhenConnected(sessions, id, async (session) => ({ answer: call(session.groups()) }));
}

const LIMITS =
  'An instance that is not connected is a conflict; what WhatsApp refuses the account is forbidden; where WhatsApp does not answer within 10 seconds the service is unavailable.';

export const groupDetail = (scope: Scope, summary: string, more = '') => ({
  tags: ['Groups'],
  security: needs(scope),
  summary,
  description: `${more}${LIMITS}`,
});
