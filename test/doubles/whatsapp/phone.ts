/** The phone of an account: links clients by QR code or by typed code, removes them, and goes on being a phone. */
import { deflateSync } from 'node:zlib';
import { proto } from '@whiskeysockets/baileys';
import type { Authenticator } from '../authenticator.ts';
import type { AppState } from './app-state.ts';
import type { CodeAgreement } from './code-pairing.ts';
import type { Companion } from './companion.ts';
import type { Contact } from './contact.ts';
import { Group, type GroupOptions } from './groups.ts';
import { joined, type Newsletter } from './newsletters.ts';
import type { Screen } from './pairing.ts';
import type { Person } from './person.ts';
import { PhoneHistory } from './phone-history.ts';
import type { ReadMessage } from './reading.ts';
import { type AskingOptions, retryReceipt } from './retries.ts';
import { nowSeconds, stanza } from './stanzas.ts';
import type { World } from './world.ts';
import { copyToOwnDevices, type WritingOptions, writeToOwnDevices } from './writing.ts';

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
  /** What linked devices may ask for. */
  readonly history: PhoneHistory;
  /** Makes the phone go away half-way: after it read a QR code, or after it saw a client ask for a code. */
  vanishesAfter: 'scan' | 'hello' | null = null;
  /** What a client must be vouched for with before it is linked; null: nothing beside its code. */
  passkey: Authenticator | null = null;
  /** Called when a client was asked for the passkey. */
  onPasskeyAsked: () => void = () => {};
  /** The code of the last ceremony, as the phone shows it. */
  shownCode: string | null = null;
  readonly #world: World;
  readonly #options: PhoneOptions;

  constructor(world: World, options: PhoneOptions) {
    this.#world = world;
    this.#options = options;
    this.person = world.directory.person(options.number, options.name ?? 'Phone', options.lid);
    this.history = new PhoneHistory(world, this.person);
  }

  get number(): string {
    return this.person.number;
  }

  /** Linked devices, as the phone's settings list them. */
  get devices(): Companion[] {
    return this.person.linked();
  }

  /** What linked devices sent to this account's own number, and copies of what they sent to others. */
  get received(): readonly ReadMessage[] {
    return this.person.inbox.all;
  }

  /**
   * Resolves when the client has proved itself and is linked; rejects when the code is nobody's. The platform may ask for
   * another code after the first was read: it is read from the same screen, or rejects when only a text was given.
   */
  async scan(qr: string | Screen): Promise<void> {
    const { pairing } = this.#world;
    const shown = typeof qr === 'string' ? qr : await qr();
    if (shown === null) throw new Error('there is no QR code');
    const read = pairing.readCode(shown);
    if (this.vanishesAfter === 'scan') return;
    await this.#link(await pairing.linkable(read, typeof qr === 'string' ? null : qr));
  }

  /** Types the code that a client shows. Rejects with `wrong code` when it is another. */
  async type(code: string): Promise<void> {
    const hello = await this.#world.codes.waiting(this.number);
    if (this.vanishesAfter === 'hello') return;
    const typed = code.replace('-', '').toUpperCase();
    const { codes, pairing } = this.#world;
    // What is agreed by a typed code does not depend on the secret of the QR code.
    if (pairing.voidsSecrets) await pairing.voidSecret(hello.connection);
    const agreed = await codes.agree(this.person, hello, typed);
    if (pairing.voidsSecrets) await pairing.voidSecret(hello.connection, 'pair-device-rotate-qr');
    await this.#link(agreed);
  }

  /** Unlinks every device, as the person does in the phone's settings. */
  removeDevice(): void {
    for (const companion of this.devices) this.#world.unlink(companion);
  }

  /** Resolves when a linked device has asked to be unlinked: the product's own log-out. */
  unlinked(): Promise<Companion> {
    return this.person.unlinked.first(() => true);
  }

  /** Writes with the phone itself; its linked devices get a copy, marked as the account's own. */
  writes(to: Contact | Group, text: string, options: WritingOptions = {}): Promise<string> {
    return this.says(to, { conversation: text }, options);
  }

  /** The same with any content. */
  says(
    to: Contact | Group,
    message: proto.IMessage,
    options: WritingOptions = {},
  ): Promise<string> {
    const person = options.addressing === 'lid' ? 'lid' : 'pn';
    const chat = to instanceof Group ? to.jid : to.person[person];
    return copyToOwnDevices(this.person, chat, message, options);
  }

  /** Says that it could not read a message that a linked device sent, and has lost its sessions. */
  async asksAgain(id: string, options: AskingOptions = {}): Promise<void> {
    for (const companion of this.devices) {
      await this.person.signal.forget(companion.jid);
      companion.push(await retryReceipt(this.person, id, options));
    }
  }

  /** The person reads on the phone what contacts wrote. */
  reads(chat: Contact, ids: readonly string[]): void {
    const [first, ...rest] = ids;
    const items = rest.map((id) => stanza('item', { id }));
    for (const companion of this.devices) {
      companion.push(
        stanza(
          'receipt',
          {
            from: this.person.pn,
            recipient: chat.person.pn,
            id: first,
            t: nowSeconds(),
            type: 'read-self',
          },
          items.length > 0 ? [stanza('list', {}, items)] : undefined,
        ),
      );
    }
  }

  creates(options: GroupOptions): Group {
    return this.#world.groups.create(this.person, options);
  }

  joinsNewsletter(newsletter: Newsletter): void {
    this.#world.newsletters.follows(this.person, newsletter);
    for (const companion of this.devices) companion.push(joined(newsletter));
  }

  /** What all devices of the account share: what was changed from here, and what the phone changes itself. */
  get appState(): AppState {
    return this.person.appState;
  }

  /** Gives its devices the keys of that, as a phone does some time after pairing. Resolves with the message's id. */
  sharesAppStateKeys(): Promise<string> {
    return writeToOwnDevices(this.person, this.appState.keyShare());
  }

  /** The first share of history, as a phone sends it after pairing. Resolves with its message's id. */
  sendsHistory(conversations: readonly proto.IConversation[] = []): Promise<string> {
    const { HistorySyncType } = proto.HistorySync;
    const syncType = HistorySyncType.INITIAL_BOOTSTRAP;
    const history = proto.HistorySync.encode({
      syncType,
      conversations: [...conversations],
      progress: 100,
    });
    return writeToOwnDevices(this.person, {
      protocolMessage: {
        type: proto.Message.ProtocolMessage.Type.HISTORY_SYNC_NOTIFICATION,
        historySyncNotification: {
          syncType,
          chunkOrder: 1,
          progress: 100,
          initialHistBootstrapInlinePayload: deflateSync(history.finish()),
        },
      },
    });
  }

  async #link(read: CodeAgreement) {
    const { platform = 'android', businessName = null } = this.#options;
    const secret = this.passkey ? await this.#passGate(read, this.passkey) : read.secret;
    await this.#world.pairing.link(this.person, { ...read, secret, platform, businessName });
  }

  #passGate({ connection, secret }: CodeAgreement, passkey: Authenticator): Promise<Buffer> {
    const shown = (code: string) => {
      this.shownCode = code;
    };
    this.shownCode = null;
    this.onPasskeyAsked();
    return this.#world.passkeys.pass({ connection, secret, passkey, shown });
  }
}
