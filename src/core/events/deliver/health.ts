/**
 * Keeps the health of endpoints. It changes in the commit of the attempt that changes it, and is announced afterwards:
 * the table also holds what was announced, so that a crash in between loses nothing. Memory has only endpoints whose
 * last attempt failed and those that are disabled, so a healthy one costs nothing.
 */
import type { Database, Statement } from '../../db/client.ts';
import type { Clock } from '../../shared/clock.ts';
import { messageOf } from '../../shared/errors.ts';
import type { Log } from '../../shared/log.ts';
import type { Target } from '../contract/channel.ts';
import { endpointOfLane } from '../contract/endpoint.ts';
import {
  type Health,
  type HealthNews,
  type HealthRules,
  type HealthState,
  healthySince,
  percentOf,
} from '../contract/health.ts';
import type { StoredHealth } from '../log/health.ts';
import type { GroupCommit } from '../publish/group-commit.ts';
import { forMany, type JoinableStatements } from '../publish/joined-statements.ts';
import { noteWaiting, type Ownership } from '../publish/ownership.ts';
import type { AttemptResult } from './observer.ts';
import type { Pauses } from './pauses.ts';

/** Nothing was announced, something of an earlier time, and that it is disabled; otherwise a percentage. */
const NOTHING = 0;
const EARLIER = 1;
const DISABLED = 101;

/** The health of an endpoint in memory. */
interface Entry {
  readonly streamId: string;
  readonly endpoint: string;
  health: Health;
  /** The last announced step: one of the constants above, or a percentage. */
  announced: number;
  /** The number of its changes that are not on disk yet. */
  pending: number;
  isAnnouncing: boolean;
}

/** News of an endpoint, to be published as an event. */
export interface Announcement {
  readonly streamId: string;
  readonly endpoint: string;
  readonly news: HealthNews;
  readonly health: Health;
  /** Must be written in the commit of the event, so that it is published once. */
  readonly statement: Statement;
}

interface HealthDeps {
  readonly db: Pick<Database, 'query'>;
  readonly clock: Pick<Clock, 'steady' | 'after'>;
  readonly log: Log;
  readonly commits: Pick<GroupCommit, 'write'>;
  readonly ownership: Pick<Ownership, 'grantOf'>;
  readonly rules: HealthRules;
  /** Publishes an event; by default nothing is announced. Rejects with a DatabaseError. */
  readonly announce?: (announcement: Announcement) => Promise<void>;
  /** Where an endpoint is paused while it is disabled. */
  readonly pauses: Pick<Pauses, 'pause' | 'resume' | 'forget'>;
}

/** Values are absolute, so that a repetition changes nothing. Only the delivery's holder changes the health. */
const SET = `insert into endpoint_health
  (stream_id, endpoint, state, since, failures, failing_since, reason, percent)
  select stream_id, ?, ?, ?, ?, ?, ?, ? from deliveries where id = ? and holder = ?
  on conflict (stream_id, endpoint) do update set state = excluded.state, since = excluded.since,
    failures = excluded.failures, failing_since = excluded.failing_since, reason = excluded.reason,
    percent = excluded.percent`;
/** For `joinStatements`; it comes before the statements that end the holder's lease. */
export const JOINABLE_HEALTH: JoinableStatements = new Map([[SET, forMany(SET)]]);

const ANNOUNCED = 'update endpoint_health set announced = ? where stream_id = ? and endpoint = ?';
const FORGET = 'delete from endpoint_health where stream_id = ? and endpoint = ?';
/** Keeps the announced step, so that the end of the failures is announced too. */
const ENABLE = `update endpoint_health set state = 'failing', since = ?, failures = 0, failing_since = null,
  percent = 0, announced = min(announced, ${EARLIER})
  where stream_id = ? and endpoint = ? and state <> 'healthy'`;

const REASON_MAX = 500;
const ANNOUNCE_AGAIN_MS = 10_000;
const GONE = 410;

export class EndpointHealth {
  readonly #deps: HealthDeps;
  readonly #streams = new Map<string, Map<string, Entry>>();
  #isStopped = false;

  constructor(deps: HealthDeps) {
    this.#deps = deps;
  }

  /** Announces nothing more. */
  stop(): void {
    this.#isStopped = true;
  }

  /**
   * Returns the statements that go with the result of an attempt; none for a delivered attempt of a healthy endpoint.
   * `settle` must be called when they are on disk.
   */
  after({ delivery, outcome }: AttemptResult, { watch }: Target): Statement[] {
    if (watch === undefined) return [];
    const entry = this.#find(delivery.streamId, delivery.endpoint);
    if (outcome.kind === 'delivered') {
      if (entry === undefined || entry.health.state !== 'failing') return [];
      return this.#change(entry, delivery, healthySince(this.#deps.clock.steady()));
    }
    // A fault on this side says nothing about the receiver.
    if (outcome.error.startsWith('internal_error')) return [];
    const { streamId } = delivery;
    const endpoint = endpointOfLane(delivery.endpoint);
    const known = entry ?? this.#add(streamId, endpoint, healthySince(0), NOTHING);
    if (known.health.state === 'disabled') return [];
    return this.#change(known, delivery, this.#afterFailure(known.health, outcome, watch.disables));
  }

  /** Returns why the last attempt failed, while nothing may be sent to the endpoint; otherwise null. */
  whyDisabled(streamId: string, endpoint: string): string | null {
    const health = this.#find(streamId, endpoint)?.health;
    return health?.state === 'disabled' ? (health.reason ?? '') : null;
  }

  /** Must be called when statements of `after` are on disk, or never will be. */
  settle(streamId: string, endpoint: string): void {
    const entry = this.#find(streamId, endpoint);
    if (entry === undefined) return;
    entry.pending = Math.max(0, entry.pending - 1);
    this.#announce(entry);
  }

  /**
   * Takes what the table has of streams (null: of all), in the turn of the event loop in which it was read. For streams
   * that are not `isNew` it takes only endpoints that memory does not have, and endpoints that another process has
   * enabled.
   */
  take(
    found: readonly StoredHealth[],
    streamIds: readonly string[] | null,
    isNew: (streamId: string) => boolean,
  ): void {
    const off = new Set(
      found.flatMap(({ streamId, endpoint, health }) =>
        health.state === 'disabled' ? [`${streamId} ${endpoint}`] : [],
      ),
    );
    const entries = (streamIds ?? [...this.#streams.keys()]).flatMap((streamId) => [
      ...(this.#streams.get(streamId)?.values() ?? []),
    ]);
    for (const entry of entries)
      this.#compare(entry, isNew(entry.streamId), off.has(`${entry.streamId} ${entry.endpoint}`));
    for (const { streamId, endpoint, health, announced } of found)
      if (this.#find(streamId, endpoint) === undefined)
        this.#announce(this.#add(streamId, endpoint, health, announced));
  }

  /** Forgets what memory has of an endpoint if the table knows better. */
  #compare(entry: Entry, isNew: boolean, isOff: boolean): void {
    const isEnabled = entry.health.state === 'disabled' && !isOff && entry.pending === 0;
    if (isNew || isEnabled) this.#remove(entry);
    if (isEnabled) this.#deps.pauses.resume(entry.streamId, entry.endpoint);
  }

  /**
   * Resets the number of failures of an endpoint whose health is not good, and sends to it again. If another process owns
   * the stream, that process is told. Rejects with a DatabaseError.
   */
  async enable(streamId: string, endpoint: string): Promise<void> {
    const { clock, commits, ownership } = this.#deps;
    const enabling = { sql: ENABLE, params: [clock.steady(), streamId, endpoint] };
    const isOwn = ownership.grantOf(streamId) !== null;
    await commits.write(isOwn ? [enabling] : [enabling, noteWaiting(streamId)]);
    const entry = this.#find(streamId, endpoint);
    if (entry === undefined || entry.health.state === 'healthy') return;
    const { reason } = entry.health;
    this.#set(entry, { ...healthySince(clock.steady()), state: 'failing', reason });
    entry.announced = Math.min(entry.announced, EARLIER);
    this.#deps.pauses.resume(streamId, endpoint);
  }

  /** Forgets an endpoint that is gone. Rejects with a DatabaseError. */
  async forget(streamId: string, endpoint: string): Promise<void> {
    const entry = this.#find(streamId, endpoint);
    if (entry !== undefined) this.#remove(entry);
    await this.#deps.db.query(FORGET, [streamId, endpoint]);
  }

  #afterFailure(
    before: Health,
    outcome: { status: number | null; error: string },
    disables: boolean,
  ) {
    const { rules, clock } = this.#deps;
    const now = clock.steady();
    const failures = before.failures + 1;
    const failingSince = before.failingSince ?? now;
    const reached = Math.min(failures / rules.failures, (now - failingSince) / rules.overMs);
    const percent = percentOf(reached);
    const isDead = outcome.status === GONE || percent === 100;
    const state: HealthState = disables && isDead ? 'disabled' : 'failing';
    const since = state === before.state ? before.since : now;
    const reason = outcome.error.slice(0, REASON_MAX);
    return { state, since, failures, failingSince, reason, percent };
  }

  #change(entry: Entry, delivery: AttemptResult['delivery'], health: Health): Statement[] {
    this.#set(entry, health);
    entry.pending++;
    const { state, since, failures, failingSince, reason, percent } = health;
    const values = [entry.endpoint, state, since, failures, failingSince, reason, percent];
    return [{ sql: SET, params: [...values, delivery.id, delivery.holder] }];
  }

  #set(entry: Entry, health: Health): void {
    const wasDisabled = entry.health.state === 'disabled';
    entry.health = health;
    if (health.state === 'disabled' && !wasDisabled)
      this.#deps.pauses.pause(entry.streamId, entry.endpoint);
  }

  /** Announces what was not, one after the other, as far as it is on disk, and again some time after a failure. */
  #announce(entry: Entry): void {
    const { announce, clock, log } = this.#deps;
    const { streamId, endpoint, health } = entry;
    const isGone = this.#find(streamId, endpoint) !== entry;
    if (isGone || entry.isAnnouncing || entry.pending > 0) return;
    const next = announce ? nextAnnouncement(health, entry.announced) : null;
    if (announce === undefined || next === null) {
      if (health.state === 'healthy') this.#remove(entry);
      return;
    }
    entry.isAnnouncing = true;
    const params = [next.announced, streamId, endpoint];
    const statement = { sql: ANNOUNCED, params };
    announce({ streamId, endpoint, news: next.news, health, statement }).then(
      () => {
        entry.isAnnouncing = false;
        entry.announced = next.announced;
        this.#announce(entry);
      },
      (error) => {
        clock.after(ANNOUNCE_AGAIN_MS, () => {
          entry.isAnnouncing = false;
          if (!this.#isStopped) this.#announce(entry);
        });
        const problem = messageOf(error);
        log.warn('the health of an endpoint could not be announced', { endpoint, problem });
      },
    );
  }

  #find(streamId: string, lane: string): Entry | undefined {
    return this.#streams.get(streamId)?.get(endpointOfLane(lane));
  }

  #add(streamId: string, endpoint: string, health: Health, announced: number): Entry {
    const entry = { streamId, endpoint, health, announced, pending: 0, isAnnouncing: false };
    this.#streams.getOrInsertComputed(streamId, () => new Map()).set(endpoint, entry);
    if (health.state === 'disabled') this.#deps.pauses.pause(streamId, endpoint);
    return entry;
  }

  #remove(entry: Entry): void {
    const { streamId, endpoint, health } = entry;
    const its = this.#streams.get(streamId);
    if (its?.get(endpoint) !== entry) return;
    its.delete(endpoint);
    if (its.size === 0) this.#streams.delete(streamId);
    if (health.state === 'disabled') this.#deps.pauses.forget(streamId, endpoint);
  }
}

function nextAnnouncement(
  { state, percent }: Health,
  announced: number,
): { readonly news: HealthNews; readonly announced: number } | null {
  if (state === 'healthy')
    return announced > NOTHING ? { news: 'recovered', announced: NOTHING } : null;
  if (percent > Math.max(announced, EARLIER)) return { news: 'failing', announced: percent };
  return state === 'disabled' && announced < DISABLED
    ? { news: 'disabled', announced: DISABLED }
    : null;
}
