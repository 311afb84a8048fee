/** Limits how long a connection to WhatsApp may take to open and to close. */
import { resultInTime } from '../../../core/shared/async/deadline.ts';
import { type Clock, systemClock } from '../../../core/shared/clock.ts';
import type { WASocket } from './surface.ts';

const CONNECT_MS = 20_000;
const CLOSE_TIMEOUT_MS = 2_000;

/** Like Baileys' own limits this is in real time. */
export function connectInTime(socket: WASocket, ms = CONNECT_MS): void {
  const late = new Error(`WhatsApp has not answered within ${ms / 1_000} s`);
  const cancel = systemClock().after(ms, () => void socket.end(late));
  for (const answer of ['frame', 'close']) socket.ws.once(answer, cancel);
}

/** A dead connection does not answer a close frame, and Baileys would wait half a minute for it. */
export function closeInTime({ ws }: WASocket, clock: Clock): void {
  const close = ws.close.bind(ws);
  ws.close = async () => {
    await resultInTime({ clock, ms: CLOSE_TIMEOUT_MS }, close());
  };
}
