/** Stores which LIDs belong to the numbers that look-ups found. */
import type { SessionHost } from '../../provider.ts';
import type { NumberStore } from './store.ts';

/** Returns the store of numbers, which also reports which LIDs belong to those that were found. */
export const identifying = (
  store: NumberStore,
  host: Pick<SessionHost, 'mergePeople'>,
): NumberStore => ({
  ...store,
  async write(found) {
    await store.write(found);
    const people = [...found.values()].flatMap(({ jid, lid }) =>
      jid === null || lid === null ? [] : { from: lid, to: jid },
    );
    await host.mergePeople(people);
  },
});
