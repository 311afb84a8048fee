/**
 * What a delivery waits for before its attempt: bytes first when its body is large, then a slot.
 * Owns: how heavy a body is, and that bytes and slot are given back together. Taken in one order, neither can
 * be held while waiting for what only another such attempt would give back.
 */

import type { Target } from '../contract/channel.ts';
import { type Gone, isGone } from '../contract/routing.ts';
import { ByteBudget, type ByteLimits } from './byte-budget.ts';
import { BODY_IN_MEMORY_MAX, type Delivery } from './lane.ts';
import type { HostResponse } from './ready-hosts.ts';
import { HostSlots, type SlotLimits } from './slots.ts';

/**
 * Bodies as sent; on its way each is held about three times over. A host may have two of the largest, so that
 * receivers that never answer leave bytes for others.
 */
export const BODY_BYTES: ByteLimits = { total: 128 * 1024 * 1024, perHost: 48 * 1024 * 1024 };

export interface Admitted {
  readonly delivery: Delivery;
  /** What it was admitted for; the target may have changed since. */
  readonly host: string;
  readonly hostLimit: number | undefined;
  /** What it holds of the budget; 0: so small that it was not asked. */
  readonly bytes: number;
}

export interface AdmissionOptions {
  readonly limits: SlotLimits;
  /** WEBHOOK_FILES, for targets that do not say. */
  readonly mediaInBodies: boolean;
}

export class Admission {
  readonly #slots: HostSlots<Admitted>;
  readonly #budget: ByteBudget<Admitted>;
  readonly #mediaInBodies: boolean;

  constructor({ limits, mediaInBodies }: AdmissionOptions) {
    this.#slots = new HostSlots(limits);
    this.#budget = new ByteBudget(BODY_BYTES, (host) => this.#slots.isSilent(host));
    this.#mediaInBodies = mediaInBodies;
  }

  enqueue(delivery: Delivery, target: Target | Gone): void {
    const bytes = this.#bytesOf(delivery, target);
    const { host, hostLimit } = isGone(target) ? NOWHERE : target;
    const waiting = { delivery, host, hostLimit, bytes };
    if (bytes === 0) this.#slots.enqueue(host, delivery.streamId, waiting, hostLimit);
    else this.#budget.enqueue(host, waiting, bytes);
  }

  /** Takes bytes and a slot for the next delivery, or null when none may start. */
  next(): Admitted | null {
    for (let one = this.#budget.next(); one !== null; one = this.#budget.next()) {
      this.#slots.enqueue(one.host, one.delivery.streamId, one, one.hostLimit);
    }
    return this.#slots.next()?.work ?? null;
  }

  /** Whether it was admitted for what `target` is now. */
  suits(admitted: Admitted, target: Target): boolean {
    const { host, bytes, delivery } = admitted;
    return host === target.host && bytes === this.#bytesOf(delivery, target);
  }

  /** Gives back all it took, and says what the attempt tells of its host. */
  release({ delivery, host, bytes }: Admitted, answer?: HostResponse): void {
    if (answer === 'answered' && this.#slots.isSilent(host)) this.#budget.lookAgain();
    this.#slots.release(host, delivery.streamId, answer);
    if (bytes > 0) this.#budget.release(host, bytes);
  }

  #bytesOf({ bodyBytes, mediaBytes }: Delivery, target: Target | Gone): number {
    if (isGone(target)) return 0;
    const carriesMedia = target.base64 ?? this.#mediaInBodies;
    const bytes = bodyBytes + (carriesMedia ? Math.ceil(mediaBytes / 3) * 4 : 0);
    return bytes <= BODY_IN_MEMORY_MAX ? 0 : bytes;
  }
}

const NOWHERE = { host: '', hostLimit: undefined } as const;
