/** What WhatsApp says about a group when asked. */
import type { GroupMetadata, WASocket } from '@whiskeysockets/baileys';
import { withTimeout } from '../../shared/async/deadline.ts';
import type { Clock } from '../../shared/clock.ts';

const ANSWER_MS = 10_000;

/** Rejects with the reason when it does not say, or not in time. */
export function groupDescription(
  socket: WASocket,
  group: string,
  clock: Clock,
): Promise<GroupMetadata> {
  const late = () => new Error(`there was no answer within ${ANSWER_MS} ms`);
  return withTimeout({ clock, ms: ANSWER_MS }, socket.groupMetadata(group), late);
}
