/**
 * Keeps one lock for each person, whom WhatsApp names by number and by LID. Sessions
 * are stored under the LID once it is known, so two names may mean one record.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { LimitedMap } from './limited-map.ts';
import type { AddressBook, KeyStoreWithTransactions } from './ports.ts';
import { createKeyedMutex } from './turns.ts';

export interface PersonLocks {
  /**
   * Runs `work` while nobody else uses the sessions with the person, and passes the address under
   * which those of the device are stored. Changes of keys are written together, or not at all when
   * it rejects. Work for the same person that is started within it runs at once.
   */
  run<T>(jid: string, work: (address: string) => Promise<T>): Promise<T>;
  /** Does the same for work that changes a single key: it is not part of a transaction. */
  runAlone<T>(jid: string, work: (address: string) => Promise<T>): Promise<T>;
  /** Does the same while nobody uses the sessions of either name of a person. */
  runForBoth<T>(number: string, lid: string, work: () => Promise<T>): Promise<T>;
}

export const LID_JID = /@(?:hosted\.)?lid$/;
const NUMBER_JID = /@(?:s\.whatsapp\.net|hosted)$/;

/** A hosted device has another kind of address (128 and 129) than the person's others (none and 1). */
const personIn = (address: string): string =>
  address.slice(0, address.lastIndexOf('.')).replace(/_128$/, '').replace(/_129$/, '_1');

interface Done<T> {
  readonly result: T;
}

/** How many addresses are cached. */
const ADDRESSES_MAX = 10_000;

/** Returns a cache of the addresses of people whose LIDs are known, emptied when one changes. */
function knownAddresses({ lidMapping }: AddressBook): LimitedMap<string, string> {
  const addresses = new LimitedMap<string, string>(ADDRESSES_MAX);
  const store = lidMapping.storeLIDPNMappings.bind(lidMapping);
  lidMapping.storeLIDPNMappings = async (pairs) => {
    try {
      await store(pairs);
    } finally {
      addresses.clear();
    }
  };
  return addresses;
}

export function createPersonLocks(
  keys: Pick<KeyStoreWithTransactions, 'transaction'>,
  book: AddressBook,
): PersonLocks {
  const mutex = createKeyedMutex();
  const holding = new AsyncLocalStorage<string>();
  const addresses = knownAddresses(book);
  const addressOf = async (jid: string): Promise<string> => {
    const known = addresses.get(jid);
    if (known !== undefined) return known;
    const lid = NUMBER_JID.test(jid) ? await book.lidMapping.getLIDForPN(jid) : null;
    const address = book.jidToSignalProtocolAddress(lid ?? jid);
    if (lid !== null) addresses.set(jid, address);
    return address;
  };
  const locked = <T>(person: string, work: () => Promise<T>): Promise<T> =>
    mutex.run(person, () => holding.run(person, work));
  const within = async <T>(
    jid: string,
    work: (address: string) => Promise<T>,
    run: (person: string, work: () => Promise<Done<T> | null>) => Promise<Done<T> | null>,
  ): Promise<T> => {
    for (;;) {
      const address = await addressOf(jid);
      const person = personIn(address);
      if (holding.getStore() === person) return await work(address);
      const done = await run(person, async () =>
        // The LID may have become known meanwhile; the sessions are stored under it then.
        (await addressOf(jid)) === address ? { result: await work(address) } : null,
      );
      if (done !== null) return done.result;
    }
  };
  return {
    run: (jid, work) =>
      within(jid, work, (person, step) => locked(person, () => keys.transaction(step, person))),
    runAlone: (jid, work) => within(jid, work, (person, step) => mutex.run(person, step)),
    async runForBoth(number, lid, work) {
      const [one, other] = [number, lid].map((jid) => book.jidToSignalProtocolAddress(jid));
      const both = () => locked(personIn(`${other}`), () => keys.transaction(work, `${other}`));
      return await locked(personIn(`${one}`), both);
    },
  };
}
