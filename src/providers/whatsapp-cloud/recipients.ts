/** In which chat a message stands, by whichever spelling of a number it is sent to. */
import { LimitedMap } from '../../shared/limited-map.ts';
import { spellingsOf } from '../number-spellings.ts';
import type { SessionHost } from '../provider.ts';
import { type Recipient, recipientOf } from './outgoing/recipient.ts';

/** Chats that are known by another number than they were written to at. */
const KNOWN_MAX = 1_000;

export class Recipients {
  readonly #host: Pick<SessionHost, 'newestIn'>;
  readonly #known = new LimitedMap<string, string>(KNOWN_MAX);

  constructor(host: Pick<SessionHost, 'newestIn'>) {
    this.#host = host;
  }

  /** Messages of one chat take their turn under one key. */
  keyOf(number: string): string {
    return spellingsOf(recipientOf(number).chat).toSorted()[0] ?? number;
  }

  /** `invalid` for nobody that the platform can write to. */
  async find(number: string): Promise<Recipient> {
    const given = recipientOf(number);
    return { ...given, chat: this.#known.get(given.chat) ?? (await this.#storedChat(given.chat)) };
  }

  /** Meta calls the person of a chat by another number (digits) than the message was sent to. */
  learned(chat: string, number: string): void {
    const jid = `${number}@s.whatsapp.net`;
    if (/^\d{5,20}$/.test(number) && jid !== chat) this.#known.set(chat, jid);
  }

  async #storedChat(chat: string): Promise<string> {
    const spellings = spellingsOf(chat);
    if (spellings.length === 1) return chat;
    for (const spelling of spellings)
      if ((await this.#host.newestIn(spelling)) !== null) return spelling;
    return chat;
  }
}
