/** Replays in both zones: their fields in requests and answers, and the failures of those that cannot begin. */
import { Type } from '@sinclair/typebox';
import { endpointIdOf, endpointOfInstance } from '../events/contract/endpoint.ts';
import {
  EVENT_IDS_MAX,
  RATE_DEFAULT,
  RATE_MAX,
  REPLAY_STATES,
  REPLAYS_PER_ENDPOINT,
  REPLAYS_PER_STREAM,
  type ReplayProgress,
  type ReplayRefusal,
  type ReplayRequest,
  type ReplayShare,
} from '../events/contract/replay.ts';
import { CLOCK_SLACK_MS } from '../events/log/delivery-search.ts';
import { Flag, Whole } from '../http/field-types.ts';
import { orNull, textOrNull } from '../http/nullable.ts';
import { describe } from '../http/openapi-schema.ts';
import { words } from '../http/read-fields.ts';
import { iso, isoOrNull } from '../shared/clock.ts';
import { type AppError, failure } from '../shared/errors.ts';
import { timeOfId } from '../shared/ids.ts';
import { type FieldProblem, type Problem, problem } from '../shared/reasons/problems.ts';
import { type EventSettings, endpointsIn, type InstanceEndpoint } from './event-settings.ts';

/** Checked in every answer, unlike most times: replays are few. */
const Time = (options: { description?: string } = {}) =>
  Type.String({ ...options, format: 'date-time' });

/** The fields of a replay in answers. */
export const replayFields = {
  id: Type.String({
    format: 'uuid',
    description: 'Id of the replay, which its requests carry in the header x-gatehouse-replay',
  }),
  state: describe(
    '`running`; `paused`: by request, or because the endpoint was disabled; `done`: every event was delivered or discarded; `cancelled`: by request, or because the endpoint is gone',
    words(...REPLAY_STATES),
  ),
  reason: textOrNull('Why the replay was paused or cancelled; null if somebody asked for that'),
  since: Time({ description: 'Start of the time range' }),
  until: Time({ description: 'End of the time range' }),
  types: orNull(
    Type.Array(Type.String()),
    'Types of the events; null for those that the endpoint gets',
  ),
  eventIds: orNull(
    Type.Array(Type.String()),
    'Ids of the events that were asked for; null for every event of the time range',
  ),
  onlyFailed: Type.Boolean({
    description: 'Whether only events that the endpoint missed are sent',
  }),
  ratePerSecond: Type.Integer({ description: 'Maximum number of events a second' }),
  total: Type.Integer({
    description:
      'Number of events that the log has, or had, for the time range and a minute around it',
  }),
  examined: Type.Integer({ description: 'Number of events in the log that were examined so far' }),
  found: Type.Integer({ description: 'Number of examined events to send' }),
  delivered: Type.Integer({ description: 'Number of events that were delivered' }),
  waiting: Type.Integer({
    description: 'Number of events that wait, are being sent or will be retried',
  }),
  discarded: Type.Integer({ description: 'Number of events that were discarded' }),
  missing: Type.Integer({
    description: 'Number of events that were removed from the log before their turn',
  }),
  createdAt: Time({ description: 'When the replay was requested' }),
  updatedAt: Time({ description: 'When the replay last advanced or was changed' }),
  finishedAt: orNull(
    Time(),
    'When the replay was done or cancelled; null while it is not finished',
  ),
};

/** Returns a replay as answers show it, in numbers of events. */
export function replayView(replay: ReplayProgress) {
  const { first, last, cursor, handed, discarded, missing } = replay;
  // Deliveries of one that is over are sent again by request alone, and are not its own any more.
  const waiting = replay.isOpen ? replay.unfinished : 0;
  return {
    id: replay.id,
    endpoint: endpointIdOf(replay.endpoint),
    state: replay.state,
    reason: replay.reason,
    since: iso(replay.since),
    until: iso(replay.until),
    types: replay.types && [...replay.types],
    chat: replay.chat,
    eventIds: replay.eventIds && [...replay.eventIds],
    onlyFailed: replay.onlyFailed,
    ratePerSecond: replay.ratePerSecond,
    total: last - first + 1,
    examined: cursor - first + 1,
    found: handed,
    delivered: handed - discarded - waiting,
    waiting,
    discarded,
    missing,
    createdAt: iso(replay.createdAt),
    updatedAt: iso(replay.updatedAt),
    finishedAt: isoOrNull(replay.finishedAt),
  };
}

/** The descriptions of the fields of a request. */
export const REQUEST_TEXTS = {
  since:
    'Start of the time range, by the creation time of the events; may be left out when these are chosen by their ids',
  until: 'End of the time range; defaults to now, and may not be later',
  types: 'Names of the events to send; defaults to those that the endpoint gets now',
};

/** The fields of a request that both zones check by their schema. */
export const requestFields = {
  eventIds: Type.Optional(
    Type.Array(Type.String({ format: 'uuid', failsWith: problem('not_event_id') }), {
      minItems: 1,
      maxItems: EVENT_IDS_MAX,
      description: `Only these events, by their ids: at most ${EVENT_IDS_MAX}`,
      examples: [['01a1fa97-2109-775b-8df8-e96b45bbbe0f']],
      failsWith: problem('not_event_ids', { max: EVENT_IDS_MAX }),
    }),
  ),
  onlyFailed: Type.Optional(
    Flag({
      description:
        'Whether to send only what the endpoint missed, and leave out events that were delivered to it or wait for it; default false',
    }),
  ),
  ratePerSecond: Type.Optional(
    Whole({
      minimum: 1,
      maximum: RATE_MAX,
      description: `Maximum number of events a second: 1-${RATE_MAX}, default ${RATE_DEFAULT}`,
      examples: [RATE_DEFAULT],
    }),
  ),
};

/** The fields of a request that were given; times are in ms since 1970. */
type RequestFields = Partial<Omit<ReplayRequest, 'endpoint'>>;

/** Returns the request with its defaults. */
export function replayRequest(asked: RequestFields, now: number): Omit<ReplayRequest, 'endpoint'> {
  const eventIds = asked.eventIds?.map((id) => id.toLowerCase()) ?? null;
  const [first, last] = eventIds === null ? [0, now] : timeAround(eventIds);
  return {
    since: asked.since ?? Math.min(now, first),
    until: asked.until ?? Math.min(now, last),
    types: asked.types ?? null,
    chat: asked.chat ?? null,
    eventIds,
    onlyFailed: asked.onlyFailed ?? false,
    ratePerSecond: asked.ratePerSecond ?? RATE_DEFAULT,
  };
}

/** Returns a time in which the events were created: an id is made shortly before or after that. */
function timeAround(eventIds: readonly string[]): [first: number, last: number] {
  const times = eventIds.map(timeOfId);
  return [Math.max(0, Math.min(...times) - CLOCK_SLACK_MS), Math.max(...times) + CLOCK_SLACK_MS];
}

/** Returns whether a request says neither a time nor events. It has the fields as they were sent. */
export const selectsNothing = ({ since, eventIds }: { since?: unknown; eventIds?: unknown }) =>
  since === undefined && eventIds === undefined;

/** Returns what is wrong with the time range of a request. */
export function wrongTimes(
  { since, until }: Pick<ReplayRequest, 'since' | 'until'>,
  now: number,
): FieldProblem[] {
  const found: FieldProblem[] = [];
  if (until > now) found.push({ field: 'until', ...problem('in_the_future') });
  if (since > until) found.push({ field: 'since', ...problem('after_until') });
  return found;
}

/**
 * Returns the failure of a replay that was not begun. `tooOld` makes it of a problem with what selects events that are
 * not stored any more.
 */
export function failureOf(refusal: ReplayRefusal, tooOld: (found: Problem) => AppError): AppError {
  if (refusal.refused === 'too_many') return failure(TOO_MANY[refusal.of], { max: refusal.most });
  if (refusal.refused === 'archive')
    return failure(
      'archive_unusable',
      { problem: refusal.problem },
      { headers: { 'retry-after': '60' } },
    );
  const { oldest } = refusal;
  return tooOld(
    oldest === null
      ? problem('nothing_stored_then')
      : problem('before_oldest_event', { oldest: iso(oldest) }),
  );
}

/** The failure of too many unfinished replays, by whose replays are too many. */
const TOO_MANY = {
  endpoint: 'too_many_replays_of_endpoint',
  share: 'too_many_replays_of_customer',
  stream: 'too_many_replays',
} as const;

/** Returns the share of an endpoint: those of the customer leave the operator half of an instance's replays. */
export function replayShare(
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

/** The documents of both zones say this about starting a replay, after their first sentence. */
export const REPLAY_TEXT = `New events never wait for a replay. It goes on after a restart; its requests carry the header x-gatehouse-replay. An endpoint may have ${REPLAYS_PER_ENDPOINT} that are not over.`;
export const LISTED_TEXT =
  'Returns at most 100 replays; a finished one is kept for as long as deliveries are.';

/** The actions on a replay: the state after each, and the texts about it in the documents of both zones. */
export const REPLAY_ACTIONS = {
  pause: {
    after: 'paused',
    verb: 'Pause',
    done: 'paused',
    description:
      'Sends nothing more of the replay until it is resumed; attempts in progress finish.',
  },
  resume: {
    after: 'running',
    verb: 'Resume',
    done: 'resumed',
    description: 'Continues the replay where it stopped.',
  },
  cancel: {
    after: 'cancelled',
    verb: 'Cancel',
    done: 'cancelled',
    description:
      'Ends the replay and discards the events that it has found and not yet sent. Attempts in progress finish.',
  },
} as const;
