/** Shows queues and subjects that refuse, or have refused, beside the condition of their broker. */
import { channelOf } from '../core/events/contract/endpoint.ts';
import type { RunningEngine } from '../core/events/engine.ts';
import type { Condition, RefusingQueues } from '../core/shared/condition.ts';

/** Reasons hold what the broker says, which may be long. */
const REASON_MAX = 300;

export type RefusalReader = RunningEngine['refusals'];
type Refusal = ReturnType<RefusalReader['all']> extends Iterable<infer R> ? R : never;

/** Returns the conditions of channels with what refuses at each of them, and their latest failure of either kind. */
export function withRefusals(
  conditions: Readonly<Record<string, Condition>>,
  refusals: RefusalReader,
): Readonly<Record<string, Condition>> {
  const last = refusals.last();
  if (last.size === 0) return conditions;
  const refusing = refusingByChannel(refusals.all());
  return Object.fromEntries(
    Object.entries(conditions).map(([channel, condition]) => {
      const found = refusing.get(channel);
      const failure = latest(condition.lastFailure, last.get(channel));
      return [
        channel,
        {
          ...condition,
          ...(failure && { lastFailure: failure }),
          ...(found && { refusing: found }),
        },
      ];
    }),
  );
}

function refusingByChannel(refusals: Iterable<Refusal>): Map<string, RefusingQueues> {
  const refusing = new Map<string, RefusingQueues>();
  for (const { endpoint, since, reason, maskedAddress } of refusals) {
    const channel = channelOf(endpoint);
    const first = refusing.get(channel);
    const { count } = first ?? { count: 0 };
    const isEarlier = first === undefined || since < first.since;
    const oldest = isEarlier
      ? { since, error: reason.slice(0, REASON_MAX), place: maskedAddress }
      : first;
    refusing.set(channel, { ...oldest, count: count + 1 });
  }
  return refusing;
}

type Failure = NonNullable<Condition['lastFailure']>;

function latest(down: Failure | undefined, refused: Failure | undefined): Failure | undefined {
  if (refused === undefined || (down !== undefined && down.at > refused.at)) return down;
  return { at: refused.at, error: refused.error.slice(0, REASON_MAX) };
}
