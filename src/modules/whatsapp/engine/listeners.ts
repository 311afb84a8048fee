/** Takes over from listeners that are there already: Baileys' own, or one of ours that took over before. */
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
