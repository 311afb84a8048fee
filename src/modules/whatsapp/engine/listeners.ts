/** Takes over from listeners that are there already: Baileys' own, or one of ours that took over before. */
import { messageOf } from '../../../core/shared/errors.ts';
import { countOnceAMinute } from '../../../core/shared/once-a-minute.ts';
import type { SessionContext } from '../context.ts';
import type { WASocket } from './surface.ts';

/** Removes the listeners of an event and returns them: the caller calls them instead. */
export function takeListeners<V>(
  { ws }: Pick<WASocket, 'ws'>,
  event: string,
): ((value: V) => unknown)[] {
  const listeners = ws.listeners(event);
  ws.removeAllListeners(event);
  return listeners.map((listener) => listener.bind(ws) as (value: V) => unknown);
}

/** Kinds of stanzas that stand alone. Others begin or end a connection, and messages are read by `takeInTurn`. */
const ALONE = /^CB:(ack|call|chatstate|ib|notification|presence|receipt)(?:,|$)/;

/**
 * Passes over a stanza whose listener fails. Others may have written it, such as a chat state without a state, which
 * Baileys does not expect; its error would end the connection, and what is not acknowledged comes again on the next one.
 */
export function passOverUnhandled(
  socket: Pick<WASocket, 'ws'>,
  { clock, log }: Pick<SessionContext, 'clock' | 'log'>,
): void {
  const count = countOnceAMinute(clock);
  for (const event of socket.ws.eventNames().map(String)) {
    const [, stanza] = ALONE.exec(event) ?? [];
    if (stanza === undefined) continue;
    const listeners = takeListeners<unknown>(socket, event);
    const fail = (error: unknown) => {
      const times = count();
      const reason = messageOf(error);
      if (times > 0) log.warn('what WhatsApp sent could not be handled', { stanza, reason, times });
    };
    socket.ws.on(event, (node: unknown) => {
      for (const listen of listeners)
        try {
          listen(node);
        } catch (error) {
          fail(error);
        }
    });
  }
}
