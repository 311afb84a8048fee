/** Which requests are for an instance, and so for the node that has it. */
import type { StreamOf } from '../http/elsewhere.ts';
import { principalOf } from '../http/principal.ts';
import { pathOf } from '../http/zone.ts';
import type { GatewayPrincipal } from './guard.ts';
import type { InstanceDirectory } from './instance/directory.ts';

interface InstanceFinderDeps {
  readonly directory: InstanceDirectory;
  /** Every route there is, as registered. */
  readonly routes: () => readonly { readonly method: string; readonly path: string }[];
}

/** They read what all nodes share, or concern every instance. */
const ANYWHERE =
  /^\/(?:event|delivery|ws|metrics|audit|channels|nodes|instance\/(?:create|overview|fetchInstances))(?:\/|$)/;

/** The id of the instance that the path, the key or a header names; null: none, or any node may answer. */
export function instanceFinder({ directory, routes }: InstanceFinderDeps): StreamOf {
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
