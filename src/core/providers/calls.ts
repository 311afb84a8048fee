/** Incoming calls on any platform, and what an account can do about them. */

import type { CatalogEvent } from '../events/contract/catalog.ts';
import { withoutDevice } from '../events/types/evolution-spelling.ts';
import { notFound } from '../shared/errors.ts';
import { LimitedMap } from '../shared/limited-map.ts';

/** Throws what `ChatActions` throws. */
export interface CallActions {
  /**
   * Ends a ringing call. `from` is the caller (digits or a JID); absent, it may be anybody. Throws `not_found` for a
   * call that did not come in recently, has ended, or came from somebody else.
   */
  reject(callId: string, from?: string): Promise<void>;
}

interface RingingCall {
  /** The caller, as receivers of events know them. */
  readonly from: string;
  /** The caller, as the platform addressed them. */
  readonly address: string;
}

/** Far more than ring at the same time; the oldest call is removed. */
const CALLS_MAX = 100;

/**
 * The calls of one account that have begun and not ended. They are kept only in memory, since a call rings for a
 * minute.
 */
export class RingingCalls {
  readonly #calls = new LimitedMap<string, RingingCall>(CALLS_MAX);

  /** Call it with every event. `address` is the caller's as it came; absent, it is the one of the event. */
  follow(event: CatalogEvent, address?: string): void {
    if (event.type === 'CallOffer') {
      const { CallID, CallCreator } = event.data;
      this.#calls.set(CallID, { from: CallCreator, address: address || CallCreator });
    } else if (event.type === 'CallTerminate') this.end(event.data.CallID);
  }

  /** Throws `not_found` as `reject` does. */
  find(callId: string, from?: string): RingingCall {
    const call = this.#calls.get(callId);
    if (call === undefined || (from !== undefined && !isBy(from, call)))
      throw notFound(`call ${callId}`);
    return call;
  }

  end(callId: string): void {
    this.#calls.delete(callId);
  }
}

/** `somebody` is digits or a JID, perhaps of one of their devices. */
const isBy = (somebody: string, { from, address }: RingingCall): boolean =>
  [from, address].some((jid) => {
    const bare = withoutDevice(jid);
    return somebody.includes('@')
      ? withoutDevice(somebody) === bare
      : bare.startsWith(`${somebody}@`);
  });
