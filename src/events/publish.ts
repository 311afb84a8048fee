/**
 * The only way in for an event. Owns: its id, its body, and that it and its deliveries are written as one.
 * Must never: send; what was committed is handed to the scheduler, which does.
 */
import { faultOf, type Row, type Statement } from '../db/client.ts';
import type { Clock } from '../shared/clock.ts';
import { iso } from '../shared/clock.ts';
import { newId } from '../shared/ids.ts';
import { type CatalogEvent, chatOf } from './catalog.ts';
import type { Stream } from './engine.ts';
import type { EventType } from './event-types.ts';
import type { GroupCommit, Write } from './group-commit.ts';
import type { Delivery } from './lane.ts';
import { type PreparedMedia, prepareMedia } from './media.ts';
import { attemptLimitOf, type RetryRules } from './retry-policy.ts';
import { type Destinations, isGone } from './routing.ts';
import type { Sequences, Turn } from './sequences.ts';

/** What publishing needs of the scheduler. */
export interface Handover {
  /** False: the lane is full, and the row must wait in the table. */
  admits(streamId: string, endpoint: string): boolean;
  /** Committed and leased to this process. */
  accept(delivery: Delivery): void;
  /** Committed as waiting, because the lane did not admit it. */
  overflowed(streamId: string, endpoint: string): void;
}

/** An event that is on disk, its body as stored: media is still a marker. */
export interface CommittedEvent {
  readonly streamId: string;
  readonly sequence: number;
  readonly type: EventType;
  readonly body: string;
  readonly mediaId: string | null;
}

export interface PublishDeps {
  readonly clock: Clock;
  readonly commits: GroupCommit;
  readonly sequences: Sequences;
  readonly destinations: Destinations;
  readonly handover: Handover;
  readonly rules: RetryRules;
  readonly processId: string;
  readonly mediaInBodies: boolean;
  /** Called when a body with a secret is on disk, with the moment from which it must be wiped. */
  readonly secretStored: (streamId: string, until: number) => void;
  /** Told of every event once it is on disk, each stream's in order; must be quick and never throw. */
  readonly onCommitted?: (event: CommittedEvent) => void;
}

/** Events written in one go: as many as a transaction should hold. */
const EVENTS_PER_WRITE = 200;

/** Bodies above this are read from the event log when they are sent. */
const BODY_IN_MEMORY_MAX = 64 * 1024;

const INSERT_EVENT = `insert into events
  (stream_id, sequence, id, type, chat, body, media_id, secret_until, created_at)
  values (?, ?, ?, ?, ?, ?, ?, ?, ?)`;

const INSERT_DELIVERY = `insert into deliveries
  (id, stream_id, sequence, endpoint, event_id, type, target, state, attempt_count, attempt_limit,
   next_attempt_at, owner, created_at, updated_at)
  values (?, ?, ?, ?, ?, ?, ?, ?, 0, ?, ?, ?, ?, ?)`;

export function createPublish(deps: PublishDeps) {
  const { clock, commits, sequences } = deps;

  async function write(stream: Stream, drafts: readonly Draft[]): Promise<void> {
    await sequences.ensure(stream.id);
    const parts: Promise<void>[] = [];
    for (let from = 0; from < drafts.length; from += EVENTS_PER_WRITE) {
      const part = drafts.slice(from, from + EVENTS_PER_WRITE);
      parts.push(
        new Promise((done, failed) =>
          commits.submit(new Publication(deps, stream, part, done, failed)),
        ),
      );
    }
    await Promise.all(parts);
  }

  return async (stream: Stream, events: readonly CatalogEvent[]): Promise<void> => {
    const now = clock.now();
    const drafts = events.map((event) => draft(deps, stream, event, now));
    try {
      await write(stream, drafts);
    } catch (error) {
      // On a shared database server another process may have counted on: look again, once.
      if (faultOf(error) !== 'unique' || drafts.length > EVENTS_PER_WRITE) throw error;
      sequences.forget(stream.id);
      await write(stream, drafts);
    }
  };
}

/** An event as far as it can be made before its number is known. */
interface Draft {
  readonly id: string;
  readonly event: CatalogEvent;
  readonly chat: string | null;
  /** The body up to and after its sequence. */
  readonly before: string;
  readonly after: string;
  readonly media: PreparedMedia;
  readonly createdAt: number;
}

function draft(deps: PublishDeps, stream: Stream, event: CatalogEvent, createdAt: number): Draft {
  const id = newId();
  const media = prepareMedia(event, wantsMedia(deps, stream.id, event), createdAt);
  const head = { id, event: event.type, instanceId: stream.id, instanceName: stream.name };
  const state = event.state === undefined ? '' : `,"state":${JSON.stringify(event.state)}`;
  return {
    id,
    event,
    chat: chatOf(event),
    before: `${JSON.stringify(head).slice(0, -1)},"sequence":`,
    after: `,"timestamp":"${iso(createdAt)}"${state},"data":${JSON.stringify(media.data)}}`,
    media,
    createdAt,
  };
}

function wantsMedia(deps: PublishDeps, streamId: string, event: CatalogEvent): boolean {
  if (deps.mediaInBodies) return true;
  return deps.destinations.of(streamId, event.type).some((endpoint) => {
    const target = deps.destinations.target(streamId, endpoint);
    return !isGone(target) && target.base64 === true;
  });
}

class Publication implements Write {
  readonly mustHappen = false;
  readonly rows: number;
  readonly bytes: number;
  readonly #deps: PublishDeps;
  readonly #stream: Stream;
  readonly #drafts: readonly Draft[];
  readonly #done: () => void;
  readonly failed: (error: unknown) => void;
  /** What to do for each delivery once the commit is through. */
  #then: (() => void)[] = [];

  constructor(
    deps: PublishDeps,
    stream: Stream,
    drafts: readonly Draft[],
    done: () => void,
    failed: (error: unknown) => void,
  ) {
    this.#deps = deps;
    this.#stream = stream;
    this.#drafts = drafts;
    this.#done = done;
    this.failed = failed;
    // An event and, as a rule, one or two deliveries.
    this.rows = drafts.length * 3;
    this.bytes = drafts.reduce(
      (sum, d) => sum + d.after.length + d.before.length + d.media.bytes,
      0,
    );
  }

  statements(turn: Turn): Statement[] {
    this.#then = [];
    const statements: Statement[] = [];
    for (const one of this.#drafts) this.#add(one, turn.next(this.#stream.id), statements);
    return statements;
  }

  committed(_rows: Row[][]): void {
    for (const act of this.#then) act();
    this.#done();
  }

  #add(one: Draft, sequence: number, statements: Statement[]): void {
    const { id, event, chat, media, createdAt } = one;
    const body = `${one.before}${sequence}${one.after}`;
    const until = event.secretUntil ?? null;
    statements.push(...media.statements, {
      sql: INSERT_EVENT,
      params: [
        this.#stream.id,
        sequence,
        id,
        event.type,
        chat,
        body,
        media.mediaId,
        until,
        createdAt,
      ],
    });
    if (until !== null) this.#then.push(() => this.#deps.secretStored(this.#stream.id, until));
    const { onCommitted } = this.#deps;
    if (onCommitted) {
      const { mediaId } = media;
      const told = { streamId: this.#stream.id, sequence, type: event.type, body, mediaId };
      this.#then.push(() => onCommitted(told));
    }
    const isSmall = media.mediaId === null && until === null && body.length <= BODY_IN_MEMORY_MAX;
    for (const endpoint of this.#deps.destinations.of(this.#stream.id, event.type)) {
      this.#deliver(one, sequence, endpoint, isSmall ? body : null, statements);
    }
  }

  #deliver(
    one: Draft,
    sequence: number,
    endpoint: string,
    body: string | null,
    statements: Statement[],
  ): void {
    const { clock, destinations, handover, processId, rules } = this.#deps;
    const target = destinations.target(this.#stream.id, endpoint);
    if (isGone(target)) return;
    const delivery: Delivery = {
      id: newId(),
      streamId: this.#stream.id,
      endpoint,
      eventId: one.id,
      type: one.event.type,
      sequence,
      chat: one.chat,
      attemptCount: 0,
      attemptLimit: attemptLimitOf(endpoint, rules),
      body,
    };
    const admitted = handover.admits(delivery.streamId, endpoint);
    statements.push({
      sql: INSERT_DELIVERY,
      params: [
        delivery.id,
        delivery.streamId,
        sequence,
        endpoint,
        one.id,
        delivery.type,
        target.shown,
        admitted ? 'sending' : 'waiting',
        delivery.attemptLimit,
        admitted ? null : clock.steady(),
        admitted ? processId : null,
        one.createdAt,
        one.createdAt,
      ],
    });
    this.#then.push(() =>
      admitted ? handover.accept(delivery) : handover.overflowed(delivery.streamId, endpoint),
    );
  }
}
