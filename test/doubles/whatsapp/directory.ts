/** Who exists: people by number and by hidden number, and which device an address means. */
import { jidDecode } from '@whiskeysockets/baileys';
import type { Companion } from './companion.ts';
import { Person } from './person.ts';

export interface FoundPerson {
  readonly person: Person;
  /** Null: the phone itself. */
  readonly companion: Companion | null;
}

export class Directory {
  readonly #people = new Map<string, Person>();
  readonly #spellings = new Map<string, Person>();

  /** The person with this number, known or new. */
  person(number: string, name: string, lid?: string): Person {
    const known = this.#people.get(number);
    if (known) return known;
    const person = new Person(number, name, lid);
    this.#people.set(number, person);
    return person;
  }

  /** Another number that means this person when it is looked up, and nowhere else. */
  spell(number: string, person: Person): void {
    this.#spellings.set(number, person);
  }

  /** Whom a number means, however it is spelled. */
  spelled(number: string): Person | undefined {
    return this.#people.get(number) ?? this.#spellings.get(number);
  }

  /** Who has the username. */
  named(username: string): Person | undefined {
    return this.all().find((person) => person.username === username);
  }

  all(): Person[] {
    return [...this.#people.values()];
  }

  /** By address of either kind; null for nobody, or a device that is not linked. */
  find(jid: string): FoundPerson | null {
    const decoded = jidDecode(jid);
    const person = decoded ? this.byUser(decoded.user) : undefined;
    if (!person) return null;
    const device = decoded?.device ?? 0;
    if (device === 0) return { person, companion: null };
    const companion = person.companions.get(device);
    return companion ? { person, companion } : null;
  }

  /** By number or hidden number. */
  byUser(user: string): Person | undefined {
    return this.#people.get(user) ?? this.all().find((person) => person.lidUser === user);
  }
}
