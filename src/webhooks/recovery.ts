/** Sentences and shapes of both zones for replays, which callers know as recoveries. */

import { endpointOfInstance } from '../events/contract/endpoint.ts';
import {
  REPLAYS_PER_ENDPOINT,
  REPLAYS_PER_STREAM,
  type ReplayProgress,
  type ReplayRefusal,
  type ReplayShare,
} from '../events/contract/replay.ts';
import { iso } from '../shared/clock.ts';
import { type AppError, failure } from '../shared/errors.ts';
import type { InstanceEndpoint } from './endpoint.ts';
import { type EventSettings, endpointsIn } from './event-settings.ts';

/** Returns how far a recovery has come, in numbers of events. */
export function recoveryCounts(replay: ReplayProgress) {
  const { first, last, cursor, handed, discarded, missing } = replay;
  // Deliveries of one that is over are sent again by request alone, and are not its own any more.
  const waiting = replay.isOpen ? replay.unfinished : 0;
  return {
    total: last - first + 1,
    examined: cursor - first + 1,
    found: handed,
    delivered: handed - discarded - waiting,
    waiting,
    discarded,
    missing,
  };
}

/** The descriptions of the numbers. */
export const RECOVERY_COUNTS: Readonly<Record<keyof ReturnType<typeof recoveryCounts>, string>> = {
  total: 'Number of events that the log has, or had, for the time range and a minute around it',
  examined: 'Number of events in the log that were examined so far',
  found: 'Number of examined events to send',
  delivered: 'Number of events that were delivered',
  waiting: 'Number of events that wait, are being sent or will be retried',
  discarded: 'Number of events that were discarded',
  missing: 'Number of events that were removed from the log before their turn',
};

export const RECOVERY_STATE =
  '`running`; `paused`: by request, or because the endpoint was disabled; `done`: every event was delivered or discarded; `cancelled`: by request, or because the endpoint is gone';

/** Returns why events of a time cannot be recovered, after the name of the field that has its beginning. */
export const prunedText = (oldest: number | null): string =>
  oldest === null
    ? 'is a time from which no events are stored'
    : `is before the oldest stored event, which is from ${iso(oldest)}`;

/** Returns why a recovery was not begun beside others. */
export const tooManyText = ({
  most,
  of,
}: Extract<ReplayRefusal, { refused: 'too_many' }>): string => {
  if (of === 'endpoint')
    return `there are ${most} unfinished replays of this endpoint: wait for one of them, or cancel it`;
  if (of === 'share')
    return `there are ${most} unfinished replays of the customer's endpoints: wait for one of them, or cancel it`;
  return `there are ${most} unfinished replays: wait for one of them, or cancel it`;
};

/** Returns the share of an endpoint: those of the customer leave the operator half of an instance's recoveries. */
export function recoveryShare(
  settings: EventSettings,
  { owner }: Pick<InstanceEndpoint, 'owner'>,
): ReplayShare | null {
  if (owner === 'operator') return null;
  const operators = endpointsIn(settings).filter((one) => one.owner === 'operator');
  return {
    without: operators.map(({ id }) => endpointOfInstance(id)),
    most: REPLAYS_PER_STREAM / 2,
  };
}

/** The bounds of a recovery, in a sentence. */
export const RECOVERY_BOUNDS = `An endpoint may have ${REPLAYS_PER_ENDPOINT} that are not over.`;

/** Returns the failure of a recovery that needs the archive while that cannot be used. */
export const archiveAway = (problem: string): AppError =>
  failure('archive_unusable', { problem }, { headers: { 'retry-after': '60' } });
