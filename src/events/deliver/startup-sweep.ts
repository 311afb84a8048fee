/**
 * Frees deliveries that an earlier process had leased, finds the waiting ones at a start and after a takeover of streams,
 * and reconciles memory with the table. A delivery left in `sending` waits again; its attempt was never counted.
 */
import type { Database, Row } from '../../db/client.ts';
import type { Clock } from '../../shared/clock.ts';
import { isOutcomeUnknown, messageOf } from '../../shared/errors.ts';
import type { Log } from '../../shared/log.ts';
import type { WaitingLane } from '../contract/delivery.ts';
import { channelOf } from '../contract/endpoint.ts';
import { type Destinations, isGone } from '../contract/routing.ts';
import type { Ownership } from '../publish/ownership.ts';
import type { EndpointHealth } from './health.ts';
import type { Lanes } from './lanes.ts';
import { endOf, type Leases } from './leases.ts';
import type { Replays } from './replays.ts';
import { longestDelayMs, type RetryRules } from './retry-policy.ts';

const LOOK_MS = 10_000;
/** The pause after a failed pass; what is new waits in the table until then. */
const LOOK_AGAIN_MS = 1_000;

/** How many rows one statement corrects, which takes some milliseconds. */
const SLICE = 10_000;

const WAIT_AGAIN = `update deliveries set state = 'waiting', holder = null, next_attempt_at = ?
  where stream_id in (select id from streams) and state = 'sending'`;
const FREE_OTHERS = `${WAIT_AGAIN} and not (holder >= ? and holder < ?)`;
const RELEASE = `${WAIT_AGAIN} and holder >= ? and holder < ?`;
/** A receiver that asked for a wait gets it. */
const LATEST = "?1 + coalesce(last_attempt ->> 'retryAfterMs', 0)";
const CAP = `update deliveries set next_attempt_at = ${LATEST} where id in (
    select id from deliveries where stream_id = ?2 and endpoint = ?3 and state = 'waiting'
      and attempt_count > 0 and next_attempt_at > ?1 and next_attempt_at > ${LATEST} limit ${SLICE}
  ) returning id`;
const FIRST_DUE = `select min(next_attempt_at) from deliveries
  where stream_id = ? and endpoint = ? and state = 'waiting' and attempt_count > 0`;

/** Skips from endpoint to endpoint by index, however many rows each has. */
const lanesWhere = (
  due: string,
  answer: string,
  streams: string,
) => `with recursive lane (stream_id, endpoint) as (
    select s.id, (select min(d.endpoint) from deliveries d where d.stream_id = s.id and ${due}) from streams s ${streams}
    union all
    select l.stream_id, (select min(d.endpoint) from deliveries d
      where d.stream_id = l.stream_id and d.endpoint > l.endpoint and ${due}) from lane l
    where l.endpoint is not null
  ) select stream_id, endpoint, ${answer} from lane where endpoint is not null`;

const IS_RETRY = "d.state = 'waiting' and d.attempt_count > 0";
const dueOf = (edge: 'min' | 'max') => `(select ${edge}(d.next_attempt_at) from deliveries d
  where d.stream_id = lane.stream_id and d.endpoint = lane.endpoint and ${IS_RETRY})`;
const lanesOf = (streams: string) => [
  lanesWhere("d.state = 'waiting' and d.attempt_count = 0", 'null, null', streams),
  lanesWhere(IS_RETRY, `${dueOf('min')}, ${dueOf('max')}`, streams),
];
const LANES = lanesOf('');
const LANES_OF = lanesOf('where s.id in (select value from json_each(?))');

export interface StartupSweep {
  /** Releases the leases of other processes, when none of them is running any more. */
  freeOthers(): Promise<void>;
  /**
   * Returns all lanes with waiting deliveries of the streams (null: of every stream), after correcting due times beyond
   * the longest delay of the lane.
   */
  findWaiting(streamIds: readonly string[] | null): Promise<WaitingLane[]>;
  /** Releases the leases of this process. */
  leave(): Promise<void>;
}

interface StartupSweepDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly ownership: Pick<Ownership, 'holderPrefix'>;
  readonly destinations: Destinations;
  readonly rules: RetryRules;
}

export function createStartupSweep(deps: StartupSweepDeps): StartupSweep {
  const { db, clock, ownership, destinations, rules } = deps;
  const ours = () => [ownership.holderPrefix, endOf(ownership.holderPrefix)];

  const longestDelay = (streamId: string, endpoint: string): number => {
    const target = destinations.target(streamId, endpoint);
    return longestDelayMs(isGone(target) ? { channel: channelOf(endpoint) } : target, rules);
  };

  /** Corrects due times that no rule allows, and that a wrong clock must have written. */
  async function correct(row: Row, now: number): Promise<WaitingLane> {
    const [streamId, endpoint, first, last] = row;
    const lane = { streamId: String(streamId), endpoint: String(endpoint) };
    if (first == null) return { ...lane, retryDueAt: null };
    const latest = now + longestDelay(lane.streamId, lane.endpoint);
    if (Number(last) <= latest) return { ...lane, retryDueAt: Number(first) };
    const params = [latest, lane.streamId, lane.endpoint];
    for (let count = SLICE; count === SLICE; ) count = (await db.query(CAP, params)).length;
    const [due] = await db.query(FIRST_DUE, [lane.streamId, lane.endpoint]);
    // Nothing is left if another process has taken it.
    return { ...lane, retryDueAt: Number(due?.[0] ?? latest) };
  }

  return {
    freeOthers: async () => void (await db.query(FREE_OTHERS, [clock.steady(), ...ours()])),
    async findWaiting(streamIds) {
      const [sqls, params] = streamIds ? [LANES_OF, [JSON.stringify(streamIds)]] : [LANES, []];
      const found = await db.batch(sqls.map((sql) => ({ sql, params })));
      const now = clock.steady();
      return Promise.all(found.flat().map((row) => correct(row, now)));
    },
    leave: async () => void (await db.query(RELEASE, [clock.steady(), ...ours()])),
  };
}

interface ReconcilerDeps {
  readonly clock: Pick<Clock, 'after'>;
  readonly log: Log;
  readonly ownership: Pick<Ownership, 'isShared' | 'streams' | 'grantOf' | 'grantToSend'>;
}

/** The parts that one pass of the reconciler reads the table with or reports to. */
interface ReconcilerParts {
  readonly startupSweep: Pick<StartupSweep, 'freeOthers' | 'findWaiting'>;
  readonly leases: Pick<Leases, 'release'>;
  readonly lanes: Pick<Lanes, 'recordWaiting'>;
  readonly health: Pick<EndpointHealth, 'load'>;
  readonly replays: Pick<Replays, 'load'>;
}

/** Reconciles memory with the table: at the start, when this process gets streams, and after a lost answer. */
export class Reconciler {
  readonly #deps: ReconcilerDeps;
  /** Null before the start, which finds everything. */
  #reconciled: ReconcilerParts | null = null;
  #cancel = () => {};
  #isStopped = false;
  /** Whether the table may have leases that memory does not know. */
  #mustReconcile = false;
  #isReconciling = false;
  #areLeasesKnown = true;
  /** For each stream the lease under which everything that waits was found. */
  readonly #found = new Map<string, string>();

  constructor(deps: ReconcilerDeps) {
    this.#deps = deps;
  }

  /**
   * False while the table may have leases that memory does not know; then nothing newer may be claimed or leased before
   * those wait again.
   */
  get areLeasesKnown(): boolean {
    return this.#areLeasesKnown;
  }

  /**
   * Returns whether everything that waits for the stream has been found; until then a new delivery must wait in the
   * table behind it.
   */
  hasFound(streamId: string): boolean {
    const { ownership } = this.#deps;
    if (!ownership.isShared) return true;
    if (!this.#areLeasesKnown) return false;
    const grant = ownership.grantToSend(streamId);
    return grant !== null && this.#found.get(streamId) === grant.holder;
  }

  /** Resolves when everything that waits in the table is found. Rejects with a DatabaseError. */
  async start(reconciled: ReconcilerParts): Promise<void> {
    const { ownership } = this.#deps;
    this.#reconciled = reconciled;
    if (!ownership.isShared) await reconciled.startupSweep.freeOthers();
    await this.#findWaiting(reconciled, ownership.streams);
    if (this.#mustReconcile) void this.reconcile();
    if (ownership.isShared) this.#lookLater();
  }

  stop(): void {
    this.#isStopped = true;
    this.#cancel();
  }

  /**
   * Must be called when another process has written to the stream: what it left to send is found before anything new is
   * sent.
   */
  overtaken(streamId: string): void {
    this.#found.delete(streamId);
    void this.findWaiting([streamId]);
  }

  /** Resumes every lane of the streams with waiting deliveries; after a failure a later pass does. */
  async findWaiting(streamIds: readonly string[]): Promise<void> {
    if (this.#reconciled === null) return;
    try {
      await this.#findWaiting(this.#reconciled, streamIds);
    } catch (error) {
      this.#retryLater(error);
    }
  }

  /** Releases leases that only the table knows, and finds what waits; after a failure a later pass does. */
  async reconcile(): Promise<void> {
    const { log, ownership } = this.#deps;
    this.#areLeasesKnown = false;
    this.#mustReconcile = true;
    if (this.#isReconciling || this.#reconciled === null) return;
    const { leases } = this.#reconciled;
    this.#isReconciling = true;
    try {
      // It is repeated when another answer was lost in the meantime.
      while (this.#mustReconcile) {
        this.#mustReconcile = false;
        const count = await leases.release(true);
        await this.#findWaiting(this.#reconciled, ownership.streams);
        if (count > 0) log.info('released deliveries that nobody was sending', { count });
      }
      this.#areLeasesKnown = true;
    } catch (error) {
      this.#retryLater(error);
    }
    this.#isReconciling = false;
  }

  /** Returns the result of `work`; if its answer is lost, the next pass reconciles memory with the table. */
  async trackingOutcome<T>(work: Promise<T>): Promise<T> {
    try {
      return await work;
    } catch (error) {
      if (isOutcomeUnknown(error)) this.#mustReconcile = true;
      throw error;
    }
  }

  async #findWaiting(
    { startupSweep, lanes, health, replays }: ReconcilerParts,
    streamIds: readonly string[] | null,
  ): Promise<void> {
    if (streamIds?.length === 0) return;
    const { ownership } = this.#deps;
    // The lanes of a stream that may not be sent are dropped and must be found again.
    const grants = (streamIds ?? []).map((id) => [id, ownership.grantToSend(id)] as const);
    const held = new Map(grants);
    await health.load(
      streamIds,
      (id) => ownership.isShared && this.#found.get(id) !== held.get(id)?.holder,
    );
    await replays.load(streamIds);
    for (const lane of await startupSweep.findWaiting(streamIds)) lanes.recordWaiting(lane);
    for (const id of this.#found.keys()) if (ownership.grantOf(id) === null) this.#found.delete(id);
    for (const [id, grant] of grants) if (grant) this.#found.set(id, grant.holder);
  }

  #retryLater(error: unknown): void {
    this.#mustReconcile = true;
    this.#deps.log.warn('finding waiting deliveries failed', { error: messageOf(error) });
    this.#lookLater();
  }

  #lookLater(): void {
    this.#cancel();
    if (this.#isStopped) return;
    const ms = this.#mustReconcile ? LOOK_AGAIN_MS : LOOK_MS;
    this.#cancel = this.#deps.clock.after(ms, () => void this.#look());
  }

  async #look(): Promise<void> {
    if (this.#mustReconcile || (await this.#hasUnheld())) await this.reconcile();
    // Other processes write to the streams of accounts, which this one sends.
    else await this.findWaiting(this.#deps.ownership.streams ?? []);
    this.#lookLater();
  }

  async #hasUnheld(): Promise<boolean> {
    try {
      return ((await this.#reconciled?.leases.release(false)) ?? 0) > 0;
    } catch (error) {
      this.#retryLater(error);
      return false;
    }
  }
}
