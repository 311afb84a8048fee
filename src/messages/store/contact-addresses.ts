/** Under which one of their addresses contacts are stored: a phone number, a hidden address, an id of a business platform. */
import type { Database } from '../../db/client.ts';
import { LimitedMap } from '../../shared/limited-map.ts';
import { forgetInstances } from '../left-instances.ts';

/** An address that hides a phone number. */
export const isHidden = (address: string): boolean => address.endsWith('@lid');

export const isPhone = (address: string): boolean => address.endsWith('@s.whatsapp.net');

/** The digits of a phone number's address; null: it is none. */
export const digitsOf = (address: string): string | null =>
  isPhone(address) ? address.slice(0, address.indexOf('@')) : null;

/** Addresses that were looked up last, of all instances. */
const KNOWN_MAX = 20_000;

const FIND = `select address, jid from contact_addresses
  where instance_id = ? and address in (select value from json_each(?))`;

export class ContactAddresses {
  readonly #db: Pick<Database, 'query'>;
  /** By instance and address: the contact's JID, which is the address itself where no other is known. */
  readonly #known = new LimitedMap<string, string>(KNOWN_MAX);

  constructor(db: Pick<Database, 'query'>) {
    this.#db = db;
  }

  /** The JID under which whoever has the address is stored; the address itself where no other is known. */
  async jidOf(instanceId: string, address: string): Promise<string> {
    await this.lookUp(instanceId, [address]);
    return this.known(instanceId, address);
  }

  /** The same of an address that has been looked up; of any other the address itself. */
  known(instanceId: string, address: string): string {
    const jid = this.#known.get(keyOf(instanceId, address)) ?? address;
    // The contact may have become part of another one since.
    return this.#known.get(keyOf(instanceId, jid)) ?? jid;
  }

  /** Undefined when all of them have been looked up before. */
  lookUp(instanceId: string, addresses: readonly string[]): Promise<void> | undefined {
    const unknown = addresses.filter((one) => !this.#known.has(keyOf(instanceId, one)));
    return unknown.length === 0 ? undefined : this.#read(instanceId, unknown);
  }

  /** From now on `address` is known to be one of the contact's, whose own JID is no other contact's address. */
  note(instanceId: string, address: string, jid: string): void {
    this.#known.set(keyOf(instanceId, address), jid);
    this.#known.set(keyOf(instanceId, jid), jid);
  }

  /** What was noted of the address could not be written. */
  forget(instanceId: string, address: string): void {
    this.#known.delete(keyOf(instanceId, address));
  }

  /** Another process may have written what is stored of these instances' contacts. */
  forgetAll(instanceIds: ReadonlySet<string>): void {
    forgetInstances(this.#known, instanceIds);
  }

  async #read(instanceId: string, addresses: readonly string[]): Promise<void> {
    const rows = await this.#db.query(FIND, [instanceId, JSON.stringify(addresses)]);
    const found = new Map(rows.map(([address, jid]) => [String(address), String(jid)]));
    for (const address of addresses) {
      const key = keyOf(instanceId, address);
      // What was noted meanwhile is newer.
      if (!this.#known.has(key)) this.#known.set(key, found.get(address) ?? address);
    }
  }
}

const keyOf = (instanceId: string, address: string): string => `${instanceId}/${address}`;
