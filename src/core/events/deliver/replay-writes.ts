/** The statements that change replays and what belongs to them. */
import type { Statement } from '../../db/client.ts';
import { newId } from '../../shared/ids.ts';
import type { Delivery } from '../contract/channel.ts';
import { replayLane, replayOfLane } from '../contract/endpoint.ts';
import type { Replay } from '../contract/replay.ts';
import type { ReplayedEvent } from '../log/replay-window.ts';
import { UNFINISHED } from '../log/replays.ts';
import type { Grant } from '../publish/ownership.ts';

/** Only while the replay is where this process thinks it is, and the stream is its own. */
const STILL = "exists (select 1 from replays where id = ? and state = 'running' and cursor = ?)";
const OWNED = 'exists (select 1 from streams where id = ? and owner = ? and term = ?)';
const HAND_ON = `insert into deliveries (id, stream_id, sequence, endpoint, event_id, type, target, state,
    attempt_count, next_attempt_at, holder, created_at, updated_at)
  select value ->> 0, ?, value ->> 1, ?, value ->> 2, value ->> 3, ?, 'waiting', 0, ?, null, ?, ?
  from json_each(?) where ${STILL}`;
const ADVANCE = `update replays set cursor = ?, handed = handed + ?, missing = missing + ?, updated_at = ?
  where id = ? and state = 'running' and cursor = ?`;
const FINISH = `update replays set state = 'done', is_open = 0, finished_at = ?3, updated_at = ?3
  where id = ?4 and state = 'running' and cursor >= last and ${UNFINISHED} = 0 returning id`;
const PAUSE = `update replays set state = 'paused', reason = ?, updated_at = ?
  where id = ? and state = 'running' returning id`;
const CANCEL = `update replays set state = 'cancelled', reason = ?, finished_at = ?, updated_at = ?
  where id = ? and state in ('running', 'paused')`;
/** Two statements for the two indexes. */
const DISCARD = ['attempt_count = 0', 'attempt_count > 0'].map(
  (
    kind,
  ) => `update deliveries set state = 'discarded', next_attempt_at = null, last_error = ?, updated_at = ?
  where stream_id = ? and endpoint = ? and state = 'waiting' and ${kind}`,
);
const CLOSE = `update replays set is_open = 0, discarded = discarded + ${UNFINISHED} where id = ?3`;
/** Counts a discarded delivery of a replay that is not over, in the commit that discards it. */
const COUNT_DISCARDED = `update replays set discarded = discarded + 1 where id = ? and is_open = 1
  and exists (select 1 from deliveries where id = ? and holder = ?)`;

const FORGET_RESTORED = `delete from restored_events where replay_id = ? and sequence = ?
  and exists (select 1 from deliveries where id = ? and holder = ?)`;
const FORGET_ALL = 'delete from restored_events where replay_id = ?';
const RESTORE = `insert or ignore into restored_events (replay_id, sequence, chat, body)
  select ?, value ->> 0, value ->> 1, value ->> 2 from json_each(?) where ${STILL}`;

/** The result of one pass over the log. */
export interface Window {
  readonly wanted: readonly ReplayedEvent[];
  /** The last sequence that was looked at. */
  readonly until: number;
  /** How many events up to there are no longer stored. */
  readonly missing: number;
  /** The masked address of the endpoint. */
  readonly maskedAddress: string;
  /** Whether the events come from the archive, so that they are stored until their deliveries have ended. */
  readonly isArchived: boolean;
}

interface Moment {
  readonly now: number;
  readonly steady: number;
  /** The grant of the stream, where other processes write to it too. */
  readonly grant: Grant | null;
}

/** Hands on a window. The last statement returns no row if the replay is no longer where it was; then nothing was done. */
export function handOnStatements(
  { id, streamId, endpoint, cursor }: Replay,
  { wanted, until, missing, maskedAddress, isArchived }: Window,
  { now, steady, grant }: Moment,
): Statement[] {
  const owned = grant ? ` and ${OWNED}` : '';
  const owner = grant ? [streamId, grant.node, grant.term] : [];
  const moved = [until, wanted.length, missing, now, id, cursor, ...owner];
  const advance = { sql: `${ADVANCE}${owned} returning id`, params: moved };
  if (wanted.length === 0) return [advance];
  const rows = wanted.map((event) => [newId(), event.sequence, event.id, event.type]);
  const lane = replayLane(endpoint, id);
  const values = [streamId, lane, maskedAddress, steady, now, now, JSON.stringify(rows)];
  const still = [id, cursor, ...owner];
  const restored = wanted.map(({ sequence, chat, body }) => [sequence, chat, body]);
  const restore = { sql: RESTORE + owned, params: [id, JSON.stringify(restored), ...still] };
  const handOn = { sql: HAND_ON + owned, params: [...values, ...still] };
  return [...(isArchived ? [restore] : []), handOn, advance];
}

/** Returns a row if nothing of the replay was unfinished, so that it is done now. */
export const finishStatement = ({ id, streamId, endpoint }: Replay, now: number): Statement => ({
  sql: FINISH,
  params: [streamId, replayLane(endpoint, id), now, id],
});

export const pauseStatement = ({ id }: Replay, reason: string, now: number): Statement => ({
  sql: PAUSE,
  params: [reason, now, id],
});

export const cancelStatement = ({ id }: Replay, reason: string, now: number): Statement => ({
  sql: CANCEL,
  params: [reason, now, now, id],
});

/** Discards what waits for a cancelled replay, after which nothing is left to do for it. */
export function closeStatements(
  { id, streamId, endpoint, reason }: Replay,
  now: number,
): Statement[] {
  const lane = replayLane(endpoint, id);
  const why = `replay cancelled${reason === null ? '' : `: ${reason}`}`;
  return [
    { sql: CLOSE, params: [streamId, lane, id] },
    { sql: FORGET_ALL, params: [id] },
    ...DISCARD.map((sql) => ({ sql, params: [why, now, streamId, lane] })),
  ];
}

/** Returns the statements for a delivery that ends, if it is of a replay; they come before the one that ends its lease. */
export function replayEndStatements(
  { id, sequence, endpoint, holder }: Delivery,
  state: 'delivered' | 'waiting' | 'discarded',
): Statement[] {
  const replayId = replayOfLane(endpoint);
  if (replayId === null || state === 'waiting') return [];
  const forget = { sql: FORGET_RESTORED, params: [replayId, sequence, id, holder] };
  if (state === 'delivered') return [forget];
  return [{ sql: COUNT_DISCARDED, params: [replayId, id, holder] }, forget];
}
