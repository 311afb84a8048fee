/** The tools: what agents are told of each, all of it from the declaration of its operation. */
import type { AgentOffer } from '../../core/http/route-detail.ts';
import { invalid } from '../../core/shared/errors.ts';
import { type Inputs, inputSchemaOf, inputsOf, type OfferedRoute } from './inputs.ts';

/** The header that the credential of an operation comes in. */
export type Scheme = 'apikey' | 'api_access_token';

export interface Tool {
  readonly scheme: Scheme;
  readonly route: OfferedRoute;
  readonly inputs: Inputs;
  /** Fields of the answer that agents do not get. */
  readonly withholds: readonly string[];
  /** The tool as the protocol shows it. */
  readonly shown: ReturnType<typeof shownOf>;
}

/** Tools by name. */
export type Catalogue = ReadonlyMap<string, Tool>;

/** A tool for each route that declares one. */
export function createCatalogue(routes: readonly OfferedRoute[]): Catalogue {
  const tools = new Map<string, Tool>();
  for (const route of routes) {
    const { agent } = route.hooks.detail ?? {};
    if (!agent) continue;
    const inputs = inputsOf(route);
    const shown = shownOf(agent, route, inputs);
    const { withholds = [] } = agent;
    tools.set(agent.tool, { scheme: schemeOf(route), route, inputs, withholds, shown });
  }
  return tools;
}

const schemeOf = ({ path }: OfferedRoute): Scheme =>
  path.startsWith('/api/v1/') ? 'api_access_token' : 'apikey';

function shownOf(
  { tool: name, effect, ...agent }: AgentOffer,
  { hooks }: OfferedRoute,
  inputs: Inputs,
) {
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
      readOnlyHint: effect === 'reads',
      destructiveHint: effect === 'changes',
      idempotentHint: agent.isRepeatable ?? effect !== 'adds',
      openWorldHint: agent.reachesOut ?? effect !== 'reads',
    },
  };
}

/** The tools that a connection asks for by `?tools=`, a list of names; without one all. Throws `invalid` for others. */
export function chosenFrom(catalogue: Catalogue, url: string): Catalogue {
  const wanted = new URL(url).searchParams.get('tools')?.split(',') ?? null;
  if (wanted === null) return catalogue;
  const unknown = wanted.filter((name) => !catalogue.has(name));
  if (unknown.length > 0)
    throw invalid(`tools names unknown tools: ${unknown.join(', ').slice(0, 256)}`);
  return new Map([...catalogue].filter(([name]) => wanted.includes(name)));
}
