/**
 * Hands on the events of replays, as the owner of their streams. Each window of events is one commit, together with the
 * place in the log that the replay has reached. So a replay continues after a crash where it was, and each event is
 * handed on exactly once. Its deliveries have a lane of their own, so no live event waits behind them.
 */
import type { Database } from '../../db/client.ts';
import type { Cancel, Clock } from '../../shared/clock.ts';
import { messageOf } from '../../shared/errors.ts';
import type { Log } from '../../shared/log.ts';
import { onceAMinute } from '../../shared/once-a-minute.ts';
import type { EventArchive } from '../contract/archive.ts';
import type { Target } from '../contract/channel.ts';
import { replayLane } from '../contract/endpoint.ts';
import type { Replay } from '../contract/replay.ts';
import { type Destinations, isGone } from '../contract/routing.ts';
import { type ReplayedEvent, upToRoom } from '../log/replay-window.ts';
import { countUnfinished, isSending, ReplaySource, readOpenReplays } from '../log/replays.ts';
import type { GroupCommit } from '../publish/group-commit.ts';
import type { Grant, Ownership } from '../publish/ownership.ts';
import { DELIVERY_BYTES } from '../publish/write.ts';
import type { EndpointHealth } from './health.ts';
import type { Lanes } from './lanes.ts';
import type { Pauses } from './pauses.ts';
import {
  cancelStatement,
  closeStatements,
  finishStatement,
  handOnStatements,
  pauseStatement,
  type Window,
} from './replay-writes.ts';

/** How many deliveries of a replay may be unfinished, so that a million events do not become a million rows at once. */
const UNFINISHED_MAX = 1_000;
/** The pause between two passes, over which the rate is spread, and the longest while nothing can be handed on. */
const PASS_MS = 50;
const PAUSE_MAX_MS = 5_000;
const SECOND_MS = 1_000;

interface ReplaysDeps {
  readonly db: Pick<Database, 'query'>;
  readonly clock: Clock;
  readonly log: Log;
  readonly commits: Pick<GroupCommit, 'write'>;
  readonly ownership: Pick<Ownership, 'grantToSend' | 'isShared'>;
  readonly destinations: Destinations;
  readonly health: Pick<EndpointHealth, 'whyDisabled'>;
  readonly lanes: Pick<Lanes, 'recordOverflow'>;
  /** Where the lane of a replay is paused of which nothing may be sent now. */
  readonly pauses: Pick<Pauses, 'pause' | 'resume' | 'forget'>;
  /** Provides events that the log has removed; absent without an archive. */
  readonly archive?: EventArchive | null;
  /** Called with the approximate number of bytes written for an instance; absent if they are not counted. */
  readonly stored?: ((streamId: string, bytes: number) => void) | undefined;
}

interface Entry {
  replay: Replay;
  readonly lane: string;
  readonly source: ReplaySource;
  /** How many events the rate allows now. */
  credit: number;
  creditAt: number;
  pauseMs: number;
  isBusy: boolean;
  /** Whether nothing of its lane may be sent now. */
  isHeld: boolean;
  cancel: Cancel;
}

export class Replays {
  readonly #deps: ReplaysDeps;
  readonly #entries = new Map<string, Entry>();
  readonly #mayReport: () => boolean;
  #isStopped = false;

  constructor(deps: ReplaysDeps) {
    this.#deps = deps;
    this.#mayReport = onceAMinute(deps.clock);
  }

  /** Reads the replays of streams (null: of all) that are not over, and goes on with them. Rejects with a DatabaseError. */
  async load(streamIds: readonly string[] | null): Promise<void> {
    this.take(await readOpenReplays(this.#deps.db, streamIds), streamIds);
  }

  /** Takes what the table has of them, in the turn of the event loop in which it was read. */
  take(found: readonly Replay[], streamIds: readonly string[] | null): void {
    const open = new Set(found.map(({ id }) => id));
    for (const { replay } of this.#entries.values())
      if (!open.has(replay.id) && (streamIds?.includes(replay.streamId) ?? true))
        this.#forget(replay.id);
    for (const replay of found) this.#put(replay);
  }

  stop(): void {
    this.#isStopped = true;
    for (const { cancel } of this.#entries.values()) cancel();
  }

  #put(replay: Replay): void {
    const lane = replayLane(replay.endpoint, replay.id);
    const entry = this.#entries.getOrInsertComputed(replay.id, () => ({
      replay,
      lane,
      source: new ReplaySource(this.#deps.db, this.#deps.archive ?? null, replay),
      credit: 0,
      creditAt: this.#deps.clock.steady() - PASS_MS,
      pauseMs: PASS_MS,
      isBusy: false,
      isHeld: false,
      cancel: () => {},
    }));
    entry.replay = replay;
    this.#hold(entry, replay.state !== 'running');
    this.#plan(entry, 0);
  }

  #forget(id: string): void {
    const entry = this.#entries.get(id);
    if (entry === undefined) return;
    entry.cancel();
    this.#entries.delete(id);
    this.#deps.pauses.forget(entry.replay.streamId, entry.lane);
  }

  #hold(entry: Entry, isHeld: boolean): void {
    if (entry.isHeld === isHeld) return;
    entry.isHeld = isHeld;
    const { streamId } = entry.replay;
    if (isHeld) this.#deps.pauses.pause(streamId, entry.lane);
    else this.#deps.pauses.resume(streamId, entry.lane);
  }

  #plan(entry: Entry, ms: number): void {
    entry.cancel();
    if (this.#isStopped || entry.replay.state === 'paused') return;
    entry.cancel = this.#deps.clock.after(ms, () => void this.#run(entry));
  }

  /** One pass; the next one is planned when it has ended. */
  async #run(entry: Entry): Promise<void> {
    if (this.#isStopped) return;
    if (entry.isBusy) return this.#plan(entry, PASS_MS);
    entry.isBusy = true;
    let pauseMs: number | null;
    try {
      pauseMs = await this.#pass(entry);
    } catch (error) {
      if (this.#mayReport())
        this.#deps.log.warn('a replay could not go on and will be tried again', {
          replayId: entry.replay.id,
          error: messageOf(error),
        });
      pauseMs = SECOND_MS;
    }
    entry.isBusy = false;
    const isCurrent = this.#entries.get(entry.replay.id) === entry;
    if (pauseMs !== null && isCurrent) this.#plan(entry, pauseMs);
  }

  /** Returns the ms until the next pass, or null when there is nothing more to do. */
  async #pass(entry: Entry): Promise<number | null> {
    const { replay } = entry;
    const { ownership, destinations } = this.#deps;
    const grant = ownership.grantToSend(replay.streamId);
    // The next owner of the stream reads the row.
    if (grant === null) return this.#leave(entry);
    if (replay.state === 'cancelled') return this.#close(entry);
    const target = destinations.target(replay.streamId, replay.endpoint);
    if (isGone(target)) {
      await this.#cancel(replay, target.gone);
      return 0;
    }
    const why = this.#deps.health.whyDisabled(replay.streamId, replay.endpoint);
    if (why !== null) return this.#pause(replay, `the endpoint is disabled: ${why}`);
    if (replay.cursor >= replay.last) return this.#finish(entry);
    const unfinished = await countUnfinished(this.#deps.db, replay);
    const room = Math.min(UNFINISHED_MAX - unfinished, this.#creditOf(entry));
    if (room < 1) {
      if (unfinished >= UNFINISHED_MAX) return this.#longerPause(entry);
      return Math.max(PASS_MS, ((1 - entry.credit) * SECOND_MS) / replay.ratePerSecond);
    }
    entry.pauseMs = PASS_MS;
    return this.#handOn(entry, grant, target, room);
  }

  #longerPause(entry: Entry): number {
    entry.pauseMs = Math.min(entry.pauseMs * 2, PAUSE_MAX_MS);
    return entry.pauseMs;
  }

  #leave({ replay: { id } }: Entry): null {
    this.#forget(id);
    return null;
  }

  #creditOf(entry: Entry): number {
    const { ratePerSecond } = entry.replay;
    const now = this.#deps.clock.steady();
    const earned = ((now - entry.creditAt) * ratePerSecond) / SECOND_MS;
    entry.credit = Math.min(entry.credit + earned, ratePerSecond);
    entry.creditAt = now;
    return Math.floor(entry.credit);
  }

  async #handOn(entry: Entry, grant: Grant, target: Target, room: number): Promise<number> {
    const { replay, source } = entry;
    const { streamId, last, cursor } = replay;
    const withBodies = target.wants !== undefined;
    const { events, isWhole, isArchived } = await source.next(cursor, withBodies);
    const isWanted = (event: ReplayedEvent) => this.#wants(entry, event);
    const looked = await upToRoom(events, room, isWanted, target.wants);
    const isRead = isWhole && looked.until === null;
    const until = isRead ? last : (looked.until ?? events.at(-1)?.sequence ?? last);
    const stored = events.filter(({ sequence }) => sequence <= until).length;
    const moved = { until, missing: until - cursor - stored };
    await this.#write(entry, grant, target.maskedAddress, looked.wanted, { ...moved, isArchived });
    entry.credit -= looked.wanted.length;
    if (looked.wanted.length === 0) return 0;
    this.#deps.lanes.recordOverflow(streamId, entry.lane);
    this.#deps.stored?.(streamId, looked.wanted.length * DELIVERY_BYTES);
    return PASS_MS;
  }

  #wants({ replay, source }: Entry, event: ReplayedEvent): boolean {
    const { streamId, endpoint, since, until, types, chat, eventIds } = replay;
    if (event.createdAt < since || event.createdAt > until) return false;
    if (chat !== null && event.chat !== chat) return false;
    if (eventIds !== null && !eventIds.includes(event.id)) return false;
    const wanted =
      types?.includes(event.type) ??
      this.#deps.destinations.of(streamId, event.type).includes(endpoint);
    return wanted && !source.wasReceived(event.sequence);
  }

  async #write(
    entry: Entry,
    grant: Grant,
    maskedAddress: string,
    wanted: readonly ReplayedEvent[],
    { until, missing, isArchived }: Omit<Window, 'wanted' | 'maskedAddress'>,
  ): Promise<void> {
    const { clock, commits, ownership } = this.#deps;
    const { streamId, cursor } = entry.replay;
    const statements = handOnStatements(
      entry.replay,
      { wanted, until, missing, maskedAddress, isArchived },
      { now: clock.now(), steady: clock.steady(), grant: ownership.isShared ? grant : null },
    );
    const done = (await commits.write(statements)).at(-1) ?? [];
    // Something else has changed the row, or the answer was lost: the row says where it is.
    if (done.length === 0) return this.load([streamId]);
    const { replay } = entry;
    const handed = replay.handed + wanted.length;
    if (replay.cursor === cursor) entry.replay = { ...replay, cursor: until, handed };
  }

  /** Ends a replay once nothing of it is unfinished. */
  async #finish(entry: Entry): Promise<number | null> {
    const { replay } = entry;
    const { clock, commits, log } = this.#deps;
    if ((await countUnfinished(this.#deps.db, replay)) > 0) return this.#longerPause(entry);
    const [rows = []] = await commits.write([finishStatement(replay, clock.now())]);
    if (rows.length > 0) log.info('replay is done', { replayId: replay.id });
    await this.load([replay.streamId]);
    return PASS_MS;
  }

  async #pause(replay: Replay, reason: string): Promise<null> {
    const { clock, commits, log } = this.#deps;
    log.warn('replay is paused', { replayId: replay.id, reason });
    await commits.write([pauseStatement(replay, reason, clock.now())]);
    await this.load([replay.streamId]);
    return null;
  }

  async #cancel(replay: Replay, reason: string): Promise<void> {
    const { clock, commits, log } = this.#deps;
    log.warn('replay has ended', { replayId: replay.id, reason });
    await commits.write([cancelStatement(replay, reason, clock.now())]);
    await this.load([replay.streamId]);
  }

  /** Discards what is left of a cancelled replay, once no attempt of it is under way. */
  async #close({ replay, lane }: Entry): Promise<number | null> {
    const { clock, commits, db } = this.#deps;
    // This write comes after those of deliveries that return to the table.
    await commits.write([]);
    if (await isSending(db, replay.streamId, lane)) return PASS_MS;
    await commits.write(closeStatements(replay, clock.now()));
    this.#forget(replay.id);
    return null;
  }
}
