/** The key by which one connection of Socket.IO is admitted, and the place that the connection takes. */

import { AppError } from '../../core/shared/errors.ts';
import type { SocketPlace, SocketQuota } from '../gateway/api.ts';
import { holderIn, type SocketIoCaller } from './zone.ts';

const NO_KEY = 'no apikey: send it in the query, in the header apikey, or in auth as {"apikey": …}';

export class ConnectionAdmission {
  readonly #quota: SocketQuota;
  readonly #caller: SocketIoCaller;
  #place: SocketPlace;
  #admitted: Request | null;
  #isEnded = false;

  /** Throws `rate_limited` when the caller, or the service, has as many connections as it may. */
  constructor(quota: SocketQuota, caller: SocketIoCaller) {
    this.#quota = quota;
    this.#caller = caller;
    this.#admitted = caller.admitted;
    this.#place = caller.admitted ? quota.take(caller.holder) : quota.takeWithoutKey(caller.holder);
  }

  get hasKey(): boolean {
    return this.#admitted !== null;
  }

  /**
   * Returns the request by which the connection is admitted: `key` is only looked at until there is one. Throws an
   * AppError that says why the key is refused.
   */
  async admit(key: string | null): Promise<Request> {
    if (this.#admitted !== null) return this.#admitted;
    if (key === null) throw new AppError('unauthenticated', NO_KEY);
    const admitted = await this.#caller.admitBy(key);
    // Nobody would release what a connection takes that has ended while its key was checked.
    if (this.#isEnded) throw new AppError('gone', 'the connection has ended');
    // The connection counts for the key from now on, and for its address until the key has a place for it.
    const place = this.#quota.take(holderIn(admitted));
    this.#place.release();
    this.#place = place;
    this.#admitted = admitted;
    return admitted;
  }

  /** Must be called when the connection has ended. A second call does nothing. */
  end(): void {
    this.#isEnded = true;
    this.#place.release();
  }
}
