/** Tries a filter or a transform of either zone on kept events, without sending anything. */
import { Type } from '@sinclair/typebox';
import type { Database } from '../db/client.ts';
import type { BodyFields } from '../events/contract/channel.ts';
import type { FilterBudget } from '../events/contract/filter-budget.ts';
import { createEventBodies } from '../events/log/bodies.ts';
import type { LoggedEvent } from '../events/log/events.ts';
import { type KeptResult, type KeptSearch, searchKept } from '../events/log/kept-events.ts';
import { NamedObject } from '../http/named-object.ts';
import { orNull, textOrNull } from '../http/nullable.ts';
import { Time } from '../http/time.ts';
import { CallerTurns } from '../shared/async/caller-turns.ts';
import type { Clock } from '../shared/clock.ts';
import { failure } from '../shared/errors.ts';
import { newId } from '../shared/ids.ts';
import { MASK } from '../shared/mask-url.ts';
import { compileFilter, type Filter } from './filter/filter.ts';
import {
  type BodyReceiver,
  DEFAULT_SHAPE,
  type Format,
  type FormatFacts,
  maskedBody,
  partsFor,
} from './format/formats.ts';
import { transformBy } from './target.ts';
import type { Transform } from './transform/transform.ts';

/** Who would get the bodies, and in which format. */
export interface TrialReceiver {
  /** Null for the default of the deployment. */
  readonly format: Format | null;
  readonly receiver: BodyReceiver;
  readonly facts: FormatFacts;
}

/** The fields of the result of a filter. `eventName` is what the document calls an event in it. */
export const filterTrialFields = (eventName: string) => ({
  lookedAt: Type.Integer({ description: 'Number of events that were looked at' }),
  matched: Type.Integer({ description: 'Number of events that would have been sent' }),
  undecided: Type.Integer({
    description: 'Number of those that the filter could not decide, which are sent',
  }),
  events: Type.Array(
    NamedObject(eventName, {
      id: Type.String({ format: 'uuid' }),
      event: Type.String({ description: 'Type of the event' }),
      sequence: Type.Integer(),
      timestamp: Time(),
    }),
    { description: 'The newest of those that would have been sent' },
  ),
  next: orNull(
    Type.Integer(),
    'Value of `before` for the next call; null if no older event is stored',
  ),
});

/** The fields of the result of a transform. */
export const transformTrialFields = {
  body: textOrNull('Body that would be sent; null if no body can be made'),
  contentType: textOrNull('Media type of the body'),
  problem: textOrNull('Why no body can be made, in the words of a failed attempt'),
  event: Type.String({ description: 'Type of the event' }),
  sequence: orNull(Type.Integer(), 'Sequence of the event; null for a sample'),
};

/** The filter of a trial without a filter: it matches every event. */
export const MATCHES_ALL: Filter = { event: { $exists: true } };

type Reading = Pick<Database, 'query'>;

/** Returns the turns of all trials of a zone, of which each stream has one at a time. */
export const trialTurns = (clock: Pick<Clock, 'after'>): CallerTurns =>
  new CallerTurns(clock, (why) =>
    failure('trials_busy', { why }, { headers: { 'retry-after': '5' } }),
  );

/** The parts of a zone and a request that a trial needs. */
export interface TrialCall {
  readonly db: Reading;
  readonly trials: CallerTurns;
  /** Ends the trial: the caller has gone. */
  readonly signal: AbortSignal;
}

/** `filter` has been compiled before. */
export function tryFilter(
  { db, trials, signal }: TrialCall,
  { format, receiver, facts }: TrialReceiver,
  filter: Filter,
  search: KeptSearch,
): Promise<KeptResult> {
  const compiled = compileFilter(filter);
  const bodyOf = maskedBody({ format }, receiver, facts);
  const fits = (event: BodyFields, budget: FilterBudget) => {
    const body = bodyOf(event);
    return body !== null && 'test' in compiled && compiled.test(body, budget);
  };
  return trials.run(search.streamId, signal, () => searchKept(db, search, fits, signal));
}

interface TriedTransform {
  /** Null if no body can be made. */
  readonly body: string | null;
  readonly contentType: string | null;
  /** The reason for a missing body, or null. */
  readonly problem: string | null;
}

/** The event that a transform is tried on, and whose it is. */
interface TransformTrial {
  readonly streamId: string;
  /** The stored event; null if no such event is stored. */
  readonly kept: LoggedEvent | null;
  /** Whether the caller has named it by its id, so that no other event will do. */
  readonly isNamed: boolean;
  /** The type of a sample in place of a stored event, and its body. */
  readonly sampled: string;
  sampleOf(eventId: string): string;
}

/**
 * Returns the body that would be sent of an event, without its file and with the key of the instance masked. Throws 404
 * if no stored event has the id.
 */
export async function tryTransform(
  { db, trials, signal }: TrialCall,
  receiver: TrialReceiver,
  transform: Transform | null,
  { streamId, kept, isNamed, sampled, sampleOf }: TransformTrial,
) {
  if (kept === null && isNamed) throw failure('event_not_found');
  const event = kept ?? { body: sampleOf(newId()), mediaId: null };
  const tried = await trials.run(streamId, signal, () =>
    transformed(db, receiver, transform, event),
  );
  return { ...tried, event: kept?.type ?? sampled, sequence: kept?.sequence ?? null };
}

async function transformed(
  db: Reading,
  { format, receiver, facts }: TrialReceiver,
  transform: Transform | null,
  event: Pick<LoggedEvent, 'body' | 'mediaId'>,
): Promise<TriedTransform> {
  const masked: FormatFacts = {
    ...facts,
    keyOf: (id) => (facts.keyOf(id) === null ? null : MASK),
  };
  const shape = { ...DEFAULT_SHAPE, format, instanceToken: MASK };
  const stored = await createEventBodies(db).with(event, false);
  const parts = partsFor(shape, receiver, masked);
  const omitted = parts.reasonToSkip?.(stored) ?? null;
  if (omitted !== null) return { body: null, contentType: null, problem: omitted };
  const shaped = parts.reshape?.(stored).body ?? stored;
  if (transform === null) return { body: shaped, contentType: 'application/json', problem: null };
  const made = transformBy(transform, parts)(shaped, stored);
  return 'problem' in made
    ? { body: null, contentType: null, problem: made.problem }
    : { ...made, problem: null };
}
