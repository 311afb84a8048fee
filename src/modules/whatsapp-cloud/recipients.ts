/** Finds the chat of a message, whichever address or spelling of the number it is sent to. */

import { spellingsOf } from '../../core/providers/chats.ts';
import type { Fields } from '../../core/providers/foreign-values.ts';
import type { SessionHost } from '../../core/providers/provider.ts';
import { isBusinessId } from '../../core/shared/addresses/username.ts';
import { failure } from '../../core/shared/errors.ts';
import { LimitedMap } from '../../core/shared/limited-map.ts';
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

const PHONE = /^(\d{5,20})(?::\d{1,3})?(?:@(?:s\.whatsapp\.net|c\.us))?$/;
const GROUP = /^(.+)@g\.us$/;

interface Recipient {
  /** The chat's id: a JID, or the id that the person has for this business. */
  readonly chat: string;
  /** The fields of a message's body. */
  readonly fields: Fields;
}

/**
 * `number` is digits, a JID of a person or a group, or the id that a person has for this business. Throws `invalid` for
 * others.
 */
export function recipientOf(number: string): Recipient {
  const [, digits] = PHONE.exec(number) ?? [];
  if (digits !== undefined) return personBy(digits);
  if (isBusinessId(number))
    return { chat: number, fields: { recipient_type: 'individual', recipient: number } };
  const [, group] = GROUP.exec(number) ?? [];
  if (group !== undefined) return { chat: number, fields: { recipient_type: 'group', to: group } };
  throw failure('cloud_recipient_unknown', { number });
}

const personBy = (digits: string): Recipient => ({
  chat: `${digits}@s.whatsapp.net`,
  fields: { recipient_type: 'individual', to: digits },
});
