/** Determines for whom a status of the account is encrypted. */
import { withTimeout } from '../../shared/async/deadline.ts';
import type { Clock } from '../../shared/clock.ts';
import { AppError, invalid, UnknownNumbers } from '../../shared/errors.ts';
import type { NumberFound } from '../chat-actions.ts';
import type { SendingDeps } from './sending.ts';
import { bareJid, isLid, isPhone, type Self } from './translate/jids.ts';

interface ViewersDeps {
  readonly clock: Clock;
  readonly self: () => Self;
  /** Resolves with results in the order of the numbers (digits). */
  readonly lookUp: (numbers: readonly string[]) => Promise<readonly NumberFound[]>;
}

/** WhatsApp is asked for the devices of this many people at once. */
const PEOPLE_PER_QUERY = 50;
const ANSWER_MS = 10_000;

/**
 * Returns the people of an audience and the account itself, whose phone shows its own statuses.
 * Their devices are asked for in parts beforehand, since Baileys would ask for all at once.
 */
export const createViewersOf =
  ({ clock, self, lookUp }: ViewersDeps): SendingDeps['viewersOf'] =>
  async (audience, socket) => {
    const viewers = [...new Set([...(await peopleOf(audience, lookUp)), self().jid])];
    for (let from = 0; from < viewers.length; from += PEOPLE_PER_QUERY) {
      const some = viewers.slice(from, from + PEOPLE_PER_QUERY);
      await withTimeout({ clock, ms: ANSWER_MS }, socket.getUSyncDevices(some, true, false), late);
    }
    return viewers;
  };

const late = (): Error => new AppError('unavailable', 'WhatsApp did not say who has which devices');

async function peopleOf(
  audience: readonly string[],
  lookUp: ViewersDeps['lookUp'],
): Promise<readonly string[]> {
  const jids = audience.map((one) => (one.includes('@') ? bareJid(one) : `${one}@s.whatsapp.net`));
  const nobody = audience.filter((_, place) => !isPerson(jids[place] ?? ''));
  if (nobody.length > 0) throw invalid(`no people: ${nobody.join(', ')}`);
  const numbers = jids.filter(isPhone).map((jid) => jid.slice(0, jid.indexOf('@')));
  const found = await lookUp(numbers);
  const unknown = numbers.filter((_, place) => !found[place]?.jid);
  if (unknown.length > 0)
    throw new UnknownNumbers(
      `not on WhatsApp: ${unknown.join(', ')}`,
      unknown.map((number) => ({ jid: `${number}@s.whatsapp.net`, number })),
    );
  return [...found.flatMap(({ jid }) => jid ?? []), ...jids.filter(isLid)];
}

const isPerson = (jid: string): boolean => isPhone(jid) || isLid(jid);
