/**
 * The only way in for an event. Owns: its id, its body, and that it and its deliveries are written as one.
 * Must never: send; what was committed is handed to the scheduler, which does.
 */
import { faultOf, type Row, type Statement } from '../db/client.ts';
import type { Clock } from '../shared/clock.ts';
import { messageOf } from '../shared/errors.ts';
import { newId } from '../shared/ids.ts';
import type { CatalogEvent } from './catalog.ts';
import { type Draft, draftOfInstance, draftOfRecord } from './draft.ts';
import type { Engine, Stream } from './engine.ts';
import type { GroupCommit, Write } from './group-commit.ts';
import type { Delivery } from './lane.ts';
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
}

/** Events written in one go: as many as a transaction should hold. */
const EVENTS_PER_WRITE = 200;

/** Bodies above this are read from the event log when they are sent. */
const BODY_IN_MEMORY_MAX = 64 * 1024;

const insertEvent = (body: string) => `insert into events
  (stream_id, sequence, id, type, chat, body, media_id, secret_until, created_at)
  values (?, ?, ?, ?, ?, ${body}, ?, ?, ?)`;
const INSERT_EVENT = insertEvent('?');

const INSERT_DELIVERY = `insert into deliveries
  (id, stream_id, sequence, endpoint, event_id, type, target, state, attempt_count, attempt_limit,
   next_attempt_at, owner, created_at, updated_at)
  values (?, ?, ?, ?, ?, ?, ?, ?, 0, ?, ?, ?, ?, ?)`;

export function createPublish(deps: PublishDeps): Pick<Engine, 'publish' | 'publishChange'> {
  const { clock, commits, sequences } = deps;

  const submit = (streamId: string, change: readonly Statement[], drafts: readonly Draft[]) =>
    new Promise<Row[][]>((done, failed) =>
      commits.submit(new Publication(deps, { streamId, change, drafts }, done, failed)),
    );

  async function write(streamId: string, drafts: readonly Draft[]): Promise<void> {
    const parts: Promise<Row[][]>[] = [];
    for (let from = 0; from < drafts.length; from += EVENTS_PER_WRITE) {
      parts.push(submit(streamId, [], drafts.slice(from, from + EVENTS_PER_WRITE)));
    }
    await Promise.all(parts);
  }

  async function counted<T>(streamId: string, isOneWrite: boolean, run: () => Promise<T>) {
    await sequences.ensure(streamId);
    try {
      return await run();
    } catch (error) {
      if (!isNumberTaken(error) || !isOneWrite) throw error;
      await sequences.recount(streamId);
      return run();
    }
  }

  return {
    async publish(stream: Stream, events: readonly CatalogEvent[]) {
      const now = clock.now();
      const drafts = events.map((event) =>
        draftOfInstance(stream, event, wantsMedia(deps, stream.id, event), now),
      );
      const isOneWrite = drafts.length <= EVENTS_PER_WRITE;
      await counted(stream.id, isOneWrite, () => write(stream.id, drafts));
    },
    async publishChange(accountId, change, events) {
      const now = clock.now();
      const drafts = events.map((event) => draftOfRecord(accountId, event, now));
      return counted(accountId, true, () => submit(accountId, change, drafts));
    },
  };
}

/** On a shared database server another process may have counted on: it is worth another look, once. */
const isNumberTaken = (error: unknown): boolean =>
  faultOf(error) === 'unique' && messageOf(error).includes('events.sequence');

function wantsMedia(deps: PublishDeps, streamId: string, event: CatalogEvent): boolean {
  if (deps.mediaInBodies) return true;
  return deps.destinations.of(streamId, event.type).some((endpoint) => {
    const target = deps.destinations.target(streamId, endpoint);
    return !isGone(target) && target.base64 === true;
  });
}

interface Published {
  readonly streamId: string;
  /** What the events tell of, when it is written with them. */
  readonly change: readonly Statement[];
  readonly drafts: readonly Draft[];
}

class Publication implements Write {
  readonly mustHappen = false;
  readonly rows: number;
  readonly bytes: number;
  readonly #deps: PublishDeps;
  readonly #published: Published;
  readonly #done: (rows: Row[][]) => void;
  readonly failed: (error: unknown) => void;
  /** What to do for each delivery once the commit is through. */
  #then: (() => void)[] = [];

  constructor(
    deps: PublishDeps,
    published: Published,
    done: (rows: Row[][]) => void,
    failed: (error: unknown) => void,
  ) {
    const { change, drafts } = published;
    this.#deps = deps;
    this.#published = published;
    this.#done = done;
    this.failed = failed;
    // An event and, as a rule, one or two deliveries.
    this.rows = change.length + drafts.length * 3;
    this.bytes =
      change.reduce((sum, statement) => sum + textLength(statement), 0) +
      drafts.reduce((sum, d) => sum + d.after.length + d.before.length + d.media.bytes, 0);
  }

  statements(turn: Turn): Statement[] {
    const { streamId, change, drafts } = this.#published;
    this.#then = [];
    const statements = [...change];
    for (const one of drafts) this.#add(one, turn.next(streamId), statements);
    return statements;
  }

  committed(rows: Row[][]): void {
    for (const act of this.#then) act();
    this.#done(rows.slice(0, this.#published.change.length));
  }

  #add(one: Draft, sequence: number, statements: Statement[]): void {
    const { streamId } = this.#published;
    const { id, type, chat, rest, media, secretUntil: until, createdAt } = one;
    const body = `${one.before}${sequence}${one.after}`;
    const sql = rest === null ? INSERT_EVENT : insertEvent(`? || ${rest.sql}`);
    const bodyParams = rest === null ? [body] : [body, ...rest.params];
    statements.push(...media.statements, {
      sql,
      params: [streamId, sequence, id, type, chat, ...bodyParams, media.mediaId, until, createdAt],
    });
    if (until !== null) this.#then.push(() => this.#deps.secretStored(streamId, until));
    const isKnown = media.mediaId === null && until === null && rest === null;
    const kept = isKnown && body.length <= BODY_IN_MEMORY_MAX ? body : null;
    for (const endpoint of this.#deps.destinations.of(streamId, type)) {
      this.#deliver(one, sequence, endpoint, kept, statements);
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
    const target = destinations.target(this.#published.streamId, endpoint);
    if (isGone(target)) return;
    const delivery: Delivery = {
      id: newId(),
      streamId: this.#published.streamId,
      endpoint,
      eventId: one.id,
      type: one.type,
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

const textLength = ({ params }: Statement): number =>
  params.reduce<number>((sum, value) => sum + (typeof value === 'string' ? value.length : 8), 0);
