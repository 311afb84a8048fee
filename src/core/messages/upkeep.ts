/** Periodic work on messages: sets the status Unknown, continues merging contacts, deletes what is too old. */
import type { Database } from '../db/client.ts';
import type { Stream } from '../events/contract/catalog.ts';
import { repeat } from '../shared/async/repeat.ts';
import { type Clock, yieldToEventLoop } from '../shared/clock.ts';
import { messageOf } from '../shared/errors.ts';
import type { Log } from '../shared/log.ts';
import type { MessageLog } from './log.ts';
import { prunePolls } from './polls.ts';
import { pruneMessages, readPending } from './rows.ts';
import { pruneStore } from './store/pruning.ts';
import { findUpkeepWork } from './upkeep-work.ts';

/** An instance that is connected. */
interface ConnectedStream extends Stream {
  /** Ms since 1970. */
  readonly since: number;
}

export interface MessageUpkeepDeps {
  readonly db: Pick<Database, 'query'>;
  readonly clock: Clock;
  readonly log: Log;
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
  const { clock, log } = deps;
  const failed = (error: unknown) =>
    log.warn('the periodic work on messages failed', { reason: messageOf(error) });
  const upkeep = repeat({ clock, ms: EVERY_MS, failed }, async () => {
    const { db, node = null } = deps;
    const times = { unanswered: clock.now() - UNANSWERED_MS, ...keptSince(deps) };
    const { unanswered, hasUnmoved, hasOld } = await findUpkeepWork(db, times, node);
    if (unanswered.size > 0) await settleUnanswered(deps, unanswered);
    if (hasUnmoved) await deps.merging?.resume();
    if (hasOld) await prune(deps);
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
  deps: MessageUpkeepDeps,
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

function keptSince({ clock, hours, storeHours }: MessageUpkeepDeps) {
  const now = clock.now();
  return { statuses: now - hours * HOUR_MS, stored: now - storeHours * HOUR_MS };
}

async function prune(deps: MessageUpkeepDeps): Promise<void> {
  const { db, node = null } = deps;
  const { statuses, stored } = keptSince(deps);
  await inSlices(() => pruneMessages(db, statuses, SLICE, node));
  await inSlices(() => prunePolls(db, statuses, SLICE, node));
  await pruneStore(db, stored, node);
}

/** Deletes in slices and yields in between, so that statuses are set in time however much there is to delete. */
async function inSlices(deleteSlice: () => Promise<number>): Promise<void> {
  for (let slices = 0; slices < DELETED_SLICES_MAX; slices++) {
    if ((await deleteSlice()) < SLICE) return;
    await yieldToEventLoop();
  }
}
