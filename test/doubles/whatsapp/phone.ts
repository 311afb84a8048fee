/** The phone of an account: links clients by QR code or by typed code, and removes them. */
import type { Companion } from './companion.ts';
import type { Person } from './person.ts';
import type { Received } from './reading.ts';
import type { World } from './world.ts';

export interface PhoneOptions {
  /** Digits with the country code, no plus. */
  readonly number: string;
  readonly name?: string;
  /** Digits of the hidden number; made up when absent. */
  readonly lid?: string;
  /** What the phone calls its system: `android` when absent. */
  readonly platform?: string;
  /** A business account's name, told to the client at pairing. */
  readonly businessName?: string;
}

export class Phone {
  readonly person: Person;
  /** Makes the phone go away half-way: after it read a QR code, or after it saw a client ask for a code. */
  vanishesAfter: 'scan' | 'hello' | null = null;
  readonly #world: World;
  readonly #options: PhoneOptions;

  constructor(world: World, options: PhoneOptions) {
    this.#world = world;
    this.#options = options;
    this.person = world.directory.person(options.number, options.name ?? 'Phone', options.lid);
  }

  get number(): string {
    return this.person.number;
  }

  /** Linked devices, as the phone's settings list them. */
  get devices(): Companion[] {
    return this.person.linked();
  }

  /** What linked devices sent to this account's own number, and copies of what they sent to others. */
  get received(): readonly Received[] {
    return this.person.inbox.all;
  }

  /** Resolves when the client has proved itself and is linked; rejects when the code is nobody's. */
  async scan(qrText: string): Promise<void> {
    const read = this.#world.pairing.readCode(qrText);
    if (this.vanishesAfter === 'scan') return;
    await this.#link(read);
  }

  /** Types the code that a client shows. Rejects with `wrong code` when it is another. */
  async type(code: string): Promise<void> {
    const hello = await this.#world.codes.waiting(this.number);
    if (this.vanishesAfter === 'hello') return;
    await this.#link(await this.#world.codes.agree(this.person, hello, code.replace('-', '')));
  }

  /** Unlinks every device, as the person does in the phone's settings. */
  removeDevice(): void {
    for (const companion of this.devices) this.#world.unlink(companion);
  }

  async #link(read: Awaited<ReturnType<World['codes']['agree']>>) {
    const { platform = 'android', businessName = null } = this.#options;
    await this.#world.pairing.link(this.person, { ...read, platform, businessName });
  }
}
