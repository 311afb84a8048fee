/** Decides from the earlier connections of an instance when the next one is made. */
import { retryAfterMs } from './close-reason.ts';

/** A connection that lasted this long resets the count of failures; a shorter one adds to it. */
const STEADY_MS = 10_000;
/** A replaced connection is tried again after this, since the other one may have been an earlier one of this node. */
export const REPLACED_MS = 60_000;
/**
 * Two services with the same credentials must not replace each other for ever, so a connection that was tried again
 * has to last this long before another is.
 */
const UNDISTURBED_MS = 3_600_000;

/** A version is replaced this many times before a connection lasts; then an operator has to act. */
const RENEWALS_MAX = 6;

export class ConnectionHistory {
  #failures = 0;
  #restarts = 0;
  #wasReplaced = false;
  #renewals = 0;

  /** Notes the end of a connection that was open for `openMs`. */
  ended(openMs: number): void {
    if (openMs >= STEADY_MS) this.paired();
    if (openMs >= UNDISTURBED_MS) this.#wasReplaced = false;
  }

  /** Notes that a phone has accepted the device: what failed before no longer counts. */
  paired(): void {
    this.#failures = 0;
    this.#restarts = 0;
    this.#renewals = 0;
  }

  /** Notes a failure and returns the ms until the next try. `random` is in [0, 1). */
  failed(random: number): number {
    return retryAfterMs(++this.#failures, random);
  }

  /** Notes that WhatsApp asks for a new connection and returns whether it may be made at once. */
  restarted(): boolean {
    return this.#restarts++ === 0;
  }

  /** Notes that WhatsApp has refused the version and returns whether another one may be tried. */
  outdated(): boolean {
    this.#renewals = (this.#renewals + 1) % (RENEWALS_MAX + 1);
    return this.#renewals !== 0;
  }

  /** Notes that another connection has replaced this one and returns whether it may be tried again. */
  replaced(): boolean {
    const isFirst = !this.#wasReplaced;
    this.#wasReplaced = true;
    return isFirst;
  }
}
