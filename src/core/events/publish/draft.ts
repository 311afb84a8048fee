/** Builds events of instances and accounts up to the point where their sequence is known. */
import type { Statement } from '../../db/client.ts';
import { iso } from '../../shared/clock.ts';
import { newId } from '../../shared/ids.ts';
import {
  type CatalogEvent,
  chatOf,
  duplicatedType,
  MEDIA_BYTES_MAX,
  mediaMarker,
  type Stream,
} from '../contract/catalog.ts';
import type { BodyFields, Target } from '../contract/channel.ts';
import { FilterBudget } from '../contract/filter-budget.ts';
import { type Destinations, isGone } from '../contract/routing.ts';
import type { MessageData } from '../types/message-data.ts';

/** A change of an account's record, which is published in the commit that makes it. */
export interface RecordEvent {
  /** In the form `<record>.<what happened>`. */
  readonly type: string;
  /** First attempts of events with the same order run one after the other. */
  readonly order: string;
  /** The record before the change as answers show it; null if it did not exist. */
  readonly previous: object | null;
  /** The record after the change. A Statement is an SQL expression that gives its JSON in the commit. */
  readonly current: object | Statement | null;
  /**
   * The fields that such a record is known to have before the commit, for filters; absent if `current` is not a
   * Statement.
   */
  readonly known?: object;
  /** The endpoint that does not get it. */
  readonly exceptEndpoint?: string;
}

export interface Draft {
  readonly id: string;
  readonly type: string;
  /** The order of first attempts; null means in order with the whole stream. */
  readonly chat: string | null;
  /** The type of events that say the same to endpoints with Evolution API's format, which then skip this event; or null. */
  readonly duplicatesType: string | null;
  /** The body before and after its sequence. */
  readonly before: string;
  readonly after: string;
  /** Returns the body as filters see it, without its sequence. Few endpoints have a filter, so it is made only for them. */
  readonly fields: () => BodyFields;
  /** An endpoint that must not get the event, since the event is about it; or null. */
  readonly exceptEndpoint: string | null;
  /** An SQL expression for the text that follows `after`, if only the commit can compute it. */
  readonly bodyTailSql: Statement | null;
  readonly media: Pick<PreparedMedia, 'mediaId' | 'statements' | 'bytes'>;
  /** When the secret in the body must be wiped, in ms of the steady clock; null for a body without a secret. */
  readonly secretUntil: number | null;
  readonly createdAt: number;
}

/** The body is `{id, event, instanceId, instanceName, sequence, timestamp, state?, data}`. */
export function draftInstanceEvent(
  stream: Stream,
  event: CatalogEvent,
  wantsMedia: (fields: () => BodyFields) => boolean,
  createdAt: number,
): Draft {
  const id = newId();
  const head = { id, event: event.type, instanceId: stream.id, instanceName: stream.name };
  const timestamp = iso(createdAt);
  const fieldsWith = (data: unknown) => ({ ...head, timestamp, state: event.state, data });
  const media = prepareMedia(event, () => wantsMedia(() => fieldsWith(event.data)), createdAt);
  const state = event.state === undefined ? '' : `,"state":${JSON.stringify(event.state)}`;
  const data = JSON.stringify(media.data);
  return {
    id,
    type: event.type,
    chat: chatOf(event),
    duplicatesType: duplicatedType(event),
    exceptEndpoint: event.exceptEndpoint ?? null,
    fields: () => fieldsWith(media.mediaId === null ? media.data : event.data),
    before: headOf(head),
    after: `,"timestamp":"${timestamp}"${state},"data":${data}}`,
    bodyTailSql: null,
    media,
    secretUntil: event.secretUntil ?? null,
    createdAt,
  };
}

/** The body is `{id, event, accountId, sequence, timestamp, data: {previous, current}}`. */
export function draftRecordEvent(accountId: string, event: RecordEvent, createdAt: number): Draft {
  const { type, order, previous, current } = event;
  const id = newId();
  const head = { id, event: type, accountId };
  const timestamp = iso(createdAt);
  const after = `,"timestamp":"${timestamp}","data":{"previous":${JSON.stringify(previous)},"current":`;
  const isExpression = current !== null && 'sql' in current && 'params' in current;
  return {
    id,
    type,
    chat: order,
    duplicatesType: null,
    exceptEndpoint: event.exceptEndpoint ?? null,
    fields: () => ({
      ...head,
      timestamp,
      data: { previous, current: isExpression ? event.known : current },
    }),
    before: headOf(head),
    after: isExpression ? after : `${after}${JSON.stringify(current)}}}`,
    // The cast is safe: only a Statement has both fields.
    bodyTailSql: isExpression ? withClosingBraces(current as Statement) : null,
    media: NO_MEDIA,
    secretUntil: null,
    createdAt,
  };
}

const headOf = (head: Record<string, string>): string =>
  `${JSON.stringify(head).slice(0, -1)},"sequence":`;

const withClosingBraces = ({ sql, params }: Statement): Statement => ({
  sql: `(${sql}) || '}}'`,
  params,
});

/**
 * Media is stored once for each event, and the body has a marker in its place, so that bodies stay small until they are
 * sent.
 */
interface PreparedMedia {
  readonly mediaId: string | null;
  readonly statements: readonly Statement[];
  readonly bytes: number;
  /** The payload to store: with a marker, with `mediaError`, or unchanged. */
  readonly data: unknown;
}

export const INSERT_MEDIA =
  'insert into media (id, mimetype, bytes, created_at) values (?, ?, ?, ?)';

const NOTHING: readonly Statement[] = [];
/** Used for events without media. */
const NO_MEDIA = { mediaId: null, statements: NOTHING, bytes: 0 } as const;

/** `isWanted` says whether a destination takes media inside the body. */
function prepareMedia(event: CatalogEvent, isWanted: () => boolean, now: number): PreparedMedia {
  const asItIs = { mediaId: null, statements: NOTHING, bytes: 0, data: event.data };
  if (event.type !== 'Message' || event.media === undefined) return asItIs;
  const { media, data } = event;
  if ('error' in media) return { ...asItIs, data: withField(data, { mediaError: media.error }) };
  if ('mediaUrl' in media) return { ...asItIs, data: withField(data, media) };
  if (!isWanted()) return asItIs;
  if (media.bytes.byteLength > MEDIA_BYTES_MAX) {
    const mediaError = `the media has ${media.bytes.byteLength} bytes, more than ${MEDIA_BYTES_MAX}`;
    return { ...asItIs, data: withField(data, { mediaError }) };
  }
  const mediaId = newId();
  return {
    mediaId,
    statements: [{ sql: INSERT_MEDIA, params: [mediaId, media.mimetype, media.bytes, now] }],
    bytes: media.bytes.byteLength,
    data: withField(data, { base64: mediaMarker(mediaId) }),
  };
}

const withField = (data: MessageData, field: Partial<MessageData['Message']>): MessageData => ({
  ...data,
  Message: { ...data.Message, ...field },
});

/** An endpoint that gets an event, and where it is at this moment. */
export interface Receiver {
  readonly endpoint: string;
  readonly target: Target;
}

interface Receivers {
  readonly receivers: readonly Receiver[];
  /** Endpoints that want its type, but not this event. */
  readonly filtered: readonly string[];
}

/** Returns the endpoints that get an event at this moment, and those that it was kept from. */
export function receiversOf(
  destinations: Destinations,
  streamId: string,
  { type, duplicatesType, exceptEndpoint, fields }: Draft,
  sequence: number,
): Receivers {
  const receivers: Receiver[] = [];
  const filtered: string[] = [];
  const endpoints = destinations.of(streamId, type, duplicatesType);
  let budget: FilterBudget | null = null;
  for (const endpoint of endpoints) {
    const target = destinations.target(streamId, endpoint);
    if (endpoint === exceptEndpoint || isGone(target)) continue;
    if (target.wants !== undefined) {
      budget ??= new FilterBudget(endpoints.length);
      if (!target.wants({ ...fields(), sequence }, budget.next())) {
        filtered.push(endpoint);
        continue;
      }
    }
    receivers.push({ endpoint, target });
  }
  return { receivers, filtered };
}

/** Returns whether a receiver of the event gets the bytes of its media. */
export function wantsMedia(
  destinations: Destinations,
  streamId: string,
  { type }: CatalogEvent,
  fields: () => BodyFields,
): boolean {
  const endpoints = destinations.of(streamId, type);
  const budget = new FilterBudget(endpoints.length);
  return endpoints.some((endpoint) => {
    const target = destinations.target(streamId, endpoint);
    return (
      !isGone(target) && target.base64 === true && (target.wants?.(fields(), budget.next()) ?? true)
    );
  });
}
