/** Which requests are for an instance, and so for the node that has it. */
import { attachClient, clientOf } from '../http/client-address.ts';
import { principalOf } from '../http/principal.ts';
import { pathOf, type Zone } from '../http/zone.ts';
import { forbidden } from '../shared/errors.ts';
import type { GatewayPrincipal } from './guard.ts';
import type { InstanceDirectory } from './instance/directory.ts';

interface PassedOn {
  /** The address of the caller. */
  readonly client: string;
  readonly isForThisNode: boolean;
}

/** The other nodes. */
export interface OtherNodes {
  /** What another node says that has passed the request on; `forged`: it only says so; null: it came in here. */
  passedOn(request: Request): PassedOn | 'forged' | null;
  /** What the node answers that has the instance; null: this one has it. */
  forward(forwarded: {
    readonly request: Request;
    readonly instanceId: string;
    readonly client: string;
    readonly requestId: string;
    readonly hasHopped: boolean;
  }): Promise<Response | null>;
}

interface ElsewhereDeps {
  readonly nodes: OtherNodes;
  readonly directory: InstanceDirectory;
  /** Every route there is, as registered. */
  readonly routes: () => readonly { readonly method: string; readonly path: string }[];
}

/** The request was for another node: nothing was done. */
const MISDIRECTED = 421;

/** They read what all nodes share, or concern every instance. */
const ANYWHERE =
  /^\/(?:event|delivery|ws|metrics|audit|channels|nodes|instance\/(?:create|overview|fetchInstances))(?:\/|$)/;

export function createElsewhere(
  deps: ElsewhereDeps,
): Required<Pick<Zone, 'elsewhere' | 'wasAdmitted'>> {
  const { nodes } = deps;
  const hopped = new WeakSet<Request>();
  const misdirected = new WeakSet<Request>();
  const instanceOf = instanceFinder(deps);
  return {
    wasAdmitted(request) {
      const by = nodes.passedOn(request);
      if (by === null) return false;
      if (by === 'forged')
        throw forbidden('what another node is said to have passed on is not its own');
      attachClient(request, by.client, clientOf({ request }).isTls);
      hopped.add(request);
      if (!by.isForThisNode) misdirected.add(request);
      return true;
    },
    async elsewhere(request, requestId) {
      // The other node then asks who has the instance now.
      if (misdirected.has(request)) return new Response(null, { status: MISDIRECTED });
      const instanceId = instanceOf(request);
      if (instanceId === null) return null;
      const client = clientOf({ request }).address;
      const hasHopped = hopped.has(request);
      return nodes.forward({ request, instanceId, client, requestId, hasHopped });
    },
  };
}

/** The id of the instance that the path, the key or a header names; null: none, or any node may answer. */
function instanceFinder({ directory, routes }: ElsewhereDeps) {
  let shapes: readonly (readonly string[])[] | null = null;
  const named = (text: string) => directory.byName(text) ?? directory.byId(text.toLowerCase());
  return (request: Request): string | null => {
    const path = pathOf(request.url);
    if (ANYWHERE.test(path)) return null;
    shapes ??= [...new Set(routes().map((route) => route.path))]
      .filter((route) => INSTANCE.test(route))
      .map((route) => route.split('/'));
    const given = nameIn(shapes, path.split('/'));
    if (given !== null) return named(given)?.id ?? null;
    const principal = principalOf<GatewayPrincipal>({ request });
    if (principal.kind === 'instance') return principal.instanceId;
    const header = decoded(request.headers.get('instanceid') ?? '');
    return header === '' ? null : (named(header)?.id ?? null);
  };
}

const INSTANCE = /\/:instance(?:Name|Id)(?:\/|$)/;
const isInstance = (part: string): boolean => part === ':instanceName' || part === ':instanceId';

/** What stands in the path where a route has the instance. */
function nameIn(shapes: readonly (readonly string[])[], parts: readonly string[]): string | null {
  for (const shape of shapes) {
    if (shape.length !== parts.length) continue;
    if (!shape.every((part, index) => part.startsWith(':') || part === parts[index])) continue;
    return decoded(parts[shape.findIndex(isInstance)] ?? '');
  }
  return null;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
