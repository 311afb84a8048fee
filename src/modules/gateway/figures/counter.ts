/** Counts what instances receive, send and deliver, and adds the counts to the database in batches. */
import { DESTINATIONS } from '../../../core/channels/brokers.ts';
import type { Database, Row, Statement } from '../../../core/db/client.ts';
import {
  destinationOf,
  endpointOfLane,
  isOfAccount,
} from '../../../core/events/contract/endpoint.ts';
import type { AttemptResult, Observer } from '../../../core/events/deliver/observer.ts';
import type { CommittedEvent } from '../../../core/events/publish/publish.ts';
import { resultInTime } from '../../../core/shared/async/deadline.ts';
import { repeat } from '../../../core/shared/async/repeat.ts';
import type { Clock } from '../../../core/shared/clock.ts';
import { isOutcomeUnknown, messageOf } from '../../../core/shared/errors.ts';
import type { Log } from '../../../core/shared/log.ts';
import { onceAMinute } from '../../../core/shared/once-a-minute.ts';
import {
  addCounts,
  type CountName,
  type Counts,
  count,
  countingObserver,
  countLatency,
  MESSAGE_EVENTS,
  noCounts,
} from './counts.ts';
import {
  addFigure,
  addUpFigures,
  bucketOf,
  deleteOldFigures,
  type Figure,
  oldestBucketAt,
} from './rows.ts';

/** The most time of counts that a killed process loses. */
export const WRITE_EVERY_MS = 10_000;
/** The most rows of one write, so that deliveries never wait behind many. */
const ROWS_PER_WRITE = 200;
/** The most rows that may wait in memory while the database takes no writes; further counts are dropped. */
const ROWS_MAX = 100_000;
/** The time limit of the last write during a stop. */
const LAST_WRITE_MS = 2_000;

const COUNTED: ReadonlySet<string | null> = new Set(DESTINATIONS);
/** Webhooks of accounts belong to no instance. */
const isCounted = (endpoint: string): boolean =>
  !isOfAccount(endpoint) && COUNTED.has(destinationOf(endpoint));

interface FigureCounterDeps {
  readonly db: Pick<Database, 'query' | 'batch'>;
  readonly clock: Clock;
  readonly log: Log;
  /** Shares a commit with other writes. */
  readonly write: (statements: readonly Statement[]) => Promise<Row[][]>;
  /** The id of this node, or null without a cluster. */
  readonly node: string | null;
}

export class FigureCounter {
  readonly #deps: FigureCounterDeps;
  readonly #mayReport: () => boolean;
  readonly #writing: ReturnType<typeof repeat>;
  #unwritten = new Map<string, Figure>();
  /** Settles when everything that was begun is written or counted as unwritten again. */
  #written: Promise<void> = Promise.resolve();
  /** When old rows were last added up or deleted, in ms since 1970. */
  #tidiedAt = 0;

  constructor(deps: FigureCounterDeps) {
    this.#deps = deps;
    this.#mayReport = onceAMinute(deps.clock);
    const failed = (error: unknown) =>
      this.#report('old figures could not be added up or deleted', error);
    this.#writing = repeat({ clock: deps.clock, ms: WRITE_EVERY_MS, failed }, async () => {
      await this.#write();
      await this.#tidy();
    });
  }

  /** Must be called with every event that is on disk. It is passed on without its object. */
  readonly committed = ({ streamId, type }: Pick<CommittedEvent, 'streamId' | 'type'>): void => {
    const what = MESSAGE_EVENTS.get(type);
    if (what !== undefined) this.#count(streamId, '', what);
  };

  readonly #counting = countingObserver((...counted) => this.#count(...counted));

  /** Must be told of every attempt, every dropped delivery and every filtered event. */
  readonly observer: Observer = {
    ...this.#counting,
    onAttempt: (attempted) => {
      this.#counting.onAttempt(attempted);
      this.#countLatency(attempted);
    },
  };

  start(): void {
    void this.#writing.run();
  }

  /** Writes what is left, unless the database takes too long. Never rejects. */
  async stop(): Promise<void> {
    this.#writing.stop();
    await resultInTime({ clock: this.#deps.clock, ms: LAST_WRITE_MS }, this.#write());
  }

  #countLatency({ delivery, number, outcome }: AttemptResult): void {
    // Later attempts were waited for on purpose, and a redelivery may come days after its event.
    if (outcome.kind !== 'delivered' || number !== 1) return;
    const counts = this.#presentCounts(delivery.streamId, delivery.endpoint);
    if (counts) countLatency(counts, Math.max(0, this.#deps.clock.now() - delivery.createdAt));
  }

  #count(instanceId: string, lane: string, what: CountName, howMany = 1): void {
    const counts = this.#presentCounts(instanceId, lane);
    if (counts) count(counts, what, howMany);
  }

  /** Returns the counts of the present row, or null if nothing is counted of the lane. */
  #presentCounts(instanceId: string, lane: string): Counts | null {
    const endpoint = endpointOfLane(lane);
    if (endpoint !== '' && !isCounted(endpoint)) return null;
    return this.#countsOf({ instanceId, since: bucketOf(this.#deps.clock.now()), endpoint });
  }

  #countsOf({ instanceId, since, endpoint }: Omit<Figure, 'counts'>): Counts | null {
    const key = `${since} ${instanceId} ${endpoint}`;
    const known = this.#unwritten.get(key);
    if (known) return known.counts;
    if (this.#unwritten.size >= ROWS_MAX) {
      this.#report('figures are not counted', 'too many wait to be written');
      return null;
    }
    const counts = noCounts();
    this.#unwritten.set(key, { instanceId, since, endpoint, counts });
    return counts;
  }

  /** Adds what was counted to the table, until a write fails. Never rejects. */
  #write(): Promise<void> {
    this.#written = this.#written.then(() => this.#writeAll());
    return this.#written;
  }

  async #writeAll(): Promise<void> {
    const oldest = oldestBucketAt(this.#deps.clock.now());
    const waiting = [...this.#unwritten.values()].filter(({ since }) => since >= oldest);
    this.#unwritten = new Map();
    while (waiting.length > 0) {
      const part = waiting.splice(0, ROWS_PER_WRITE);
      try {
        await this.#deps.write(part.map(addFigure));
      } catch (error) {
        this.#report('figures could not be written', error);
        // Counts that may be in the table are not added again: a count that is too low misleads less than one too high.
        for (const figure of isOutcomeUnknown(error) ? waiting : [...part, ...waiting])
          this.#keep(figure);
        return;
      }
    }
  }

  #keep(figure: Figure): void {
    const counts = this.#countsOf(figure);
    if (counts) addCounts(counts, figure.counts);
  }

  async #tidy(): Promise<void> {
    const { db, clock, node } = this.#deps;
    const now = clock.now();
    if (bucketOf(now) === bucketOf(this.#tidiedAt)) return;
    await addUpFigures(db, node, { last: this.#tidiedAt, now });
    await deleteOldFigures(db, node, now);
    this.#tidiedAt = now;
  }

  #report(message: string, reason: unknown): void {
    if (this.#mayReport()) this.#deps.log.warn(message, { reason: messageOf(reason) });
  }
}
