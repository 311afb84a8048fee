/** Which operations agents are offered, under which names, and what each does to the world. */

import type { AgentOffer } from '../../http/route-detail.ts';
import type { OfferedRoute } from './inputs.ts';

/** Method and route of an operation. */
type Operation = `${'GET' | 'POST' | 'PATCH' | 'DELETE'} /${string}`;

/** What clients go by when they ask a person first. */
export interface Offer {
  readonly operation: Operation;
  /** `reads`: changes nothing; `adds`: takes nothing away; `changes`: overwrites or removes what was there. */
  readonly effect: 'reads' | 'adds' | 'changes';
  /** Doing it twice is as doing it once. */
  readonly isRepeatable: boolean;
  /** People or a platform elsewhere notice it. */
  readonly reachesOut: boolean;
}

interface More {
  readonly isRepeatable?: boolean;
  readonly reachesOut?: boolean;
}

const reads = (operation: Operation): Offer => ({
  operation,
  effect: 'reads',
  isRepeatable: true,
  reachesOut: false,
});
const adds = (operation: Operation, more: More = {}): Offer => ({
  operation,
  effect: 'adds',
  isRepeatable: false,
  reachesOut: true,
  ...more,
});

const OFFERS: Readonly<Record<string, Offer>> = {
  list_instances: reads('GET /instance/fetchInstances'),
  get_instance_state: reads('GET /instance/connectionState/:instanceName'),
  list_instance_states: reads('GET /instance/states/:instanceName'),
  get_instance_limits: reads('GET /instance/limits/:instanceName'),
  connect_instance: adds('GET /instance/connect/:instanceName', { isRepeatable: true }),
};

const declaredOffer = (operation: Operation, { effect, ...agent }: AgentOffer): Offer => ({
  operation,
  effect,
  isRepeatable: agent.isRepeatable ?? effect !== 'adds',
  reachesOut: agent.reachesOut ?? effect !== 'reads',
});

/** All offers by the name of their tool: those of the tables here, and those that routes declare. */
export function offersOf(routes: readonly OfferedRoute[]): ReadonlyMap<string, Offer> {
  const offers = new Map(Object.entries(OFFERS));
  for (const { method, path, hooks } of routes) {
    const agent: AgentOffer | undefined = hooks.detail?.agent;
    if (agent) offers.set(agent.tool, declaredOffer(`${method} ${path}` as Operation, agent));
  }
  return offers;
}
