/** Somebody the account writes with: writes to it, reads what it sends, confirms what arrived. */
import type { proto } from '@whiskeysockets/baileys';
import type { Person } from './person.ts';
import type { Phone } from './phone.ts';
import type { Envelope, Received } from './reading.ts';
import { nowSeconds, stanza } from './stanzas.ts';
import type { World } from './world.ts';
import { linkedOf, type WritingOptions, writeTo } from './writing.ts';

export interface ContactOptions {
  /** Digits with the country code, no plus. */
  readonly number: string;
  readonly name?: string;
  /** Digits of the hidden number; made up when absent. */
  readonly lid?: string;
}

export type Content = { readonly text: string } | { readonly message: proto.IMessage };

export class Contact {
  readonly person: Person;
  /** Whether the phone tells senders that their messages have arrived. */
  confirmsDelivery = true;

  constructor(world: World, { number, name = 'Contact', lid }: ContactOptions) {
    this.person = world.directory.person(number, name, lid);
    this.person.reactions.push({
      received: (envelope) => this.#received(envelope),
      receipt: () => {},
    });
  }

  get number(): string {
    return this.person.number;
  }

  /** Everything this contact has read, oldest first. */
  get received(): readonly Received[] {
    return this.person.inbox.all;
  }

  /** The first message that fits, past or to come. */
  reads(fits: (received: Received) => boolean = () => true): Promise<Received> {
    return this.person.inbox.first(fits);
  }

  /** Gives the message's id. */
  writes(phone: Phone, content: Content, options: WritingOptions = {}): Promise<string> {
    return writeTo(this.person, phone.person, messageOf(content), options);
  }

  /** Tells the account's devices that messages of theirs were seen. */
  hasSeen(phone: Phone, ids: readonly string[]): void {
    this.#confirm(phone.person, ids, 'read', this.person.pn);
  }

  #received({ id, from, to }: Envelope) {
    if (this.confirmsDelivery) this.#confirm(from.person, [id], undefined, to);
  }

  #confirm(account: Person, ids: readonly string[], type: string | undefined, chat: string) {
    const isGroup = chat.endsWith('@g.us');
    const [first, ...rest] = ids;
    for (const companion of linkedOf(account)) {
      companion.push(
        stanza(
          'receipt',
          {
            from: chat,
            participant: isGroup ? this.person.pn : undefined,
            id: first,
            t: nowSeconds(),
            type,
          },
          rest.length > 0
            ? [
                stanza(
                  'list',
                  {},
                  rest.map((id) => stanza('item', { id })),
                ),
              ]
            : undefined,
        ),
      );
    }
  }
}

const messageOf = (content: Content): proto.IMessage =>
  'text' in content ? { conversation: content.text } : content.message;
