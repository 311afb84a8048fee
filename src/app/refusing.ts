/** Shows queues and subjects that refuse beside the condition of their broker. */
import { channelOf } from '../events/contract/endpoint.ts';
import type { Refusal } from '../events/deliver/refusals.ts';
import type { Condition, Refusing } from '../shared/condition.ts';

/** Reasons hold what the broker says, which may be long. */
const REASON_MAX = 300;

/** Returns the conditions of channels with what refuses at each of them. */
export function withRefusals(
  conditions: Readonly<Record<string, Condition>>,
  refusals: Iterable<Refusal>,
): Readonly<Record<string, Condition>> {
  const refusing = new Map<string, Refusing>();
  for (const { endpoint, since, reason, shown } of refusals) {
    const channel = channelOf(endpoint);
    const first = refusing.get(channel);
    const { count } = first ?? { count: 0 };
    const isEarlier = first === undefined || since < first.since;
    const oldest = isEarlier ? { since, error: reason.slice(0, REASON_MAX), place: shown } : first;
    refusing.set(channel, { ...oldest, count: count + 1 });
  }
  if (refusing.size === 0) return conditions;
  return Object.fromEntries(
    Object.entries(conditions).map(([channel, condition]) => {
      const found = refusing.get(channel);
      return [channel, found === undefined ? condition : { ...condition, refusing: found }];
    }),
  );
}
