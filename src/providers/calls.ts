/** Calls that come in, whatever the platform, and what an account does about them. */
import type { CatalogEvent } from '../events/contract/catalog.ts';
import { notFound } from '../shared/errors.ts';
import { LimitedMap } from '../shared/limited-map.ts';

/** Throws what `ChatActions` throws. */
export interface CallActions {
  /**
   * Ends a call that rings. `from`: digits or a JID of who calls; absent: whoever it is. `not_found` for a call that
   * did not come in lately, has ended, or came from somebody else.
   */
  reject(callId: string, from?: string): Promise<void>;
}

interface RingingCall {
  /** Who calls, as receivers of events know them. */
  readonly from: string;
  /** As the platform addressed them. */
  readonly address: string;
}

/** Far more than ring at the same time; the call that came longest ago makes room. */
const CALLS_MAX = 100;

/** The calls of one account that have begun and not ended. They are in memory: a call rings for a minute. */
export class RingingCalls {
  readonly #calls = new LimitedMap<string, RingingCall>(CALLS_MAX);

  /** To be called with every event. `address`: the caller's as it came; absent: as in the event. */
  follow(event: CatalogEvent, address?: string): void {
    if (event.type === 'CallOffer') {
      const { CallID, CallCreator } = event.data;
      this.#calls.set(CallID, { from: CallCreator, address: address || CallCreator });
    } else if (event.type === 'CallTerminate') this.over(event.data.CallID);
  }

  /** Throws `not_found` as `reject` does. */
  find(callId: string, from?: string): RingingCall {
    const call = this.#calls.get(callId);
    if (call === undefined || (from !== undefined && !isBy(from, call)))
      throw notFound(`call ${callId}`);
    return call;
  }

  over(callId: string): void {
    this.#calls.delete(callId);
  }
}

/** `somebody`: digits or a JID, maybe of one of their devices. */
const isBy = (somebody: string, { from, address }: RingingCall): boolean =>
  [from, address].some((jid) => {
    const bare = withoutDevice(jid);
    return somebody.includes('@')
      ? withoutDevice(somebody) === bare
      : bare.startsWith(`${somebody}@`);
  });

const withoutDevice = (jid: string): string => jid.replace(/:\d+@/, '@');
