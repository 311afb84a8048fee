/**
 * Keeps one lock for each person, whom the platform names by number and by hidden address. Sessions
 * are stored under the hidden address once it is known, so two names may mean one record.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import type {
  SignalKeyStoreWithTransaction,
  SignalRepositoryWithLIDStore,
} from '@whiskeysockets/baileys';
import { createKeyedMutex } from '../../../shared/async/keyed-mutex.ts';

export interface AddressBook {
  /** Finds a person's hidden address by the number, and the other way round; null when it is not known. */
  readonly lidMapping: Pick<
    SignalRepositoryWithLIDStore['lidMapping'],
    'getLIDForPN' | 'getPNForLID'
  >;
  /** Returns an address such as `4915112345678_1.2`, in which 2 is the device. */
  jidToSignalProtocolAddress(jid: string): string;
}

export interface PersonLocks {
  /**
   * Runs `work` while nobody else uses the sessions with the person, and passes the address under
   * which those of the device are stored. Changes of keys are written together, or not at all when
   * it rejects. Work for the same person that is started within it runs at once.
   */
  run<T>(jid: string, work: (address: string) => Promise<T>): Promise<T>;
  /** Does the same while nobody uses the sessions of either name of a person. */
  runForBoth<T>(number: string, hidden: string, work: () => Promise<T>): Promise<T>;
}

export const HIDDEN_JID = /@(?:hosted\.)?lid$/;
const NUMBER_JID = /@(?:s\.whatsapp\.net|hosted)$/;

const personIn = (address: string): string => address.slice(0, address.lastIndexOf('.'));

export function createPersonLocks(
  keys: Pick<SignalKeyStoreWithTransaction, 'transaction'>,
  book: AddressBook,
): PersonLocks {
  const mutex = createKeyedMutex();
  const holding = new AsyncLocalStorage<string>();
  const addressOf = async (jid: string): Promise<string> => {
    const hidden = NUMBER_JID.test(jid) ? await book.lidMapping.getLIDForPN(jid) : null;
    return book.jidToSignalProtocolAddress(hidden ?? jid);
  };
  const locked = <T>(person: string, work: () => Promise<T>): Promise<T> =>
    mutex.run(person, () => holding.run(person, work));
  return {
    async run(jid, work) {
      for (;;) {
        const address = await addressOf(jid);
        const person = personIn(address);
        if (holding.getStore() === person) return await work(address);
        const workUnlessMoved = async () =>
          // The hidden address may have become known meanwhile; the sessions are stored under it then.
          (await addressOf(jid)) === address ? { result: await work(address) } : null;
        const done = await locked(person, () => keys.transaction(workUnlessMoved, person));
        if (done !== null) return done.result;
      }
    },
    async runForBoth(number, hidden, work) {
      const [one, other] = [number, hidden].map((jid) => book.jidToSignalProtocolAddress(jid));
      const both = () => locked(personIn(`${other}`), () => keys.transaction(work, `${other}`));
      return await locked(personIn(`${one}`), both);
    },
  };
}
