/**
 * How many bytes of request bodies and unread answers all callers, and each credential, may have in memory at once;
 * more are refused at once, without waiting.
 */
import { AppError } from '../shared/errors.ts';
import type { LimitReport } from '../shared/limit-report.ts';
import { Quota } from '../shared/quota.ts';

/** Bytes held until they are given back. */
export interface Reservation {
  /** Holds `bytes` instead; when there is no room for them nothing is held any more, and it throws as `reserve` does. */
  resize(bytes: number): void;
  /** Holds the same for a credential instead; when that has no room nothing is held any more, and it throws as `reserve` does. */
  moveTo(credential: string): void;
  /** Gives everything back; calling it again does nothing. */
  release(): void;
}

export interface MemoryBudget {
  /** Bytes held at this moment. */
  readonly reserved: number;
  /** Bytes all callers may hold. */
  readonly total: number;
  /** Bytes one credential may hold. */
  readonly perCredential: number;
  /** Holds `bytes` for a credential, or for `ANYBODY`; throws `rate_limited` with `retry-after` when there is no room. */
  reserve(credential: string, bytes: number): Reservation;
  /**
   * Holds `bytes` of a body that only as a whole proves who sent it, for the client address that it comes from. All such
   * bodies share one small part, of which one address has a quarter or one largest body. Throws as `reserve` does.
   */
  reserveUnproven(client: string, bytes: number): Reservation;
  /** To be called before `bytes` are decoded, encoded or given up: the copies of those before are then collected. */
  countGarbage(bytes: number): void;
}

/** The callers of paths that need no credential, who share one part. */
export const ANYBODY = 'anybody';

/** Bodies and answers up to this size are small. */
export const SMALL_BYTES = 64 * 1024;
/** The largest body that any path takes. */
export const LARGEST_BODY_BYTES = 32 * 1024 * 1024;
/** The largest body that only as a whole proves who sent it. */
export const LARGEST_UNPROVEN_BYTES = 3 * 1024 * 1024;

const RETRY_SECONDS = '5';
/**
 * Bytes copied until the copies are collected. A large body is there as bytes, as text and as a parsed text; left to
 * itself the collector lets a dozen of them pile up, and 512 MiB are full with three bodies under way.
 */
const COPIED_UNTIL_COLLECTED = 16 * 1024 * 1024;

/**
 * A quarter of `memoryLimit` (bytes) for all callers, a quarter of that for one credential, and never less than the
 * largest body. Large bodies and answers have five eighths of it, so that other callers are still answered when that is
 * full, and since a large body takes several times its size while it is parsed: with three of the largest at once a
 * process of 512 MiB was full. Of small ones one credential has a thirty-second of the whole at most.
 * Bodies that have not proven who sent them may come from anybody, from as many addresses as they like: a sixteenth of
 * the whole is for all of them together, and never less than two of the largest.
 */
export function createMemoryBudget(memoryLimit: number, report: LimitReport): MemoryBudget {
  const total = Math.max(memoryLimit / 4, LARGEST_BODY_BYTES);
  const perCredential = Math.max(total / 4, LARGEST_BODY_BYTES);
  const unproven = Math.max(total / 16, 2 * LARGEST_UNPROVEN_BYTES);
  const shares: Shares = {
    all: new Quota(total, perCredential),
    // A single largest body must fit even where the limit is at its lowest.
    large: new Quota(Math.max((total * 5) / 8, LARGEST_BODY_BYTES), perCredential),
    small: new Quota(total, total / 32),
    unproven: new Quota(unproven, Math.max(unproven / 4, LARGEST_UNPROVEN_BYTES)),
  };
  const held = (owner: Owner, bytes: number): Reservation => {
    const reservation = new HeldBytes(shares, owner, report);
    reservation.resize(bytes);
    return reservation;
  };
  let copied = 0;
  return {
    total,
    perCredential,
    countGarbage(bytes) {
      copied += bytes > SMALL_BYTES ? bytes : 0;
      if (copied < COPIED_UNTIL_COLLECTED) return;
      copied = 0;
      Bun.gc(true);
    },
    get reserved() {
      return shares.all.held;
    },
    reserve: (credential, bytes) => held({ holder: credential, isUnproven: false }, bytes),
    reserveUnproven: (client, bytes) => held({ holder: client, isUnproven: true }, bytes),
  };
}

interface Shares {
  readonly all: Quota;
  readonly large: Quota;
  readonly small: Quota;
  readonly unproven: Quota;
}

/** Who holds bytes: a credential, or a client address whose credential is not known yet. */
interface Owner {
  readonly holder: string;
  readonly isUnproven: boolean;
}

/** The bytes that one owner has reserved for one body or answer, counted in the whole budget and in the part for its kind. */
class HeldBytes implements Reservation {
  readonly #shares: Shares;
  readonly #report: LimitReport;
  #owner: Owner;
  #kind: Quota;
  #bytes = 0;
  #isReleased = false;

  constructor(shares: Shares, owner: Owner, report: LimitReport) {
    this.#shares = shares;
    this.#owner = owner;
    this.#report = report;
    this.#kind = shares.small;
  }

  resize(bytes: number): void {
    // A request that still receives what was given up must not hold anything again.
    if (this.#isReleased) return;
    this.#giveBack();
    this.#kind = this.#kindOf(bytes);
    this.#checkRoom(bytes);
    this.#add(bytes);
  }

  moveTo(credential: string): void {
    const bytes = this.#bytes;
    this.#giveBack();
    this.#owner = { holder: credential, isUnproven: false };
    this.resize(bytes);
  }

  release(): void {
    this.#isReleased = true;
    this.#giveBack();
  }

  #kindOf(bytes: number): Quota {
    const { unproven, small, large } = this.#shares;
    if (this.#owner.isUnproven) return unproven;
    return bytes <= SMALL_BYTES ? small : large;
  }

  #checkRoom(bytes: number): void {
    const { all } = this.#shares;
    const kind = this.#kind;
    const { holder } = this.#owner;
    if (!all.hasRoomFor(holder, bytes) || !kind.hasRoomFor(holder, bytes)) {
      this.#report.reached('memory_per_credential', { holder });
      throw full('This credential has too many large bodies or unread answers under way');
    }
    if (!all.hasRoom(bytes) || !kind.hasRoom(bytes)) {
      this.#report.reached('memory', { holder });
      throw full('Too many large bodies or unread answers are under way');
    }
  }

  #giveBack(): void {
    this.#add(-this.#bytes);
  }

  /** Negative `bytes` gives back. */
  #add(bytes: number): void {
    const { holder } = this.#owner;
    this.#shares.all.add(holder, bytes);
    this.#kind.add(holder, bytes);
    this.#bytes += bytes;
  }
}

const full = (message: string): AppError =>
  new AppError('rate_limited', message, { headers: { 'retry-after': RETRY_SECONDS } });
