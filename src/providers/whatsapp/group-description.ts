/** What WhatsApp says about a group when asked. Owns: for how long its answer is waited for. */
import type { GroupMetadata, WASocket } from '@whiskeysockets/baileys';
import { type Clock, resultInTime } from '../../shared/clock.ts';

const ANSWER_MS = 10_000;

/** Rejects with the reason when it does not say, or not in time. */
export async function groupDescription(
  socket: WASocket,
  group: string,
  clock: Clock,
): Promise<GroupMetadata> {
  const described = await resultInTime(clock, ANSWER_MS, socket.groupMetadata(group));
  if (described === null) throw new Error(`there was no answer within ${ANSWER_MS} ms`);
  return described;
}
