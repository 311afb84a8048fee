/** Mirrors, in the main thread, the pairing of a session that runs in another thread. */

import type { Ceremony, CeremonyState } from '../../../core/providers/passkey.ts';
import type { PairingOffer } from '../../../core/providers/provider.ts';
import type { Clock } from '../../../core/shared/clock.ts';
import { failure } from '../../../core/shared/errors.ts';
import type { SessionUpdate } from './seam.ts';

export class KnownPairing {
  readonly #clock: Clock;
  /** `until` is in steady ms. */
  #offer: { readonly offer: PairingOffer; readonly until: number } | null = null;
  #ceremony: KnownCeremony | null = null;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  follow({ offer, ceremony }: SessionUpdate): void {
    const clock = this.#clock;
    if (offer === null) this.#offer = null;
    else {
      const leftMs = offer.kind === 'passkey' ? offer.expiresAt - clock.now() : offer.expiresInMs;
      this.#offer = { offer, until: clock.steady() + leftMs };
    }
    if (ceremony !== null) this.#ceremony?.follow(ceremony);
  }

  offer(): PairingOffer | null {
    if (this.#offer === null) return null;
    const { offer, until } = this.#offer;
    const expiresInMs = until - this.#clock.steady();
    if (expiresInMs <= 0) return null;
    return offer.kind === 'passkey' ? offer : { ...offer, expiresInMs };
  }

  /** Begins a ceremony whose actions of browsers and people go to `asked`. */
  begin(asked: Ceremony, state: CeremonyState): Ceremony {
    this.#ceremony = new KnownCeremony(asked, state);
    return this.#ceremony;
  }

  /** Call it when the session has left its thread. */
  end(): void {
    this.#offer = null;
    this.#ceremony?.end('the session has ended');
  }
}

/** Browsers see the ceremony's state even after its thread has ended. */
class KnownCeremony implements Ceremony {
  readonly #asked: Ceremony;
  #state: CeremonyState;

  constructor(asked: Ceremony, state: CeremonyState) {
    this.#asked = asked;
    this.#state = state;
  }

  follow(state: CeremonyState): void {
    this.#state = state;
  }

  end(error: string): void {
    const { stage } = this.#state;
    if (stage !== 'error' && stage !== 'confirmed')
      this.#state = { ...this.#state, stage: 'error', error };
  }

  state(): CeremonyState {
    return this.#state;
  }

  async answer(...args: Parameters<Ceremony['answer']>): Promise<void> {
    this.#requireGoingOn();
    await this.#asked.answer(...args);
  }

  async confirm(): Promise<void> {
    this.#requireGoingOn();
    await this.#asked.confirm();
  }

  #requireGoingOn(): void {
    const { stage, error } = this.#state;
    if (stage === 'error') throw failure('ceremony_ended', { problem: `${error}` });
  }
}
