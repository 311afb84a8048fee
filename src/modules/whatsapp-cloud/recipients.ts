/** Finds the chat of a message, whichever address or spelling of the number it is sent to. */

import { spellingsOf } from '../../core/providers/number-spellings.ts';
import type { SessionHost } from '../../core/providers/provider.ts';
import { LimitedMap } from '../../core/shared/limited-map.ts';
import { type Recipient, recipientOf } from './outgoing/recipient.ts';
import type { People } from './people.ts';

/** How many chats are remembered whose number differs from the one that was written to. */
const KNOWN_MAX = 1_000;

export class Recipients {
  readonly #host: Pick<SessionHost, 'newestIn'>;
  readonly #people: Pick<People, 'knownChat' | 'noteWrittenTo' | 'learned'>;
  readonly #known = new LimitedMap<string, string>(KNOWN_MAX);

  constructor(
    host: Pick<SessionHost, 'newestIn'>,
    people: Pick<People, 'knownChat' | 'noteWrittenTo' | 'learned'>,
  ) {
    this.#host = host;
    this.#people = people;
  }

  /** Returns the key under which messages of one chat take turns. */
  keyOf(number: string): string {
    return spellingsOf(recipientOf(number).chat).toSorted()[0] ?? number;
  }

  /** Throws `invalid` for a number that the platform cannot write to. */
  async find(number: string): Promise<Recipient> {
    const recipient = recipientOf(number);
    const learned = this.#known.get(recipient.chat);
    const known = await this.#people.knownChat(spellingsOf(learned ?? recipient.chat));
    const chat = known ?? learned ?? (await this.#storedChat(recipient.chat));
    // The person may show other addresses when they answer, and stays in the chat.
    if (known === null) await this.#people.noteWrittenTo(chat);
    return { ...recipient, chat };
  }

  /** Notes that Meta knows the person of a chat by another number (digits) than the one written to. */
  async learned(chat: string, number: string): Promise<void> {
    const jid = `${number}@s.whatsapp.net`;
    if (!/^\d{5,20}$/.test(number) || jid === chat) return;
    this.#known.set(chat, jid);
    await this.#people.learned(chat, number);
  }

  async #storedChat(chat: string): Promise<string> {
    const spellings = spellingsOf(chat);
    if (spellings.length === 1) return chat;
    for (const spelling of spellings)
      if ((await this.#host.newestIn(spelling)) !== null) return spelling;
    return chat;
  }
}
