/** The devices of many people, looked up a part at a time before something is sent to all of them. */
import type { WASocket } from '@whiskeysockets/baileys';

/** What the library does for so many in one turn of the event loop takes it less than 20 ms. */
const PEOPLE_AT_ONCE = 125;

/**
 * Resolves when all devices of the people are known, and there is a session with those that have not got the account's
 * key for the chat: when the library sends it asks nothing more. It would ask for all of them at once. `people`: JIDs.
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
