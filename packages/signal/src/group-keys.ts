/** Reads and seals messages of groups with the stored keys of their authors. */
import { LID_JID } from './person-locks.ts';
import type { AddressBook, KeyStoreWithTransactions, Logger } from './ports.ts';
import { distributionOf, SenderKeyRecord } from './sender-keys.ts';
import { decodeDistribution } from './wire-format.ts';

interface GroupKeysDeps {
  readonly keys: KeyStoreWithTransactions;
  readonly book: AddressBook;
  readonly logger: Logger;
}

interface SealedForGroup {
  readonly ciphertext: Uint8Array;
  readonly senderKeyDistributionMessage: Uint8Array;
}

export class GroupKeys {
  readonly #deps: GroupKeysDeps;

  constructor(deps: GroupKeysDeps) {
    this.#deps = deps;
  }

  /** Rejects, and changes nothing, when the message cannot be read or was read before. */
  read(group: string, author: string, message: Uint8Array): Promise<Buffer> {
    return this.#within(group, async () => {
      const name = this.#nameOf(group, author);
      const record = await this.#recordAt(name);
      const opening = record.opened(message);
      if (!('problem' in opening)) {
        await this.#store(name, opening.record);
        return opening.plaintext;
      }
      const { problem } = opening;
      const former = problem === 'unknown-key' ? await this.#nameByNumber(group, author) : null;
      if (former === null) throw new Error(`group: ${problem}`);
      const moved = record.withOlder(await this.#recordAt(former)).opened(message);
      if ('problem' in moved) throw new Error(`group: ${moved.problem}`);
      await this.#store(name, moved.record, former);
      this.#deps.logger.debug({}, "a member's group key has moved to the LID");
      return moved.plaintext;
    });
  }

  /** Seals a message and returns what members need to read it and those after it. */
  seal(group: string, own: string, data: Uint8Array): Promise<SealedForGroup> {
    return this.#within(group, async () => {
      const name = this.#nameOf(group, own);
      const { record, key } = SenderKeyRecord.own(await this.#recordAt(name));
      const { record: used, message } = await record.sealed(data);
      await this.#store(name, used);
      return { ciphertext: message, senderKeyDistributionMessage: distributionOf(key) };
    });
  }

  distribution(group: string, own: string): Promise<Uint8Array> {
    return this.#within(group, async () => {
      const name = this.#nameOf(group, own);
      const { record, key } = SenderKeyRecord.own(await this.#recordAt(name));
      await this.#store(name, record);
      return distributionOf(key);
    });
  }

  async has(group: string, own: string): Promise<boolean> {
    return (await this.#recordAt(this.#nameOf(group, own))).keys.length > 0;
  }

  /**
   * Forgets the own key, so that the next message has a new one: people who left the group must not read on.
   * `own` are the own addresses.
   */
  renew(group: string, own: readonly string[]): Promise<void> {
    return this.#within(group, async () => {
      const gone = Object.fromEntries(own.map((jid) => [this.#nameOf(group, jid), null]));
      await this.#deps.keys.set({ 'sender-key': gone, 'sender-key-memory': { [group]: null } });
    });
  }

  /** Stores the key with which a member writes. Rejects when it is malformed. */
  learn(group: string, author: string, distribution: Uint8Array): Promise<void> {
    return this.#within(group, async () => {
      const name = this.#nameOf(group, author);
      const record = (await this.#recordAt(name)).learned(decodeDistribution(distribution));
      await this.#store(name, record);
    });
  }

  #within<T>(group: string, work: () => Promise<T>): Promise<T> {
    return this.#deps.keys.transaction(work, group);
  }

  /**
   * A group that turns to LIDs names its members otherwise from one message to the next, and none of them sends a key
   * again. Returns the name under which a member's key is stored from before, or null.
   */
  async #nameByNumber(group: string, author: string): Promise<string | null> {
    if (!LID_JID.test(author)) return null;
    const number = await this.#deps.book.lidMapping.getPNForLID(author);
    return number === null ? null : this.#nameOf(group, number);
  }

  #nameOf(group: string, jid: string): string {
    const address = this.#deps.book.jidToSignalProtocolAddress(jid);
    const dot = address.lastIndexOf('.');
    return `${group}::${address.slice(0, dot)}::${address.slice(dot + 1)}`;
  }

  async #recordAt(name: string): Promise<SenderKeyRecord> {
    const { [name]: value } = await this.#deps.keys.get('sender-key', [name]);
    return SenderKeyRecord.from(value);
  }

  /** `former` is a name under which the same keys were stored. */
  async #store(name: string, record: SenderKeyRecord, former: string | null = null): Promise<void> {
    const gone = former === null ? {} : { [former]: null };
    await this.#deps.keys.set({ 'sender-key': { ...gone, [name]: record } });
  }
}
