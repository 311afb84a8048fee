/**
 * Determines for whom a status of the account is encrypted, and remembers it for the latest ones, so that they are not
 * sent to anybody else when a device asks for one again after a restart.
 */

import type { FoundNumber } from '../../../core/providers/chat-actions.ts';
import { digitsOf, isLid, isOfPerson } from '../../../core/shared/addresses/chat-address.ts';
import { withTimeout } from '../../../core/shared/async/deadline.ts';
import type { Clock } from '../../../core/shared/clock.ts';
import { failure, invalid, UnknownNumbers } from '../../../core/shared/errors.ts';
import type { WASocket } from '../engine/surface.ts';
import { jidOf, type Self } from '../translate/jids.ts';

/** Returns the JIDs for which a status is encrypted. Throws `invalid` when a number in `audience` has no account. */
export type ViewersOf = (
  audience: readonly string[],
  socket: WASocket,
) => Promise<readonly string[]>;

/** Resolves with results in the order of the numbers (digits). */
type LookUp = (numbers: readonly string[]) => Promise<readonly FoundNumber[]>;

/** WhatsApp is asked for the devices of this many people at once. */
const PEOPLE_PER_QUERY = 50;
const ANSWER_MS = 10_000;

/**
 * Returns the people of an audience and the account itself, whose phone shows its own statuses.
 * Their devices are asked for in parts beforehand, since Baileys would ask for all at once.
 */
export const createViewersOf =
  (clock: Clock, self: () => Self, lookUp: LookUp): ViewersOf =>
  async (audience, socket) => {
    const viewers = [...new Set([...(await peopleOf(audience, lookUp)), self().jid])];
    for (let from = 0; from < viewers.length; from += PEOPLE_PER_QUERY) {
      const some = viewers.slice(from, from + PEOPLE_PER_QUERY);
      await withTimeout({ clock, ms: ANSWER_MS }, socket.getUSyncDevices(some, true, false), late);
    }
    return viewers;
  };

const late = (): Error => failure('viewers_unanswered');

async function peopleOf(audience: readonly string[], lookUp: LookUp): Promise<readonly string[]> {
  const jids = audience.map(jidOf);
  const nobody = audience.filter((_, place) => !isOfPerson(jids[place] ?? ''));
  if (nobody.length > 0) throw invalid(`no people: ${nobody.join(', ')}`);
  const numbers = jids.flatMap((jid) => digitsOf(jid) ?? []);
  const found = await lookUp(numbers);
  const unknown = numbers.filter((_, place) => !found[place]?.jid);
  if (unknown.length > 0)
    throw new UnknownNumbers(
      unknown.map((number) => ({ jid: `${number}@s.whatsapp.net`, number })),
      'numbers_not_on_whatsapp',
    );
  return [...found.flatMap(({ jid }) => jid ?? []), ...jids.filter(isLid)];
}

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
