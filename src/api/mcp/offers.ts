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

const declaredOffer = (operation: Operation, { effect, ...agent }: AgentOffer): Offer => ({
  operation,
  effect,
  isRepeatable: agent.isRepeatable ?? effect !== 'adds',
  reachesOut: agent.reachesOut ?? effect !== 'reads',
});

/** The offers that routes declare, by the names of their tools. */
export function offersOf(routes: readonly OfferedRoute[]): ReadonlyMap<string, Offer> {
  const offers = new Map<string, Offer>();
  for (const { method, path, hooks } of routes) {
    const agent: AgentOffer | undefined = hooks.detail?.agent;
    if (agent) offers.set(agent.tool, declaredOffer(`${method} ${path}` as Operation, agent));
  }
  return offers;
}
