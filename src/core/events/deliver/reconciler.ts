/** Reconciles what memory knows of deliveries with the table: at the start, with new streams, and after a lost answer. */
import type { Clock } from '../../shared/clock.ts';
import { isOutcomeUnknown, messageOf } from '../../shared/errors.ts';
import type { Log } from '../../shared/log.ts';
import type { Grant, Ownership } from '../publish/ownership.ts';
import type { EndpointHealth } from './health.ts';
import type { Lanes } from './lanes.ts';
import type { Leases } from './leases.ts';
import type { Replays } from './replays.ts';
import type { StartupSweep, StoredWork } from './startup-sweep.ts';

const LOOK_MS = 10_000;
/** The pause after a failed pass; what is new waits in the table until then. */
const LOOK_AGAIN_MS = 1_000;

/** Streams with the grants to send for them; null for all streams of a process that is alone. */
type Grants = ReadonlyMap<string, Grant | null> | null;

/** The parts that one pass of the reconciler reads the table with or reports to. */
interface ReconcilerParts {
  readonly startupSweep: Pick<StartupSweep, 'freeOthers' | 'read' | 'readWithLeases' | 'correct'>;
  readonly leases: Pick<Leases, 'release'>;
  readonly lanes: Pick<Lanes, 'recordWaiting'>;
  readonly health: Pick<EndpointHealth, 'take'>;
  readonly replays: Pick<Replays, 'take'>;
}

type SharedOwnership = Pick<Ownership, 'isShared' | 'streams' | 'grantOf' | 'grantToSend'>;

/** Reconciles memory with the table: at the start, when this process gets streams, and after a lost answer. */
export class Reconciler {
  readonly #clock: Pick<Clock, 'after'>;
  readonly #log: Log;
  readonly #ownership: SharedOwnership;
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

  constructor(clock: Pick<Clock, 'after'>, log: Log, ownership: SharedOwnership) {
    this.#clock = clock;
    this.#log = log;
    this.#ownership = ownership;
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
    const ownership = this.#ownership;
    if (!ownership.isShared) return true;
    if (!this.#areLeasesKnown) return false;
    const grant = ownership.grantToSend(streamId);
    return grant !== null && this.#found.get(streamId) === grant.holder;
  }

  /** Resolves when everything that waits in the table is found. Rejects with a DatabaseError. */
  async start(reconciled: ReconcilerParts): Promise<void> {
    const ownership = this.#ownership;
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
    const [log, ownership] = [this.#log, this.#ownership];
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
    reconciled: ReconcilerParts,
    streamIds: readonly string[] | null,
  ): Promise<void> {
    if (streamIds?.length === 0) return;
    const grants = this.#grantsOf(streamIds);
    await this.#take(reconciled, grants, await reconciled.startupSweep.read(streamIds));
  }

  /** Must be asked before the table: a stream that is lost in between must be found again. */
  #grantsOf(streamIds: readonly string[] | null): Grants {
    const ownership = this.#ownership;
    const grants = (streamIds ?? []).map((id) => [id, ownership.grantToSend(id)] as const);
    return streamIds && new Map(grants);
  }

  /** Takes what was read of these streams, or of all. */
  async #take(
    { startupSweep, lanes, health, replays }: ReconcilerParts,
    grants: Grants,
    work: StoredWork,
  ): Promise<void> {
    const ownership = this.#ownership;
    const streamIds = grants && [...grants.keys()];
    const isNew = (id: string) =>
      ownership.isShared && this.#found.get(id) !== grants?.get(id)?.holder;
    health.take(work.health, streamIds, isNew);
    replays.take(work.replays, streamIds);
    for (const lane of await startupSweep.correct(work.lanes)) lanes.recordWaiting(lane);
    for (const id of this.#found.keys()) if (ownership.grantOf(id) === null) this.#found.delete(id);
    for (const [id, grant] of grants ?? []) if (grant) this.#found.set(id, grant.holder);
  }

  #retryLater(error: unknown): void {
    this.#mustReconcile = true;
    this.#log.warn('finding waiting deliveries failed', { error: messageOf(error) });
    this.#lookLater();
  }

  #lookLater(): void {
    this.#cancel();
    if (this.#isStopped) return;
    const ms = this.#mustReconcile ? LOOK_AGAIN_MS : LOOK_MS;
    this.#cancel = this.#clock.after(ms, () => void this.#look());
  }

  async #look(): Promise<void> {
    const reconciled = this.#reconciled;
    if (reconciled === null) return;
    const mustReconcile = this.#mustReconcile || (await this.#findsUnheld(reconciled));
    if (mustReconcile) await this.reconcile();
    this.#lookLater();
  }

  /**
   * Returns whether the table has leases that memory does not know. If not, it has found what other processes wrote to
   * streams that this one sends, such as those of accounts. While nothing is being sent it costs one request.
   */
  async #findsUnheld(reconciled: ReconcilerParts): Promise<boolean> {
    const streamIds = this.#ownership.streams ?? [];
    try {
      const grants = this.#grantsOf(streamIds);
      const work = await reconciled.startupSweep.readWithLeases(streamIds);
      if (work.leased === 0) await this.#take(reconciled, grants, work);
      else if ((await reconciled.leases.release(false)) > 0) return true;
      else await this.#findWaiting(reconciled, streamIds);
    } catch (error) {
      this.#retryLater(error);
    }
    return false;
  }
}
