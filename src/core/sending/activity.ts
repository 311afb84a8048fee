import type { Activity, ChatActions } from '../providers/chat-actions.ts';
import { type Clock, sleep } from '../shared/clock.ts';

/** Phones stop showing the activity after about 20 s unless it is sent again. */
const SHOWN_AGAIN_MS = 10_000;

interface ActivityRequest {
  readonly chats: ChatActions;
  readonly clock: Clock;
  readonly number: string;
  readonly presence: Activity;
  readonly signal: AbortSignal;
}

/** Shows for `ms` that the account writes or records; aborting `signal` ends it at once. */
export async function showFor(
  ms: number,
  { chats, clock, number, presence, signal }: ActivityRequest,
) {
  await chats.showActivity(number, presence);
  if (ms === 0) return;
  for (let left = ms; left > 0; left -= SHOWN_AGAIN_MS) {
    if (left < ms && !signal.aborted) await chats.showActivity(number, presence);
    await sleep(clock, Math.min(left, SHOWN_AGAIN_MS), signal);
  }
  if (presence !== 'paused') await chats.showActivity(number, 'paused');
}
