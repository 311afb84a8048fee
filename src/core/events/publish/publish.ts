/** Publishes events in the order of the calls: each is written with its deliveries, which then go to the scheduler. */
import type { Row, Statement, Value } from '../../db/client.ts';
import { bytesOf } from '../../db/parameters.ts';
import { createCallOrder } from '../../shared/async/caller-turns.ts';
import type { Clock } from '../../shared/clock.ts';
import { newId } from '../../shared/ids.ts';
import { presentTrace } from '../../shared/tracing.ts';
import { callApart } from '../../shared/unhandled-faults.ts';
import type { CatalogEvent, Stream } from '../contract/catalog.ts';
import { BODY_IN_MEMORY_MAX, type Delivery, type DeliveryHandoff } from '../contract/channel.ts';
import type { Destinations } from '../contract/routing.ts';
import {
  type Draft,
  draftInstanceEvent,
  draftRecordEvent,
  INSERT_MEDIA,
  type Receiver,
  type RecordEvent,
  receiversOf,
  wantsMedia,
} from './draft.ts';
import type { GroupCommit } from './group-commit.ts';
import { forMany, type JoinableStatements } from './joined-statements.ts';
import { fence, type Grant, noteWaiting, notOwned, type Ownership } from './ownership.ts';
import type { SequenceBatch, Sequences } from './sequences.ts';
import { DELIVERY_BYTES, type QueuedWrite, storedBytesOf } from './write.ts';

export interface Publisher {
  /**
   * Publishes events of an instance. Resolves once they and their deliveries are on disk, in the order given. Rejects
   * with a DatabaseError when they could not be written; then none of them was, but of more than 200 without a
   * `change` some may be. `change` is written before them, in the same commit as all of them.
   */
  publish(
    stream: Stream,
    events: readonly CatalogEvent[],
    change?: readonly Statement[],
  ): Promise<void>;
  /**
   * Writes a change of an account together with its events. Resolves when both are on disk, with the rows that each
   * statement of the change returned. Rejects with a DatabaseError when any of it could not be written; then none of it
   * was.
   */
  publishChange(
    accountId: string,
    change: readonly Statement[],
    events: readonly RecordEvent[],
  ): Promise<Row[][]>;
}

/** An instance's event that is on disk; media in its body is still a marker. */
export interface CommittedEvent {
  readonly streamId: string;
  readonly sequence: number;
  readonly type: string;
  readonly body: string;
  readonly mediaId: string | null;
}

interface PublishDeps {
  readonly clock: Clock;
  readonly commits: GroupCommit;
  readonly sequences: Sequences;
  readonly destinations: Destinations;
  readonly handoff: DeliveryHandoff;
  readonly ownership: Ownership;
  readonly mediaInBodies: boolean;
  /** Called when a body with a secret is on disk, with the time at which it must be wiped. */
  readonly secretStored: (streamId: string, until: number) => void;
  /** Called with every event once it is on disk, in the order of each stream. Must be quick and never throw. */
  readonly onCommitted?: (event: CommittedEvent) => void;
  /** Called for each endpoint that an event was kept from by its filter, once the event is on disk. */
  readonly onFilter: (streamId: string, endpoint: string) => void;
  /** Called with the approximate number of bytes written for an instance; absent if they are not counted. */
  readonly stored?: ((streamId: string, bytes: number) => void) | undefined;
}

/** How many events without a change one transaction takes. */
const EVENTS_PER_WRITE = 200;

export function createPublisher(deps: PublishDeps): Publisher {
  const { clock, commits, sequences, destinations, mediaInBodies } = deps;

  const submit = (published: PublishRequest) =>
    new Promise<Row[][]>((done, failed) =>
      commits.submit(new EventWrite(deps, published, done, failed)),
    );

  function write(published: PublishRequest): Promise<unknown> {
    const { change, drafts } = published;
    if (change.length > 0 || drafts.length <= EVENTS_PER_WRITE) return submit(published);
    const parts: Promise<unknown>[] = [];
    for (let from = 0; from < drafts.length; from += EVENTS_PER_WRITE)
      parts.push(submit({ ...published, drafts: drafts.slice(from, from + EVENTS_PER_WRITE) }));
    return Promise.all(parts);
  }

  const order = createCallOrder();
  /** Later calls must not overtake those that still wait for the stream's count. */
  const inOrder = <T>(streamId: string, isByOwnerOnly: boolean, go: () => Promise<T>) =>
    order.run(streamId, sequences.ensure(streamId, isByOwnerOnly), go);

  return {
    async publish(stream, events, change = []) {
      if (events.length === 0 && change.length === 0) return;
      const now = clock.now();
      const traceparent = presentTrace();
      const drafts = events.map((event) =>
        draftInstanceEvent(
          stream,
          event,
          (fields) => mediaInBodies || wantsMedia(destinations, stream.id, event, fields),
          now,
        ),
      );
      const published = { streamId: stream.id, change, drafts, isByOwnerOnly: true, traceparent };
      await inOrder(stream.id, true, () => write(published));
    },
    async publishChange(accountId, change, events) {
      const now = clock.now();
      const traceparent = presentTrace();
      const drafts = events.map((event) => draftRecordEvent(accountId, event, now));
      const published = { streamId: accountId, change, drafts, isByOwnerOnly: false, traceparent };
      return inOrder(accountId, false, () => submit(published));
    },
  };
}

const insertEvent = (body: string) => `insert into events
  (stream_id, sequence, id, type, chat, body, media_id, secret_until, created_at, traceparent)
  values (?, ?, ?, ?, ?, ${body}, ?, ?, ?, ?)`;
const INSERT_EVENT = insertEvent('?');

const INSERT_DELIVERY = `insert into deliveries
  (id, stream_id, sequence, endpoint, event_id, type, target, state, attempt_count, next_attempt_at,
   holder, created_at, updated_at)
  values (?, ?, ?, ?, ?, ?, ?, ?, 0, ?, ?, ?, ?)`;

/** The statements of a publish besides its change, for `joinStatements`. */
export const JOINABLE_INSERTS: JoinableStatements = new Map([
  // JSON cannot contain bytes.
  [INSERT_MEDIA, null],
  [INSERT_EVENT, forMany(INSERT_EVENT)],
  [INSERT_DELIVERY, forMany(INSERT_DELIVERY)],
]);

interface PublishRequest {
  readonly streamId: string;
  /** The change that the events report, if it is written with them. */
  readonly change: readonly Statement[];
  readonly drafts: readonly Draft[];
  /** If false, any process may write it, and the owner sends. */
  readonly isByOwnerOnly: boolean;
  /** The span in which it is published; null if it is not traced. */
  readonly traceparent: string | null;
}

class EventWrite implements QueuedWrite {
  readonly mustSucceed = false;
  readonly rows: number;
  readonly bytes: number;
  readonly #deps: PublishDeps;
  readonly #published: PublishRequest;
  readonly #changeBytes: number;
  readonly #done: (rows: Row[][]) => void;
  readonly onFailed: (error: unknown) => void;
  /** Runs for each delivery after the commit. */
  #then: (() => void)[] = [];
  /** The grant at the last try; null if this process may not send what it writes. */
  #grant: Grant | null = null;

  constructor(
    deps: PublishDeps,
    published: PublishRequest,
    done: (rows: Row[][]) => void,
    failed: (error: unknown) => void,
  ) {
    const { change, drafts } = published;
    this.#deps = deps;
    this.#published = published;
    this.#done = done;
    this.onFailed = failed;
    // Most events have one or two deliveries.
    this.rows = change.length + drafts.length * 3;
    this.#changeBytes = bytesOf(change);
    this.bytes =
      this.#changeBytes +
      drafts.reduce((sum, d) => sum + d.after.length + d.before.length + d.media.bytes, 0);
  }

  statements(turn: SequenceBatch): Statement[] {
    const { streamId, change, drafts, isByOwnerOnly } = this.#published;
    this.#grant = this.#deps.ownership.grantOf(streamId);
    if (isByOwnerOnly && this.#grant === null) throw notOwned();
    const count = () => this.#deps.stored?.(streamId, storedBytesOf(change));
    this.#then = change.length > 0 ? [count] : [];
    const statements = [...change];
    for (const one of drafts) this.#add(one, turn.next(streamId), statements);
    // Events check with their numbers that the stream is still this process's.
    if (isByOwnerOnly && drafts.length === 0)
      statements.push(...fence(this.#deps.ownership, streamId));
    if (this.#grant === null) statements.push(noteWaiting(streamId));
    return statements;
  }

  onCommitted(rows: Row[][]): void {
    // It is on disk, so its caller gets an answer whatever becomes of it in the other parts.
    for (const act of this.#then) callApart(act);
    callApart(() => this.#deps.handoff.pump());
    this.#done(rows.slice(0, this.#published.change.length));
  }

  onCommittedWithoutRows(): void {
    this.onCommitted(this.#published.change.map(() => []));
  }

  #add(one: Draft, sequence: number, statements: Statement[]): void {
    const { streamId, traceparent } = this.#published;
    const { id, type, chat, bodyTailSql, media, secretUntil: until, createdAt } = one;
    const body = `${one.before}${sequence}${one.after}`;
    const sql = bodyTailSql === null ? INSERT_EVENT : insertEvent(`? || ${bodyTailSql.sql}`);
    const params: Value[] = [streamId, sequence, id, type, chat, body];
    if (bodyTailSql !== null) params.push(...bodyTailSql.params);
    params.push(media.mediaId, until, createdAt, traceparent);
    statements.push(...media.statements, { sql, params });
    if (until !== null) this.#then.push(() => this.#deps.secretStored(streamId, until));
    const { onCommitted, stored, destinations } = this.#deps;
    const { receivers, filtered } = receiversOf(destinations, streamId, one, sequence);
    for (const endpoint of filtered) this.#then.push(() => this.#deps.onFilter(streamId, endpoint));
    const beside = media.bytes + receivers.length * DELIVERY_BYTES;
    if (stored && bodyTailSql === null)
      this.#then.push(() => stored(streamId, Buffer.byteLength(body) + beside));
    if (onCommitted && bodyTailSql === null) {
      const event = { streamId, sequence, type, body, mediaId: media.mediaId };
      this.#then.push(() => onCommitted(event));
    }
    const isKnown = media.mediaId === null && until === null && bodyTailSql === null;
    const sized = {
      body: isKnown && body.length <= BODY_IN_MEMORY_MAX ? body : null,
      // `bodyTailSql` is the record after the change: at most its size before plus what the change writes.
      bodyBytes: bodyTailSql === null ? body.length : body.length * 2 + this.#changeBytes,
      mediaBytes: media.bytes,
    };
    for (const receiver of receivers) this.#deliver(one, sequence, receiver, sized, statements);
  }

  #deliver(
    one: Draft,
    sequence: number,
    { endpoint, target }: Receiver,
    sized: Pick<Delivery, 'body' | 'bodyBytes' | 'mediaBytes'>,
    statements: Statement[],
  ): void {
    const { clock, handoff } = this.#deps;
    const { streamId, traceparent } = this.#published;
    const delivery: Delivery = {
      id: newId(),
      streamId,
      endpoint,
      eventId: one.id,
      type: one.type,
      createdAt: one.createdAt,
      sequence,
      chat: one.chat,
      attemptCount: 0,
      roundFrom: 0,
      body: sized.body,
      bodyBytes: sized.bodyBytes,
      mediaBytes: sized.mediaBytes,
      traceparent,
      holder: this.#grant?.holder ?? '',
    };
    const admitted = this.#grant !== null && handoff.maySkipTable(streamId, endpoint);
    statements.push({
      sql: INSERT_DELIVERY,
      params: [
        delivery.id,
        streamId,
        sequence,
        endpoint,
        one.id,
        delivery.type,
        target.maskedAddress,
        admitted ? 'sending' : 'waiting',
        admitted ? null : clock.steady(),
        admitted ? delivery.holder : null,
        one.createdAt,
        one.createdAt,
      ],
    });
    this.#then.push(() =>
      admitted ? handoff.accept(delivery, target) : handoff.recordOverflow(streamId, endpoint),
    );
  }
}
