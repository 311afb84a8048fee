/** Finds out which account at WhatsApp a number means. */
import { withTimeout } from '../../shared/async/deadline.ts';
import type { Clock } from '../../shared/clock.ts';
import { AppError, invalid, UnknownNumbers } from '../../shared/errors.ts';
import { LimitedMap } from '../../shared/limited-map.ts';
import type { WASocket } from './engine/surface.ts';
import { queryNumbers } from './numbers/query.ts';
import type { NumberStore } from './numbers/store.ts';
import { bareJid, isLid, isNewsletter, isPhone } from './translate/jids.ts';

/** How many numbers are remembered, so that a conversation looks each up once. */
const KNOWN_MAX = 1_000;
const ANSWER_MS = 10_000;

export class Recipients {
  readonly #clock: Clock;
  readonly #numbers: NumberStore;
  readonly #known = new LimitedMap<string, string>(KNOWN_MAX);

  constructor(clock: Clock, numbers: NumberStore) {
    this.#clock = clock;
    this.#numbers = numbers;
  }

  /**
   * Resolves with the JID to which messages for `number` (digits or a JID) are sent. A person's
   * number is looked up, since WhatsApp may know it in another spelling. Throws `invalid` for a
   * number without an account and `unavailable` when no answer comes within 10 s.
   */
  async find(number: string, socket: WASocket): Promise<string> {
    const jid = number.includes('@') ? bareJid(number) : `${number}@s.whatsapp.net`;
    if (!isWritable(jid)) throw invalid(`nobody can be written to at ${number}`);
    if (!isPhone(jid)) return jid;
    const known = this.#known.get(jid) ?? (await this.#lookUp(number, jid, socket));
    this.#known.set(jid, known);
    return known;
  }

  async #lookUp(number: string, jid: string, socket: WASocket): Promise<string> {
    const digits = jid.slice(0, jid.indexOf('@'));
    // Only found accounts are remembered: whoever has joined since can be written to.
    const stored = (await this.#numbers.read([digits])).get(digits)?.jid;
    if (stored) return stored;
    const late = () => new AppError('unavailable', 'WhatsApp did not answer within 10 seconds');
    const limit = { clock: this.#clock, ms: ANSWER_MS };
    const asked = await withTimeout(limit, queryNumbers(socket, [digits]), late);
    const found = asked.get(digits);
    if (!found?.jid)
      throw new UnknownNumbers(`number ${number} is not on WhatsApp`, [{ jid, number }]);
    await this.#numbers.write(asked);
    return found.jid;
  }
}

const isWritable = (jid: string): boolean =>
  isPhone(jid) || isLid(jid) || jid.endsWith('@g.us') || isNewsletter(jid);
