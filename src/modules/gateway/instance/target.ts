/** Finds the instance of a request whose path does not name one. */

import { INSTANCE } from '../../../core/http/example-values.ts';
import { principalOf } from '../../../core/http/principal.ts';
import type { RequestHeader } from '../../../core/http/route-detail.ts';
import {
  type InstanceDirectory,
  type InstanceRecord,
  isInstanceName,
} from '../../../core/instances/directory.ts';
import { failure, invalid, unknownInstance } from '../../../core/shared/errors.ts';
import { isUuid } from '../../../core/shared/ids.ts';
import { anotherInstance, type GatewayPrincipal, instanceFor } from '../guard.ts';
import type { Target } from '../operation.ts';

/** The header, for the documentation of an operation. */
export const instanceIdHeader: RequestHeader = {
  name: 'instanceId',
  description:
    'Id or name of the instance, percent-encoded as in a path; required with the global key',
  example: INSTANCE,
};

/**
 * An instance key means its own instance: 403 when the header names another. The global key needs the
 * header, a uuid or a name: 400 when it is missing or neither, 404 unknown.
 */
export function targetOf(
  context: { readonly request: Request },
  directory: InstanceDirectory,
): InstanceRecord {
  const header = decoded(context.request.headers.get('instanceid'));
  const named =
    header === null ? null : (directory.byId(header.toLowerCase()) ?? directory.byName(header));
  const principal = principalOf<GatewayPrincipal>(context);
  if (principal.kind !== 'global') {
    const own = directory.byId(principal.instanceId);
    if (!own) throw failure('instance_not_found');
    if (header !== null && named !== own) throw anotherInstance(own);
    return own;
  }
  if (header === null) throw invalid('the header instanceId is required with the global key');
  if (!isUuid(header) && !isInstanceName(header))
    throw invalid('the header instanceId must be the id or the name of an instance');
  if (!named) throw unknownInstance(header);
  return named;
}

/**
 * The name of the instance that a path means.
 * Clients of Evolution Go give its id: a name that looks like one goes first.
 */
export const resolveInstanceName = (directory: InstanceDirectory, nameOrId: string): string =>
  (directory.byName(nameOrId) ?? directory.byId(nameOrId.toLowerCase()))?.name ?? nameOrId;

/** The instance that a path means by its name or its id. */
export const byNameOrId: Target = ({ directory }, { request, params }) =>
  instanceFor({ request }, directory, resolveInstanceName(directory, params.instanceName ?? ''));

/** Headers hold no letters beyond Latin; what is no encoding is meant as it stands. */
function decoded(header: string | null): string | null {
  try {
    return header && decodeURIComponent(header);
  } catch {
    return header;
  }
}
