/**
 * Limits how many bytes of request bodies and unread answers all callers, and each credential, may have in memory. More
 * are refused at once, without waiting.
 */
import { failure } from '../shared/errors.ts';
import type { LimitReport } from '../shared/limit-report.ts';
import { Quota, type QuotaShare } from '../shared/quota.ts';

export interface Reservation {
  /** Changes the reservation to `bytes`. If there is no room, releases it and throws what `reserve` throws. */
  resize(bytes: number): void;
  /**
   * Moves the bytes to a credential. If that credential has no room, releases them and throws what `reserve` throws.
   */
  moveTo(credential: string): void;
  /** Releases all bytes; a second call does nothing. */
  release(): void;
}

export interface MemoryBudget {
  /** The bytes that are held now. */
  readonly reserved: number;
  /** The most bytes that all callers may hold. */
  readonly total: number;
  /** The most bytes that one credential may hold. */
  readonly perCredential: number;
  /**
   * Holds `bytes` for a credential, or for `ANYBODY`. Throws `rate_limited` with `retry-after` when there is no room.
   */
  reserve(credential: string, bytes: number): Reservation;
  /**
   * Holds `bytes` of a body that only as a whole proves who sent it, for its client address. All such bodies share one
   * small part, of which one address has a quarter or one largest body. Throws as `reserve` does.
   */
  reserveUnproven(client: string, bytes: number): Reservation;
  /**
   * Tells the budget that `bytes` are about to be decoded, encoded or dropped, so that earlier copies are collected in
   * time.
   */
  noteAllocation(bytes: number): void;
}

/** The name under which callers of paths that need no credential are counted; they share one part. */
export const ANYBODY = 'anybody';

/** Larger bodies and answers are large. */
export const SMALL_BYTES = 64 * 1024;
/** The largest body of any path. */
export const LARGEST_BODY_BYTES = 32 * 1024 * 1024;
/** The largest body that only as a whole proves who sent it. */
export const LARGEST_UNPROVEN_BYTES = 3 * 1024 * 1024;

const SOON = { headers: { 'retry-after': '5' } };
/**
 * The bytes that may be copied before copies are collected. A large body exists as bytes, as text and as parsed text.
 * By itself the collector lets a dozen pile up, and three running bodies fill 512 MiB.
 */
const COPIED_UNTIL_COLLECTED = 16 * 1024 * 1024;
/**
 * The collector blocks all work when the process uses more than the first part of its memory limit, and has grown by
 * the second part since the last such collection.
 */
const WAITING_FROM = 5 / 8;
const WAITING_AFTER = 1 / 16;

/**
 * All callers may hold a quarter of `memoryLimit` (bytes), and one credential a quarter of that, but never less than
 * the largest body. Large bodies and answers leave three eighths of it to small ones, so that other callers are answered
 * when the rest is full. A parsed body also takes several times its size: three of the largest filled a process of 512
 * MiB. Unproven bodies may come from any number of addresses: beside the callers they have a sixteenth together,
 * but never less than two of the largest.
 */
export function createMemoryBudget(memoryLimit: number, report: LimitReport): MemoryBudget {
  const total = Math.max(memoryLimit / 4, LARGEST_BODY_BYTES);
  const perCredential = Math.max(total / 4, LARGEST_BODY_BYTES);
  const unproven = Math.max(total / 16, 2 * LARGEST_UNPROVEN_BYTES);
  const callers: Part = {
    quota: new Quota(total, perCredential),
    // One largest body must fit even with the lowest limit.
    keptForSmall: Math.min((total * 3) / 8, total - LARGEST_BODY_BYTES),
  };
  const strangers: Part = {
    quota: new Quota(unproven, Math.max(unproven / 4, LARGEST_UNPROVEN_BYTES)),
    keptForSmall: 0,
  };
  const held = (part: Part, holder: string, bytes: number): Reservation => {
    const reservation = new HeldBytes(part, holder, { callers, report });
    reservation.resize(bytes);
    return reservation;
  };
  const collect = createCollection(memoryLimit);
  let copied = 0;
  return {
    total,
    perCredential,
    noteAllocation(bytes) {
      copied += bytes > SMALL_BYTES ? bytes : 0;
      if (copied < COPIED_UNTIL_COLLECTED) return;
      copied = 0;
      collect(bytes >= COPIED_UNTIL_COLLECTED);
    },
    get reserved() {
      return callers.quota.held + strangers.quota.held;
    },
    reserve: (credential, bytes) => held(callers, credential, bytes),
    reserveUnproven: (client, bytes) => held(strangers, client, bytes),
  };
}

/**
 * Creates the function that collects garbage. A collection beside the event loop costs other callers little but ends
 * some time later. A collection blocks all work for a body as large as everything uncollected, because reading it takes
 * longer than the collection. It also blocks when the process comes near its memory limit and has grown since the last
 * collection that blocked.
 */
function createCollection(memoryLimit: number): (isLarge: boolean) => void {
  let leftBytes = 0;
  return (isLarge) => {
    const bytes = process.memoryUsage.rss();
    leftBytes = Math.min(leftBytes, bytes);
    const isNear =
      bytes > memoryLimit * WAITING_FROM && bytes > leftBytes + memoryLimit * WAITING_AFTER;
    const mustWait = isLarge || isNear;
    Bun.gc(mustWait);
    if (mustWait) leftBytes = process.memoryUsage.rss();
  };
}

/** The quota of callers whose credential is known, or of those for whom only the body can prove it. */
interface Part {
  readonly quota: Quota;
  /** The bytes that large bodies and answers leave free. */
  readonly keptForSmall: number;
}

interface HeldBytesDeps {
  readonly callers: Part;
  readonly report: LimitReport;
}

/** The bytes reserved for one body or answer. */
class HeldBytes implements Reservation {
  readonly #deps: HeldBytesDeps;
  #part: Part;
  #holder: string;
  #share: QuotaShare;
  #isReleased = false;

  constructor(part: Part, holder: string, deps: HeldBytesDeps) {
    this.#deps = deps;
    this.#part = part;
    this.#holder = holder;
    this.#share = part.quota.hold(holder);
  }

  resize(bytes: number): void {
    // A request that still receives a dropped body must not hold anything again.
    if (this.#isReleased) return;
    this.#share.resize(0);
    this.#checkRoom(bytes);
    this.#share.resize(bytes);
  }

  moveTo(credential: string): void {
    const { amount } = this.#share;
    this.#share.release();
    this.#part = this.#deps.callers;
    this.#holder = credential;
    this.#share = this.#part.quota.hold(credential);
    this.resize(amount);
  }

  release(): void {
    this.#isReleased = true;
    this.#share.release();
  }

  #checkRoom(bytes: number): void {
    const { quota, keptForSmall } = this.#part;
    const holder = this.#holder;
    if (!quota.hasRoomFor(holder, bytes)) {
      this.#deps.report.reached('memory_per_credential', { holder });
      throw failure('caller_memory_full', {}, SOON);
    }
    if (!quota.hasRoom(bytes + (bytes > SMALL_BYTES ? keptForSmall : 0))) {
      this.#deps.report.reached('memory', { holder });
      throw failure('memory_full', {}, SOON);
    }
  }
}
