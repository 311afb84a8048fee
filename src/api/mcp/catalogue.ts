/** The tools: what agents are told of each, all of it from the declaration of its operation. */
import { invalid } from '../../shared/errors.ts';
import { type Inputs, inputSchemaOf, inputsOf, type OfferedRoute } from './inputs.ts';
import { type Offer, offersOf } from './offers.ts';

/** The header that the credential of an operation comes in. */
export type Scheme = 'apikey' | 'api_access_token';

export interface Tool {
  readonly scheme: Scheme;
  readonly route: OfferedRoute;
  readonly inputs: Inputs;
  /** As the protocol shows it. */
  readonly shown: ReturnType<typeof shownOf>;
}

/** Tools by name. Throws when an operation that is offered does not exist. */
export type Catalogue = ReadonlyMap<string, Tool>;

export function createCatalogue(routes: readonly OfferedRoute[]): Catalogue {
  const byOperation = new Map(routes.map((route) => [`${route.method} ${route.path}`, route]));
  const tools = new Map<string, Tool>();
  for (const [name, offer] of offersOf(routes)) {
    const route = byOperation.get(offer.operation);
    if (route === undefined)
      throw new Error(`${name} offers ${offer.operation}, which is not there`);
    const inputs = inputsOf(route);
    tools.set(name, {
      scheme: schemeOf(route),
      route,
      inputs,
      shown: shownOf(name, offer, route, inputs),
    });
  }
  return tools;
}

const schemeOf = ({ path }: OfferedRoute): Scheme =>
  path.startsWith('/api/v1/') ? 'api_access_token' : 'apikey';

function shownOf(name: string, offer: Offer, { hooks }: OfferedRoute, inputs: Inputs) {
  const { summary = name, description, security = [] } = hooks.detail ?? {};
  const scopes = security.flatMap((one) => Object.values(one).flat());
  const needed = scopes.length === 0 ? [] : [`Needs a key with the scope ${scopes.join(' and ')}.`];
  return {
    name,
    title: summary,
    description: [`${summary}.`, ...(description ? [description] : []), ...needed].join(' '),
    inputSchema: inputSchemaOf(inputs),
    annotations: {
      title: summary,
      readOnlyHint: offer.effect === 'reads',
      destructiveHint: offer.effect === 'changes',
      idempotentHint: offer.isRepeatable,
      openWorldHint: offer.reachesOut,
    },
  };
}

/** The tools that a connection asks for by `?tools=`, a list of names; without one all. Throws `invalid` for others. */
export function chosenFrom(catalogue: Catalogue, url: string): Catalogue {
  const wanted = new URL(url).searchParams.get('tools')?.split(',') ?? null;
  if (wanted === null) return catalogue;
  const unknown = wanted.filter((name) => !catalogue.has(name));
  if (unknown.length > 0)
    throw invalid(`tools names what is none: ${unknown.join(', ').slice(0, 256)}`);
  return new Map([...catalogue].filter(([name]) => wanted.includes(name)));
}
