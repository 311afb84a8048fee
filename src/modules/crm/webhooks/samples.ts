/** Builds events for trying out a receiver: the documented examples, without data of a real account. */
import { iso } from '../../../core/shared/clock.ts';
import { crmEvents } from '../documented-events.ts';
import type { CrmEventType } from '../events.ts';

interface SampleFacts {
  readonly id: string;
  readonly accountId: string;
  /** Ms since 1970. */
  readonly now: number;
}

/** Returns a body as deliveries have it, marked `"test": true`. */
export function sampleBody(type: CrmEventType, { id, accountId, now }: SampleFacts): string {
  const documented = crmEvents().find(({ name }) => name === type);
  const [example] = documented?.body.examples ?? [];
  return JSON.stringify({ ...example, id, accountId, timestamp: iso(now), test: true });
}
