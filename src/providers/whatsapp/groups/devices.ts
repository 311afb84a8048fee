/** Looks up the devices of many people in parts, before something is sent to all of them. */
import type { WASocket } from '@whiskeysockets/baileys';
import { yieldToEventLoop } from '../../../shared/clock.ts';

/** The library needs less than 20 ms of the event loop for this many. */
const PEOPLE_AT_ONCE = 125;

/**
 * Resolves when all devices of the people (JIDs) are known, and there is a session with each device
 * that does not have the account's key for the chat. When the library sends it then asks nothing
 * more; otherwise it would ask for all of them at once.
 */
export async function prepareDevices(
  { authState, getUSyncDevices, assertSessions }: WASocket,
  chat: string,
  people: readonly string[],
): Promise<void> {
  if (people.length <= PEOPLE_AT_ONCE) return;
  const { [chat]: known = {} } = await authState.keys.get('sender-key-memory', [chat]);
  for (let from = 0; from < people.length; from += PEOPLE_AT_ONCE) {
    const devices = await getUSyncDevices(people.slice(from, from + PEOPLE_AT_ONCE), true, false);
    const others = devices.map(({ jid }) => jid).filter((jid) => !(jid in known));
    if (others.length > 0) await assertSessions(others);
  }
}

/** Resolves with all devices of the people (JIDs). Others have a turn of the event loop between the parts. */
export async function devicesOf(
  { getUSyncDevices }: WASocket,
  people: readonly string[],
): Promise<Awaited<ReturnType<WASocket['getUSyncDevices']>>> {
  const devices: Awaited<ReturnType<WASocket['getUSyncDevices']>> = [];
  for (let from = 0; from < people.length; from += PEOPLE_AT_ONCE) {
    if (from > 0) await yieldToEventLoop();
    const part = people.slice(from, from + PEOPLE_AT_ONCE);
    devices.push(...(await getUSyncDevices(part, true, false)));
  }
  return devices;
}
