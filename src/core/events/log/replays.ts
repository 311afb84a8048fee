/** Reads replays, and which events they are about; only the engine writes their table. */
import type { Database, Row, Statement, Value } from '../../db/client.ts';
import type { ArchiveReader, EventArchive } from '../contract/archive.ts';
import { replayLane } from '../contract/endpoint.ts';
import type { Replay, ReplayProgress, ReplayState } from '../contract/replay.ts';
import { CLOCK_SLACK_MS } from './delivery-search.ts';
import { type EventWindow, nextStored, readReceived, readWindow } from './replay-window.ts';

type Db = Pick<Database, 'query'>;

const READ = `select id, stream_id, endpoint, state, is_open, reason, since, until, types, chat, event_ids, only_failed,
  rate_per_second, first, last, cursor, handed, discarded, missing, created_at, updated_at, finished_at from replays`;
const OPEN = `${READ} where is_open = 1`;
const OPEN_OF = `${OPEN} and stream_id in (select value from json_each(?))`;
const ONE = `${READ} where stream_id = ? and endpoint = ? and id = ?`;
const OF_ENDPOINT = `${READ} where stream_id = ? and endpoint = ? order by id desc limit ?`;

/** Repeats the conditions of the indexes; what is being sent is bounded by what fits into memory. */
export const UNFINISHED = `(select count(*) from deliveries
    where stream_id = ?1 and endpoint = ?2 and state = 'waiting' and attempt_count = 0)
  + (select count(*) from deliveries
    where stream_id = ?1 and endpoint = ?2 and state = 'waiting' and attempt_count > 0)
  + (select count(*) from deliveries where stream_id = ?1 and state = 'sending' and endpoint = ?2)`;

const SENDING =
  "select 1 from deliveries where stream_id = ? and state = 'sending' and endpoint = ? limit 1";

/** How many replays of an endpoint are listed. */
const LISTED_MAX = 100;

/** Selects the replays of streams (null: of all) for which something is still to be done; `toReplay` reads its rows. */
export const openReplaysOf = (streamIds: readonly string[] | null): Statement =>
  streamIds === null
    ? { sql: OPEN, params: [] }
    : { sql: OPEN_OF, params: [JSON.stringify(streamIds)] };

/** Returns the replays that `openReplaysOf` selects. */
export async function readOpenReplays(
  db: Db,
  streamIds: readonly string[] | null,
): Promise<Replay[]> {
  const { sql, params } = openReplaysOf(streamIds);
  return (await db.query(sql, params)).map(toReplay);
}

/** Returns a replay to an endpoint, or null for an unknown id. Any node may ask. */
export async function readReplay(
  db: Db,
  streamId: string,
  endpoint: string,
  id: string,
): Promise<ReplayProgress | null> {
  const [row] = await db.query(ONE, [streamId, endpoint, id]);
  return row === undefined ? null : withProgress(db, toReplay(row));
}

/** Returns the latest replays to an endpoint, the newest first. */
export async function listReplays(
  db: Db,
  streamId: string,
  endpoint: string,
): Promise<ReplayProgress[]> {
  const rows = await db.query(OF_ENDPOINT, [streamId, endpoint, LISTED_MAX]);
  return Promise.all(rows.map((row) => withProgress(db, toReplay(row))));
}

async function withProgress(db: Db, replay: Replay): Promise<ReplayProgress> {
  return { ...replay, unfinished: await countUnfinished(db, replay) };
}

/** Returns how many deliveries of a replay wait or are being sent. */
export async function countUnfinished(
  db: Db,
  { streamId, endpoint, id }: Pick<Replay, 'streamId' | 'endpoint' | 'id'>,
): Promise<number> {
  const [row] = await db.query(`select ${UNFINISHED}`, [streamId, replayLane(endpoint, id)]);
  return Number(row?.[0] ?? 0);
}

/** Returns whether an attempt of a lane is under way, or was when its process ended. */
export const isSending = async (db: Db, streamId: string, lane: string): Promise<boolean> =>
  (await db.query(SENDING, [streamId, lane])).length > 0;

/** A replay's lane, in SQL. */
const LANE = `replays.endpoint || '${replayLane('', '')}' || replays.id`;

/**
 * Returns the statement that adds deliveries to the discarded ones of their replays that are not over (`+`), or takes
 * them off (`-`). It comes right before the one that changes their state, in its transaction. `where` selects
 * deliveries, and `ofStreams`, whose parameters follow, replays.
 */
export const countDiscarded = (sign: '+' | '-', where: string, ofStreams: string): string =>
  `update replays set discarded = discarded ${sign} (select count(*) from deliveries
    where stream_id = replays.stream_id and endpoint = ${LANE} and ${where})
  where is_open = 1 and ${ofStreams}`;

export function toReplay(row: Row): Replay {
  const [id, streamId, endpoint, state, isOpen, reason, since, until, types, chat, ...rest] = row;
  const [
    eventIds,
    onlyFailed,
    ratePerSecond,
    first,
    last,
    cursor,
    handed,
    discarded,
    missing,
    ...times
  ] = rest;
  const [createdAt, updatedAt, finishedAt] = times;
  return {
    id: String(id),
    streamId: String(streamId),
    endpoint: String(endpoint),
    state: state as ReplayState,
    isOpen: isOpen === 1,
    reason: reason == null ? null : String(reason),
    since: Number(since),
    until: Number(until),
    types: listIn(types),
    chat: chat == null ? null : String(chat),
    eventIds: listIn(eventIds),
    onlyFailed: onlyFailed === 1,
    ratePerSecond: Number(ratePerSecond),
    first: Number(first),
    last: Number(last),
    cursor: Number(cursor),
    handed: Number(handed),
    discarded: Number(discarded),
    missing: Number(missing),
    createdAt: Number(createdAt),
    updatedAt: Number(updatedAt),
    finishedAt: finishedAt == null ? null : Number(finishedAt),
  };
}

/** Only the engine writes this JSON. */
const listIn = (json: Value | undefined): string[] | null =>
  json == null ? null : (JSON.parse(String(json)) as string[]);

const RESTORED = 'select body from restored_events where replay_id = ? and sequence = ?';

/** Returns an event that a replay has read from the archive and still has to send, or null. */
export async function restoredEvent(db: Db, replayId: string, sequence: number) {
  const [row] = await db.query(RESTORED, [replayId, sequence]);
  return row === undefined ? null : { body: String(row[0]), mediaId: null };
}

// Reads the events of a replay from the log, or from the archive if the log has removed them, and reads which of them
// the endpoint already got.

export class ReplaySource {
  readonly #db: Pick<Database, 'query'>;
  readonly #archive: EventArchive | null;
  readonly #replay: Replay;
  /** Null until something was not in the log. */
  #reader: ArchiveReader | null = null;
  /** Says which events its endpoint was sent; null until that was read, or if all are wanted. */
  #received: ((sequence: number) => boolean) | null = null;

  constructor(db: Pick<Database, 'query'>, archive: EventArchive | null, replay: Replay) {
    this.#db = db;
    this.#archive = archive;
    this.#replay = replay;
  }

  /** Returns the next events after the cursor. Rejects with a DatabaseError, or the Error of the archive. */
  async next(cursor: number, hasBodies: boolean): Promise<EventWindow> {
    const db = this.#db;
    const { streamId, endpoint, first, last, onlyFailed } = this.#replay;
    if (onlyFailed) this.#received ??= await readReceived(db, streamId, endpoint, [first, last]);
    const archived = await this.#fromArchive(cursor);
    return archived ?? readWindow(db, streamId, [cursor, last], hasBodies);
  }

  /** Returns whether the endpoint was sent an event, or will be, if that matters. */
  wasReceived(sequence: number): boolean {
    return this.#received?.(sequence) ?? false;
  }

  /** Returns null if the log has the next event, or the archive has none before it. */
  async #fromArchive(cursor: number): Promise<EventWindow | null> {
    const [db, archive] = [this.#db, this.#archive];
    const { streamId, since, last } = this.#replay;
    if (!archive) return null;
    const next = (await nextStored(db, streamId, cursor)) ?? last + 1;
    if (next === cursor + 1) return null;
    this.#reader ??= archive.open(streamId, since - CLOCK_SLACK_MS);
    const events = await this.#reader.read(cursor, Math.min(next, last + 1));
    return events.length === 0 ? null : { events, isWhole: false, isArchived: true };
  }
}
