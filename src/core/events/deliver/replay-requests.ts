/** Begins, pauses, resumes and cancels replays: each is a change of a row, which the owner of the stream acts on. */
import type { Database, Statement, Value } from '../../db/client.ts';
import type { Clock } from '../../shared/clock.ts';
import { messageOf } from '../../shared/errors.ts';
import { newId, timeOfId } from '../../shared/ids.ts';
import type { EventArchive } from '../contract/archive.ts';
import {
  REPLAYS_PER_ENDPOINT,
  REPLAYS_PER_STREAM,
  type ReplayRefusal,
  type ReplayRequest,
  type ReplayShare,
  type ReplayState,
} from '../contract/replay.ts';
import { rangeOf } from '../log/replay-window.ts';
import type { GroupCommit } from '../publish/group-commit.ts';
import { noteWaiting, type Ownership } from '../publish/ownership.ts';
import type { Replays } from './replays.ts';

/** The actions on a replay that is not over. */
export type ReplayAction = 'pause' | 'resume' | 'cancel';

export interface ReplayRequests {
  /**
   * Begins a replay. Resolves with its id once it is on disk, or with the reason of the refusal. Rejects with a
   * DatabaseError. `notesOf` returns statements that run in the same commit right after the insert; `changes()` tells
   * them whether the insert added the replay. `share` is that of the endpoint, or null.
   */
  begin(
    streamId: string,
    request: BeginRequest,
    notesOf?: (id: string) => readonly Statement[],
  ): Promise<{ readonly id: string } | ReplayRefusal>;
  /**
   * Returns whether the replay was in a state in which this can be asked of it. Rejects with a DatabaseError.
   * `recorded` has a statement that is run like that of `begin`, and the state that it reports: in any other state
   * nothing is changed, since a concurrent change was first.
   */
  act(
    streamId: string,
    id: string,
    action: ReplayAction,
    recorded?: AuditedChange,
  ): Promise<boolean>;
  /** Cancels every replay to the endpoint that is not over. Rejects with a DatabaseError. */
  cancelAll(streamId: string, endpoint: string, reason: string): Promise<void>;
}

type BeginRequest = ReplayRequest & { readonly share?: ReplayShare | null };

interface AuditedChange {
  readonly note: Statement;
  readonly from: ReplayState;
}

interface ReplayRequestsDeps {
  readonly db: Pick<Database, 'query'>;
  readonly clock: Clock;
  readonly commits: Pick<GroupCommit, 'write'>;
  readonly ownership: Pick<Ownership, 'grantOf'>;
  readonly eventHours: number;
  readonly archive?: EventArchive | null;
  /** Null if events are removed for their age alone. */
  readonly storageLimit?: unknown;
  readonly replays: Pick<Replays, 'load'>;
}

const OPEN = '(select count(*) from replays where stream_id = ? and is_open = 1';
const BEGIN = `insert into replays (id, stream_id, endpoint, state, is_open, since, until, types, chat,
    event_ids, only_failed, rate_per_second, first, last, cursor, created_at, updated_at)
  select ?, ?, ?, 'running', 1, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?
  where ${OPEN} and endpoint = ?) < ${REPLAYS_PER_ENDPOINT} and ${OPEN}) < ${REPLAYS_PER_STREAM}
    and ${OPEN} and endpoint not in (select value from json_each(?))) < ? returning id`;

const change = (set: string, where: string) =>
  `update replays set ${set}, updated_at = ? where stream_id = ? and ${where} returning id`;
const CANCEL = "state = 'cancelled', reason = ?, finished_at = ?";
/** In this state, if one is given. */
const FROM = 'state = coalesce(?, state)';
const ACTIONS: Readonly<Record<ReplayAction, string>> = {
  pause: change("state = 'paused', reason = ?", `id = ? and state = 'running' and ${FROM}`),
  resume: change("state = 'running', reason = ?", `id = ? and state = 'paused' and ${FROM}`),
  cancel: change(CANCEL, `id = ? and state in ('running', 'paused') and ${FROM}`),
};
const CANCEL_ALL = change(
  CANCEL,
  "endpoint = ? and is_open = 1 and state in ('running', 'paused')",
);
const COUNT_OPEN = `select ${OPEN} and endpoint = ?), ${OPEN})`;

const HOUR_MS = 3_600_000;

export function createReplayRequests(deps: ReplayRequestsDeps): ReplayRequests {
  const { db, clock, commits, ownership, replays } = deps;

  /** Writes the change, and lets the owner of the stream know. Returns how many rows it has changed. */
  async function write(
    streamId: string,
    sql: string,
    params: readonly Value[],
    notes: readonly Statement[] = [],
  ): Promise<number> {
    const isOwn = ownership.grantOf(streamId) !== null;
    const changing: Statement[] = [{ sql, params }, ...notes];
    const [rows = []] = await commits.write(
      isOwn ? changing : [...changing, noteWaiting(streamId)],
    );
    if (isOwn) await replays.load([streamId]);
    return rows.length;
  }

  /** Events that are younger than what is kept can only be missing where a limit removes them too. */
  const isGone = (isPruned: boolean, from: number, oldest: number | null): boolean =>
    isPruned &&
    from < (oldest ?? Infinity) &&
    (deps.storageLimit != null || from < clock.now() - deps.eventHours * HOUR_MS);

  return {
    async begin(streamId, request, notesOf) {
      const { first: stored, last, oldest, isPruned } = await rangeOf(db, streamId, request);
      const from = startOf(request);
      const archived = isPruned ? await firstArchived(deps.archive, streamId, from, oldest) : null;
      if (typeof archived === 'string') return { refused: 'archive', problem: archived };
      if (archived === null && isGone(isPruned, from, oldest)) return { refused: 'pruned', oldest };
      const first = Math.min(archived ?? stored, stored);
      const id = newId();
      const params = valuesOf(request, { id, streamId, first, last, now: clock.now() });
      if ((await write(streamId, BEGIN, params, notesOf?.(id))) > 0) return { id };
      return tooMany(db, streamId, request);
    },
    async act(streamId, id, action, recorded) {
      const now = clock.now();
      const ended = action === 'cancel' ? [now] : [];
      const params = [null, ...ended, now, streamId, id, recorded?.from ?? null];
      const notes = recorded ? [recorded.note] : [];
      return (await write(streamId, ACTIONS[action], params, notes)) > 0;
    },
    async cancelAll(streamId, endpoint, reason) {
      const now = clock.now();
      await write(streamId, CANCEL_ALL, [reason, now, now, streamId, endpoint]);
    },
  };
}

/** Returns the time from which events must be stored. The id of an event is made right after its creation time. */
const startOf = ({ since, eventIds }: ReplayRequest): number =>
  eventIds === null ? since : Math.max(since, Math.min(...eventIds.map(timeOfId)));

/** Returns which of the limits a replay would have gone over. */
async function tooMany(
  db: Pick<Database, 'query'>,
  streamId: string,
  { endpoint, share }: BeginRequest,
): Promise<ReplayRefusal> {
  const counted = await db.query(COUNT_OPEN, [streamId, endpoint, streamId]);
  const [ofEndpoint = 0, ofStream = 0] = (counted[0] ?? []).map(Number);
  if (ofEndpoint >= REPLAYS_PER_ENDPOINT)
    return { refused: 'too_many', most: REPLAYS_PER_ENDPOINT, of: 'endpoint' };
  return share && ofStream < REPLAYS_PER_STREAM
    ? { refused: 'too_many', most: share.most, of: 'share' }
    : { refused: 'too_many', most: REPLAYS_PER_STREAM, of: 'stream' };
}

interface Beginning {
  readonly id: string;
  readonly streamId: string;
  /** The sequences to look at. */
  readonly first: number;
  readonly last: number;
  readonly now: number;
}

/** Returns the parameters of `BEGIN`. */
function valuesOf(
  { endpoint, since, until, types, chat, eventIds, onlyFailed, ...request }: BeginRequest,
  { id, streamId, first, last, now }: Beginning,
): readonly Value[] {
  const { ratePerSecond, share } = request;
  const lists = {
    types: types && JSON.stringify(types),
    ids: eventIds && JSON.stringify(eventIds),
  };
  const selected = [since, until, lists.types, chat, lists.ids, onlyFailed ? 1 : 0];
  const places = [ratePerSecond, first, last, first - 1, now, now];
  const { without, most } = share ?? { without: [], most: REPLAYS_PER_STREAM };
  const limits = [streamId, endpoint, streamId, streamId, JSON.stringify(without), most];
  return [id, streamId, endpoint, ...selected, ...places, ...limits];
}

/** Returns the first sequence of the time that the archive has, null if none, or why it cannot be asked. */
async function firstArchived(
  archive: EventArchive | null | undefined,
  streamId: string,
  from: number,
  oldest: number | null,
): Promise<number | string | null> {
  if (!archive || from >= (oldest ?? Infinity)) return null;
  try {
    return await archive.firstFrom(streamId, from);
  } catch (error) {
    return messageOf(error);
  }
}
