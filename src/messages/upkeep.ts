/** What is done about messages with time: the status Unknown without any answer, merging of contacts, deletion. */
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

/** An instance that is connected. */
export interface ConnectedStream extends Stream {
  /** Ms since 1970. */
  readonly since: number;
}

export interface MessageUpkeepDeps {
  readonly db: Pick<Database, 'query'>;
  readonly clock: Clock;
  readonly log: Log;
  readonly messages: Pick<MessageLog, 'progressed'>;
  /** Those that this process connects. */
  readonly connected: () => readonly ConnectedStream[];
  /** Merging of contacts; absent: none are stored. */
  readonly merging?: { readonly resume: () => Promise<void>; readonly stop: () => void };
  /** For how long the statuses of sent messages are stored. */
  readonly hours: number;
  /** For how long messages are stored to be read back; 0: not at all. */
  readonly storeHours: number;
  /** The id of this node, of which the oldest deletes; null: the process is alone. */
  readonly node?: string | null;
}

const EVERY_MS = 10_000;
/** A connected platform that has not confirmed a message for so long is not going to. */
const UNANSWERED_MS = 30_000;
const HOUR_MS = 3_600_000;
const SLICE = 500;
/** Of one instance at a time; the rest is settled by the next look. */
const SLICES_MAX = 100;
/** Deleted of one table at one look: far more than comes in between two. */
const DELETED_SLICES_MAX = 500;

const UNANSWERED =
  'The platform did not confirm the message. It may have been delivered or not: ask the recipient before you send it again.';

/** After `stop` no look begins; one that is under way ends by itself. */
export function createMessageUpkeep(deps: MessageUpkeepDeps) {
  const { clock, log } = deps;
  const failed = (error: unknown) =>
    log.warn('messages could not be looked after', { reason: messageOf(error) });
  const upkeep = repeat({ clock, ms: EVERY_MS, failed }, async () => {
    await settleUnanswered(deps);
    await deps.merging?.resume();
    await prune(deps);
  });
  return {
    start: () => void upkeep.run(),
    stop: () => {
      deps.merging?.stop();
      return upkeep.stop();
    },
  };
}

/** Gives the status Unknown to what was sent at least 30 s ago, and 30 s after its instance was connected again. */
export async function settleUnanswered(deps: MessageUpkeepDeps): Promise<void> {
  const { db, clock, messages, connected } = deps;
  const before = clock.now() - UNANSWERED_MS;
  for (const { id, name, since } of connected()) {
    if (since > before) continue;
    for (let slices = 0; slices < SLICES_MAX; slices++) {
      const pending = await readPending(db, id, before, SLICE);
      const at = clock.now();
      await messages.progressed(
        { id, name },
        pending.map((id) => ({ id, status: 'Unknown', code: null, reason: UNANSWERED, at })),
      );
      if (pending.length < SLICE) break;
    }
  }
}

async function prune(deps: MessageUpkeepDeps): Promise<void> {
  const { db, clock, hours, storeHours, node = null } = deps;
  const now = clock.now();
  const before = now - hours * HOUR_MS;
  await inSlices(() => pruneMessages(db, before, SLICE, node));
  await inSlices(() => prunePolls(db, before, SLICE, node));
  await pruneStore(db, now - storeHours * HOUR_MS, node);
}

/** Until fewer than SLICE are deleted, so that what waits for an answer is settled in time whatever has piled up. */
async function inSlices(deleteSlice: () => Promise<number>): Promise<void> {
  for (let slices = 0; slices < DELETED_SLICES_MAX; slices++) {
    if ((await deleteSlice()) < SLICE) return;
    await yieldToEventLoop();
  }
}
