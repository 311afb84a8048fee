/** One plausible event of every type, for trying out a receiver; nothing in it is of a real account. */
import { iso } from '../../shared/clock.ts';
import { DECLARED, type EventType } from './catalog.ts';

/** What of a sample's body is the caller's. `now` in ms since 1970. */
interface SampleFrame {
  readonly id: string;
  readonly instanceId: string;
  readonly instanceName: string;
  readonly now: number;
}

/** A body as events have it, marked as a test; it counts no sequence, so it carries 0. */
export function sampleBody(type: EventType, frame: SampleFrame): string {
  const { id, instanceId, instanceName, now } = frame;
  const declared = DECLARED[type];
  const timestamp = iso(now);
  return JSON.stringify({
    id,
    event: type,
    instanceId,
    instanceName,
    sequence: 0,
    timestamp,
    test: true,
    ...(declared.state && { state: declared.state.sample }),
    data: declared.sample(timestamp),
  });
}
