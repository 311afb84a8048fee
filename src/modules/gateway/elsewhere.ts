/** Decides which requests are about an instance, and so go to the node that has it. */
import type { OtherNodes, StreamOf } from '../../core/http/forwarding.ts';
import { principalOf } from '../../core/http/principal.ts';
import { pathOf } from '../../core/http/zone.ts';
import type { InstanceDirectory } from '../../core/instances/directory.ts';
import type { GatewayPrincipal } from './guard.ts';
import type { OperationTable } from './operation-table.ts';

interface InstanceFinderDeps {
  readonly directory: InstanceDirectory;
  readonly nodes: Pick<OtherNodes, 'catchUp'>;
  readonly table: Pick<OperationTable, 'anywhere'>;
  /** Returns every route as it is registered. */
  readonly routes: () => readonly { readonly method: string; readonly path: string }[];
}

/** Paths that a node answers about itself, even while it does not reach the database. */
const OF_THE_NODE = ['GET /channels', 'GET /nodes', 'GET /metrics'];

/**
 * Returns a function that finds the id of the instance that the path, the key or a header names. It returns null if the
 * request names no instance, or if any node may answer.
 */
export function instanceFinder(deps: InstanceFinderDeps): StreamOf {
  const { directory, nodes, table, routes } = deps;
  const shapes = table.anywhere.map((operation) => operation.replace(/:\w+/g, '[^/]+'));
  const isAnywhereIn = new RegExp(`^(?:${shapes.join('|')})$`);
  const inPath = instanceInPath(routes);
  const known = (text: string) => directory.byName(text) ?? directory.byId(text.toLowerCase());
  return async (request) => {
    const path = pathOf(request.url);
    const operation = `${request.method} ${path}`;
    if (OF_THE_NODE.includes(operation)) return null;
    const isAnywhere = isAnywhereIn.test(operation);
    const text = inPath(path) ?? namedOtherwise(request);
    // Another node may have made, changed or deleted an instance just now.
    if (isAnywhere || (text !== null && known(text) === null)) await nodes.catchUp();
    return isAnywhere || text === null ? null : (known(text)?.id ?? null);
  };
}

/** Returns the instance of the key or, with a key for all, of the header; null if neither names one. */
function namedOtherwise(request: Request): string | null {
  const principal = principalOf<GatewayPrincipal>({ request });
  if (principal.kind !== 'global') return principal.instanceId;
  return decoded(request.headers.get('instanceid') ?? '') || null;
}

const INSTANCE = /\/:instance(?:Name|Id)(?:\/|$)/;
const isInstance = (part: string): boolean => part === ':instanceName' || part === ':instanceId';

/**
 * Returns the instance in a path whose route has one, or null. It is asked for each request, so it compares only the
 * routes that begin with the same word and are as long.
 */
function instanceInPath(routes: InstanceFinderDeps['routes']): (path: string) => string | null {
  const groupOf = (parts: readonly string[]) => `${parts.length} ${parts[1]}`;
  const grouped = () => {
    const paths = [...new Set(routes().map((route) => route.path))];
    const shapes = paths.filter((route) => INSTANCE.test(route)).map((route) => route.split('/'));
    return Map.groupBy(shapes, groupOf);
  };
  let groups: ReturnType<typeof grouped> | null = null;
  return (path) => {
    groups ??= grouped();
    const parts = path.split('/');
    const shape = groups
      .get(groupOf(parts))
      ?.find((one) => one.every((part, index) => part.startsWith(':') || part === parts[index]));
    return shape === undefined ? null : decoded(parts[shape.findIndex(isInstance)] ?? '');
  };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
