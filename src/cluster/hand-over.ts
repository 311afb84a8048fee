/** Hands streams over to other nodes: what is under way ends first, and nothing new begins meanwhile. */
import type { Database } from '../db/client.ts';
import type { Grant } from '../events/publish/ownership.ts';
import { resultInTime } from '../shared/async/deadline.ts';
import { Semaphore } from '../shared/async/semaphore.ts';
import { type Clock, sleep } from '../shared/clock.ts';
import { messageOf } from '../shared/errors.ts';
import type { Log } from '../shared/log.ts';
import { giveBack } from './beat.ts';
import type { Membership } from './membership.ts';

/** The parts that do something for a stream. */
export interface StreamWork {
  /** Resolves when no attempt of the stream is under way and their results are on disk. Never rejects. */
  attemptsEnded(streamId: string): Promise<void>;
  /**
   * Ends its session in order, and forgets what waits to be sent through it. Takes bounded time; never rejects.
   */
  close(streamId: string): Promise<void>;
}

interface HandOverDeps {
  /** On the connection of the beats. */
  readonly db: Pick<Database, 'batch'>;
  readonly membership: Pick<Membership, 'node' | 'streams' | 'grantOf' | 'grants'>;
  readonly work: StreamWork;
  readonly clock: Clock;
  readonly log: Log;
}

/** How many are closed and given back at once. */
const AT_ONCE = 16;
const AGAIN_AFTER_MS = 1_000;
/** Of the time that all may take, this is left for closing. */
const CLOSING_MS = 5_000;

export class HandOver {
  readonly #deps: HandOverDeps;
  readonly #underWay = new Set<string>();
  readonly #closing = new Map<string, Grant>();
  readonly #slots = new Semaphore(AT_ONCE);
  readonly #stopping = new AbortController();

  constructor(deps: HandOverDeps) {
    this.#deps = deps;
  }

  /** Streams that are being handed over, and are this node's own until that is done. */
  get underWay(): ReadonlySet<string> {
    return this.#underWay;
  }

  /** Whether its session ends or has ended, so that nothing can be asked of it here any more. */
  isClosing(streamId: string): boolean {
    const closing = this.#closing.get(streamId);
    const grant = this.#deps.membership.grantOf(streamId);
    // One that this node has taken again meanwhile is open for it.
    return closing !== undefined && (grant === null || grant === closing);
  }

  /**
   * Resolves when another node may have the stream, or this one has lost it. Attempts that are under way get
   * `attemptsMs` to end; after that they are not recorded, and made again by the next owner. Never rejects.
   */
  async one(streamId: string, attemptsMs: number): Promise<void> {
    const { membership, work, clock } = this.#deps;
    const grant = membership.grantOf(streamId);
    if (grant === null || this.#underWay.has(streamId)) return;
    this.#underWay.add(streamId);
    membership.grants.retire(streamId);
    await resultInTime({ clock, ms: attemptsMs }, work.attemptsEnded(streamId));
    if (await this.#slots.acquire(this.#stopping.signal)) {
      if (membership.grantOf(streamId) === grant) await this.#close(streamId, grant);
      if (membership.grantOf(streamId) === grant) await this.#giveBack(streamId);
      this.#slots.release();
    }
    this.#closing.delete(streamId);
    this.#underWay.delete(streamId);
  }

  /** Resolves when no stream is left, or after `ms`. Never rejects. */
  async all(ms: number): Promise<void> {
    const { clock } = this.#deps;
    await resultInTime({ clock, ms }, this.#all(clock.steady() + ms, ms));
  }

  /** What is not given back by now is left to end with the lease. */
  stop(): void {
    this.#stopping.abort();
  }

  async #all(until: number, ms: number): Promise<void> {
    const { membership, clock } = this.#deps;
    const attemptsUntil = until - Math.min(CLOSING_MS, ms / 2);
    // One may turn out to be its own when the table is looked at again.
    while (membership.streams.length > 0 && !this.#stopping.signal.aborted) {
      const attemptsMs = Math.max(0, attemptsUntil - clock.steady());
      await Promise.all(membership.streams.map((id) => this.one(id, attemptsMs)));
      if (membership.streams.length > 0) await sleep(clock, AGAIN_AFTER_MS, this.#stopping.signal);
      if (clock.steady() >= until) return;
    }
  }

  async #close(streamId: string, grant: Grant): Promise<void> {
    this.#closing.set(streamId, grant);
    await this.#deps.work.close(streamId);
  }

  async #giveBack(streamId: string): Promise<void> {
    const { membership, db, clock, log } = this.#deps;
    const owned = membership.grants.letGo(streamId);
    if (owned === null) return;
    const statement = giveBack(membership.node, owned);
    // The table may say that it is not this node's own any more.
    while (membership.grants.isParting(owned) && !this.#stopping.signal.aborted) {
      try {
        await db.batch([statement]);
        return membership.grants.parted(owned);
      } catch (error) {
        log.warn('a stream could not be handed over yet', { error: messageOf(error) });
        await sleep(clock, AGAIN_AFTER_MS, this.#stopping.signal);
      }
    }
  }
}
