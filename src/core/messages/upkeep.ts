/** Periodic work on messages: sets the status Unknown, continues merging contacts, deletes what is too old. */
import type { Database } from '../db/client.ts';
import { instanceExists, oldestNodeIs } from '../db/conditions.ts';
import type { Stream } from '../events/contract/catalog.ts';
import { repeat } from '../shared/async/repeat.ts';
import { type Clock, yieldToEventLoop } from '../shared/clock.ts';
import { messageOf } from '../shared/errors.ts';
import type { Log } from '../shared/log.ts';
import type { MessageLog } from './log.ts';
import { prunePolls } from './polls.ts';
import { pruneMessages, readPending } from './rows.ts';
import { pruneStore, redateFutureMessages } from './store/pruning.ts';

/** An instance that is connected. */
interface ConnectedStream extends Stream {
  /** Ms since 1970. */
  readonly since: number;
}

interface MessageUpkeepDeps {
  readonly db: Pick<Database, 'query'>;
  readonly clock: Clock;
  readonly log: Log;
  /** Returns the time to which ages are counted, in ms since 1970. */
  readonly time: () => Promise<number>;
  readonly messages: Pick<MessageLog, 'recordStatuses'>;
  /** Returns the instances that this process connects. */
  readonly connected: () => readonly ConnectedStream[];
  /** Absent if no contacts are stored. */
  readonly merging?: { readonly resume: () => Promise<void>; readonly stop: () => void };
  /** For how long the statuses of sent messages are stored. */
  readonly hours: number;
  /** For how long messages can be read back; 0 if they are not stored. */
  readonly storeHours: number;
  /** The id of this node, or null without a cluster. Only the oldest node deletes. */
  readonly node?: string | null;
}

const EVERY_MS = 10_000;
/** A connected platform that has not confirmed a message by then will not. */
const UNANSWERED_MS = 30_000;
const HOUR_MS = 3_600_000;
const SLICE = 500;
/** The limit of one instance in one pass; the next pass continues. */
const SLICES_MAX = 100;
/** The limit of one table in one pass: far more than arrives between two passes. */
const DELETED_SLICES_MAX = 500;

const UNANSWERED =
  'The platform did not confirm the message. It may have been delivered or not: ask the recipient before you send it again.';

/** After `stop` no pass starts; one that runs ends by itself. */
export function createMessageUpkeep(deps: MessageUpkeepDeps) {
  const { db, clock, log, node = null } = deps;
  const failed = (error: unknown) =>
    log.warn('the periodic work on messages failed', { reason: messageOf(error) });
  const upkeep = repeat({ clock, ms: EVERY_MS, failed }, async () => {
    const kept = keptSince(deps, await deps.time());
    const now = clock.now();
    const times = { ...kept, unanswered: now - UNANSWERED_MS, future: now + HOUR_MS };
    const { unanswered, hasUnmoved, hasOld } = await findUpkeepWork(db, times, node);
    if (unanswered.size > 0) await settleUnanswered(deps, unanswered);
    if (hasUnmoved) await deps.merging?.resume();
    if (hasOld) await prune(deps, kept);
  });
  return {
    start: () => void upkeep.run(),
    stop: () => {
      deps.merging?.stop();
      return upkeep.stop();
    },
  };
}

/**
 * Sets the status Unknown of messages without an answer for 30 s, while their instance was connected. `among` names the
 * instances that may have any; by default all.
 */
export async function settleUnanswered(
  deps: Omit<MessageUpkeepDeps, 'time'>,
  among: ReadonlySet<string> | null = null,
): Promise<void> {
  const { db, clock, messages, connected } = deps;
  const before = clock.now() - UNANSWERED_MS;
  for (const { id, name, since } of connected()) {
    if (since > before || among?.has(id) === false) continue;
    for (let slices = 0; slices < SLICES_MAX; slices++) {
      const pending = await readPending(db, id, before, SLICE);
      const at = clock.now();
      await messages.recordStatuses(
        { id, name },
        pending.map((id) => ({ id, status: 'Unknown', code: null, reason: UNANSWERED, at })),
      );
      if (pending.length < SLICE) break;
    }
  }
}

type KeptTimes = Pick<UpkeepTimes, 'statuses' | 'stored'>;

/** `now` is the time to which ages are counted. */
const keptSince = ({ hours, storeHours }: MessageUpkeepDeps, now: number): KeptTimes => ({
  statuses: now - hours * HOUR_MS,
  stored: now - storeHours * HOUR_MS,
});

async function prune(
  { db, clock, node = null }: MessageUpkeepDeps,
  { statuses, stored }: KeptTimes,
): Promise<void> {
  await inSlices(() => pruneMessages(db, statuses, SLICE, node));
  await inSlices(() => prunePolls(db, statuses, SLICE, node));
  await redateFutureMessages(db, clock.now(), node);
  await pruneStore(db, stored, node);
}

/** Deletes in slices and yields in between, so that statuses are set in time however much there is to delete. */
async function inSlices(deleteSlice: () => Promise<number>): Promise<void> {
  for (let slices = 0; slices < DELETED_SLICES_MAX; slices++) {
    if ((await deleteSlice()) < SLICE) return;
    await yieldToEventLoop();
  }
}

interface UpkeepTimes {
  /** Messages sent before it are unanswered; all times are in ms since 1970. */
  readonly unanswered: number;
  /** Statuses before it are deleted. */
  readonly statuses: number;
  /** Stored messages and contacts before it are deleted. */
  readonly stored: number;
  /** Stored messages after it have a date of the future, and get another. */
  readonly future: number;
}

interface UpkeepWork {
  /** The instances with messages that nothing has confirmed. */
  readonly unanswered: ReadonlySet<string>;
  readonly hasUnmoved: boolean;
  /** Whether this node deletes, and there is something to delete. */
  readonly hasOld: boolean;
}

/** How many of the rows that were stored first are looked at; pruning visits as many. */
const LOOKED_AT = 200;

const OLD = `(exists (select 1 from messages where fetched_at is null and sent_at < ?2)
    or exists (select 1 from messages where fetched_at < ?2)
    or exists (select 1 from polls where sent_at < ?2)
    or exists (select 1 from poll_votes where voted_at < ?2)
    or exists (select 1 from contacts where seen_at < ?3)
    or exists (select 1 from (select stored_at from stored_messages order by place limit ${LOOKED_AT})
      where stored_at < ?3 or stored_at > ?4)
    or exists (select 1 from list_totals where list in ('stored_messages', 'contacts')
      and not ${instanceExists('owner_id')}))`;
const WORK = `select
  (select json_group_array(instance_id) from (
    select distinct instance_id from messages where status = 'Pending' and sent_at < ?1)),
  exists (select 1 from contact_addresses where is_moved = 0),
  $oldest and ${OLD}`;

/** `node` is this one, or null without a cluster. */
async function findUpkeepWork(
  db: Pick<Database, 'query'>,
  { unanswered, statuses, stored, future }: UpkeepTimes,
  node: string | null,
): Promise<UpkeepWork> {
  const sql = WORK.replace('$oldest', oldestNodeIs(node));
  const [row = []] = await db.query(sql, [unanswered, statuses, stored, future]);
  const [ids, hasUnmoved, hasOld] = row;
  return {
    // The statement makes this list.
    unanswered: new Set(JSON.parse(String(ids)) as string[]),
    hasUnmoved: hasUnmoved === 1,
    hasOld: hasOld === 1,
  };
}
