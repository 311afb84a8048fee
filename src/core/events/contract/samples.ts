/** Sample events of every type, to try out a receiver; they have no data of a real account. */
import { iso } from '../../shared/clock.ts';
import { DECLARED, type EventType } from './catalog.ts';

/** The caller's part of a sample's body. `now` is in ms since 1970. */
interface SampleFrame {
  readonly id: string;
  readonly instanceId: string;
  readonly instanceName: string;
  readonly now: number;
}

/** Returns a body like that of a real event, marked as a test. Its sequence is 0, because it does not count. */
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
