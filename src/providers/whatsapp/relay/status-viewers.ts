/**
 * Remembers for whom the latest statuses of the account were encrypted, so that they are not sent to anybody else when
 * a device asks for one again after a restart.
 */
import type { WASocket } from '../engine/surface.ts';

/** Pairs of a status and a viewer. Statuses are shown for a day, so the oldest are removed first. */
const PAIRS_MAX = 5_000;
/** Baileys keeps here which devices have the key of a chat, and no chat has this name. */
const TYPE = 'sender-key-memory';
const NAME = 'status@broadcast/viewers';

type KeysOf = Pick<WASocket, 'authState'>;

const pairOf = (id: string, viewer: string): string => `${id} ${viewer}`;

async function pairs({ authState: { keys } }: KeysOf): Promise<Record<string, boolean>> {
  const { [NAME]: known = {} } = await keys.get(TYPE, [NAME]);
  return known;
}

/** `viewers` are JIDs without a device. Call it for one status after another. */
export async function noteViewers(
  socket: KeysOf,
  id: string,
  viewers: readonly string[],
): Promise<void> {
  const all = { ...(await pairs(socket)) };
  for (const viewer of viewers) all[pairOf(id, viewer)] = true;
  const latest = Object.fromEntries(Object.entries(all).slice(-PAIRS_MAX));
  await socket.authState.keys.set({ [TYPE]: { [NAME]: latest } });
}

/** Returns whether the status was encrypted for a person who has these addresses. */
export async function isViewer(
  socket: KeysOf,
  id: string,
  addresses: readonly string[],
): Promise<boolean> {
  const known = await pairs(socket);
  return addresses.some((address) => known[pairOf(id, address)] === true);
}
