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
  /** Runs work that changes a single key, as `run` does, outside of a transaction. */
  runAlone<T>(jid: string, work: (address: string) => Promise<T>): Promise<T>;
  /** Runs `work` while nobody uses the sessions of either name of a person. */
  runForBoth<T>(number: string, lid: string, work: () => Promise<T>): Promise<T>;
}

export const LID_JID = /@(?:hosted\.)?lid$/;
const NUMBER_JID = /@(?:s\.whatsapp\.net|hosted)$/;

/** A hosted device has another kind of address (128 and 129) than the person's others (none and 1). */
const personIn = (address: string): string =>
  address.slice(0, address.lastIndexOf('.')).replace(/_128$/, '').replace(/_129$/, '_1');

interface WorkResult<T> {
  readonly result: T;
}

/** The device that Meta hosts for a business. */
export const HOSTED_DEVICE = '99';
/** Ends the names of people whose LID is known. */
const LID_DOMAIN = '_1';
/** The number of addresses that are cached, and of people whose moved sessions are remembered. */
const ADDRESSES_MAX = 10_000;

/** Called with the pairs of numbers and LIDs that are stored: before and after that. */
type OnLearned = (pairs: readonly { readonly lid: string; readonly pn: string }[]) => void;

function whenLearned({ lidMapping }: AddressBook, learned: OnLearned): void {
  const store = lidMapping.storeLIDPNMappings.bind(lidMapping);
  lidMapping.storeLIDPNMappings = async (pairs) => {
    learned(pairs);
    try {
      await store(pairs);
    } finally {
      learned(pairs);
    }
  };
}

/** Moves what is stored under a person's number to the LID. */
type Move = (number: string, lid: string) => Promise<unknown>;

/**
 * Returns a function that moves what is stored of a person to the LID before it is used, once for each LID that is
 * learned: many of those who learn one do not say so.
 */
function movingOnce(book: AddressBook, move: Move) {
  const moved = new LimitedMap<string, ReadonlySet<string>>(ADDRESSES_MAX);
  let learned = 0;
  whenLearned(book, (pairs) => {
    learned++;
    for (const { lid, pn } of pairs) for (const jid of [lid, pn]) moved.delete(userIn(jid));
  });
  return async (address: string): Promise<void> => {
    if (!personIn(address).endsWith(LID_DOMAIN)) return;
    const user = userIn(address);
    const device = address.slice(address.lastIndexOf('.') + 1);
    const devices = moved.get(user);
    if (devices?.has(device)) return;
    const before = learned;
    const lid = `${user}@lid`;
    const number = await book.lidMapping.getPNForLID(lid);
    const server = device === HOSTED_DEVICE ? 'hosted' : 's.whatsapp.net';
    if (number !== null) await move(`${userIn(number)}:${device}@${server}`, lid);
    if (learned === before) moved.set(user, new Set([...(devices ?? []), device]));
  };
}

/** Returns the digits of a JID or an address. */
const userIn = (name: string): string => name.slice(0, name.search(/[_.:@]/));

/** `move` is called before sessions with a person are used whose number and LID are known. */
export function createPersonLocks(
  keys: Pick<KeyStoreWithTransactions, 'transaction'>,
  book: AddressBook,
  move: Move,
): PersonLocks {
  const mutex = createKeyedMutex();
  const holding = new AsyncLocalStorage<string>();
  const addresses = new LimitedMap<string, string>(ADDRESSES_MAX);
  whenLearned(book, () => addresses.clear());
  const moveOnce = movingOnce(book, move);
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
    run: (
      person: string,
      work: () => Promise<WorkResult<T> | null>,
    ) => Promise<WorkResult<T> | null>,
  ): Promise<T> => {
    for (;;) {
      const address = await addressOf(jid);
      const person = personIn(address);
      const held = holding.getStore();
      if (held === person) return await work(address);
      // A holder of one name of the person would wait for itself.
      if (held === undefined) await moveOnce(address);
      const done = await run(person, async () =>
        // The LID may have become known since; the sessions are stored under it then.
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
