/** Looks up under which of their addresses contacts are stored: a phone number, a LID or a business id. */
import type { Database } from '../../db/client.ts';
import { LimitedMap } from '../../shared/limited-map.ts';
import { forgetInstances } from '../left-instances.ts';

/** How many addresses are cached for all instances. */
const KNOWN_MAX = 20_000;

const FIND = `select address, jid from contact_addresses
  where instance_id = ? and address in (select value from json_each(?))`;

export class ContactAddresses {
  readonly #db: Pick<Database, 'query'>;
  /** The contact's JID by instance and address; it is the address itself when no other is known. */
  readonly #known = new LimitedMap<string, string>(KNOWN_MAX);

  constructor(db: Pick<Database, 'query'>) {
    this.#db = db;
  }

  /** Returns the JID under which the owner of the address is stored, or the address itself when no other is known. */
  async jidOf(instanceId: string, address: string): Promise<string> {
    await this.lookUp(instanceId, [address]);
    return this.known(instanceId, address);
  }

  /** Like `jidOf`, but uses only the cache: returns an address that has not been looked up unchanged. */
  known(instanceId: string, address: string): string {
    const jid = this.#known.get(keyOf(instanceId, address)) ?? address;
    // The contact may have been merged into another one since.
    return this.#known.get(keyOf(instanceId, jid)) ?? jid;
  }

  /** Looks the addresses up. Returns undefined instead of a promise when all are cached. */
  lookUp(instanceId: string, addresses: readonly string[]): Promise<void> | undefined {
    const unknown = addresses.filter((one) => !this.#known.has(keyOf(instanceId, one)));
    return unknown.length === 0 ? undefined : this.#read(instanceId, unknown);
  }

  /** Caches that `address` belongs to the contact, whose JID is not the address of another contact. */
  note(instanceId: string, address: string, jid: string): void {
    this.#known.set(keyOf(instanceId, address), jid);
    this.#known.set(keyOf(instanceId, jid), jid);
  }

  /** Drops an address from the cache whose contact could not be written. */
  forget(instanceId: string, address: string): void {
    this.#known.delete(keyOf(instanceId, address));
  }

  /** Drops what is cached of instances for which another node may have written. */
  forgetAll(instanceIds: ReadonlySet<string>): void {
    forgetInstances(this.#known, instanceIds);
  }

  async #read(instanceId: string, addresses: readonly string[]): Promise<void> {
    const rows = await this.#db.query(FIND, [instanceId, JSON.stringify(addresses)]);
    const found = new Map(rows.map(([address, jid]) => [String(address), String(jid)]));
    for (const address of addresses) {
      const key = keyOf(instanceId, address);
      // An address that was cached during the query is newer.
      if (!this.#known.has(key)) this.#known.set(key, found.get(address) ?? address);
    }
  }
}

const keyOf = (instanceId: string, address: string): string => `${instanceId}/${address}`;
