/** Hands streams over to other nodes: running work ends first, and nothing new starts. */
import type { Database } from '../../core/db/client.ts';
import type { Grant } from '../../core/events/publish/ownership.ts';
import { resultInTime } from '../../core/shared/async/deadline.ts';
import { Semaphore } from '../../core/shared/async/semaphore.ts';
import { type Clock, sleep } from '../../core/shared/clock.ts';
import { messageOf } from '../../core/shared/errors.ts';
import type { Log } from '../../core/shared/log.ts';
import { giveBack } from './beat.ts';
import type { Membership } from './membership.ts';

interface StreamWork {
  /** Resolves when no attempt of the stream runs and their results are on disk. Never rejects. */
  attemptsEnded(streamId: string): Promise<void>;
  /** Ends its session in order and drops its queued messages from memory. Takes bounded time. Never rejects. */
  close(streamId: string): Promise<void>;
}

interface HandOverDeps {
  /** The connection of the beats. */
  readonly db: Pick<Database, 'batch'>;
  readonly membership: Pick<Membership, 'node' | 'streams' | 'grantOf' | 'grants'>;
  readonly work: StreamWork;
  readonly clock: Clock;
  readonly log: Log;
}

/** How many streams are closed and released at once. */
const AT_ONCE = 16;
const AGAIN_AFTER_MS = 1_000;
/** The part of the total time that is reserved for closing. */
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

  /** Streams that are being handed over and still belong to this node. */
  get underWay(): ReadonlySet<string> {
    return this.#underWay;
  }

  /** Returns whether its session ends or has ended, so that nothing can be asked of it here. */
  isClosing(streamId: string): boolean {
    const closing = this.#closing.get(streamId);
    const grant = this.#deps.membership.grantOf(streamId);
    // A stream that this node has taken again is open.
    return closing !== undefined && (grant === null || grant === closing);
  }

  /**
   * Hands one stream over. Resolves when another node may have it, or this one has lost it. Running attempts get
   * `attemptsMs` to end; the others are not recorded, and the next owner repeats them. Never rejects.
   */
  async one(streamId: string, attemptsMs: number): Promise<void> {
    const { membership, work, clock } = this.#deps;
    const grant = membership.grantOf(streamId);
    if (grant === null || this.#underWay.has(streamId)) return;
    this.#underWay.add(streamId);
    membership.grants.retire(streamId);
    await resultInTime({ clock, ms: attemptsMs }, work.attemptsEnded(streamId));
    const slot = await this.#slots.acquire(this.#stopping.signal);
    try {
      if (slot && membership.grantOf(streamId) === grant) await this.#close(streamId, grant);
      if (slot && membership.grantOf(streamId) === grant) await this.#giveBack(streamId);
    } finally {
      slot?.release();
      this.#closing.delete(streamId);
      this.#underWay.delete(streamId);
    }
  }

  /** Hands all streams over. Resolves when none is left, or after `ms`. Never rejects. */
  async all(ms: number): Promise<void> {
    const { clock } = this.#deps;
    await resultInTime({ clock, ms }, this.#all(clock.steady() + ms, ms));
  }

  /** Stops handing over; the other streams are free when the lease ends. */
  stop(): void {
    this.#stopping.abort();
  }

  async #all(until: number, ms: number): Promise<void> {
    const { membership, clock } = this.#deps;
    const attemptsUntil = until - Math.min(CLOSING_MS, ms / 2);
    // Reading the table again may show another stream of this node.
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
    // The table may already name another node.
    while (membership.grants.isParting(owned) && !this.#stopping.signal.aborted) {
      try {
        await db.batch([statement]);
        return membership.grants.recordRelease(owned);
      } catch (error) {
        log.warn('releasing a stream failed and will be tried again', { error: messageOf(error) });
        await sleep(clock, AGAIN_AFTER_MS, this.#stopping.signal);
      }
    }
  }
}
