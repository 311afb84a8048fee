/** Decides what follows when a connection ends, and when the next one is made. */
import type { ClosePhase } from '../../core/providers/provider.ts';
import { messageOf } from '../../core/shared/errors.ts';
import { NEXT_FETCH_MS, type Renewal } from './web-versions.ts';

/** Why a connection ended, as Baileys reports it. */
export interface CloseReason {
  /** A code like those of HTTP, or null. */
  readonly code: number | null;
  readonly text: string;
  /** How long a ban lasts, in ms, if WhatsApp says so. */
  readonly endsInMs?: number;
}

export type AfterClose =
  /** WhatsApp asks for a new connection, as it does after a pairing: log in at once, unless it asks again. */
  | { readonly kind: 'again' }
  /** The cause may pass: try again after `ms`, or later each time. */
  | { readonly kind: 'retry'; readonly reason: string; readonly ms?: number }
  /** A ban that ends by itself: try again then, and not before. */
  | { readonly kind: 'wait'; readonly reason: string; readonly code: number; readonly ms: number }
  /** All QR codes were used up. */
  | { readonly kind: 'codes_over' }
  /** The phone or WhatsApp ended the pairing. */
  | { readonly kind: 'logged_out'; readonly reason: string }
  /** Trying again automatically would not help, or would do harm. */
  | {
      readonly kind: 'stop';
      readonly phase: ClosePhase;
      readonly reason: string;
      readonly code: number;
    };

/** WhatsApp reports this for a device that somebody unlinked on the phone. */
const REMOVED = /device_removed/;
const CODES_OVER = /QR refs attempts ended/i;
/** The WebSocket itself failed. Its code may be the HTTP status of a proxy on the way, not WhatsApp's. */
const NEVER_OPENED = /^WebSocket Error\b/;
const FORGED = /noise .{0,100}certificate|certification match failed/i;

const STOPS: Readonly<Record<number, readonly [ClosePhase, string]>> = {
  402: ['banned', 'WhatsApp has banned the account for a while'],
  403: ['banned', 'WhatsApp refuses the account: banned, or its phone is gone'],
  405: [
    'failed',
    'WhatsApp refuses this client as outdated: set WHATSAPP_WEB_VERSION to a current one, or update',
  ],
  406: ['banned', 'WhatsApp has banned the account'],
  409: ['failed', 'WhatsApp refuses this client'],
  411: ['failed', 'the account is not set up for linked devices: update WhatsApp on the phone'],
  413: [
    'failed',
    'WhatsApp refuses the log-in as expired: connect again, or log out and pair again',
  ],
  414: [
    'failed',
    'WhatsApp refuses the log-in as invalid: connect again, or log out and pair again',
  ],
  415: ['failed', 'WhatsApp does not find the account: log out and pair again'],
  418: ['failed', 'WhatsApp does not know this device: log out and pair again'],
  440: ['stopped', 'replaced: another connection uses the same credentials'],
};

/** WhatsApp's code for a ban that ends by itself. */
const BANNED_FOR_A_WHILE = 402;
/** Timers of the runtime last at most 24 days; a longer ban is like one without an end. */
const WAIT_MAX_MS = 20 * 24 * 3_600_000;

export function afterCloseOf({ code, text, endsInMs: ms }: CloseReason): AfterClose {
  const number = code === null ? '' : ` (${code})`;
  if (NEVER_OPENED.test(text)) {
    return { kind: 'retry', reason: `WhatsApp cannot be reached: ${text}${number}` };
  }
  if (code === 515) return { kind: 'again' };
  if (code === 401) {
    const reason = REMOVED.test(text) ? 'removed by the phone' : `logged out by WhatsApp: ${text}`;
    return { kind: 'logged_out', reason };
  }
  if (CODES_OVER.test(text)) return { kind: 'codes_over' };
  if (code === BANNED_FOR_A_WHILE && ms !== undefined && ms <= WAIT_MAX_MS)
    return { kind: 'wait', reason: 'WhatsApp has banned the account for a while', code, ms };
  const stop = code === null ? undefined : STOPS[code];
  if (code !== null && stop !== undefined) {
    return { kind: 'stop', phase: stop[0], reason: `${stop[1]} (${code})`, code };
  }
  if (FORGED.test(text)) {
    return { kind: 'retry', reason: `the server cannot prove to be WhatsApp: ${text}${number}` };
  }
  return { kind: 'retry', reason: `connection lost: ${text}${number}` };
}

interface Disconnect {
  readonly output?: { readonly statusCode?: unknown };
  readonly data?: unknown;
}

/** Reads `error`, whatever Baileys put into its last update. */
export function endingOf(error: unknown): CloseReason {
  const { output, data } = (error ?? {}) as Disconnect;
  const code = typeof output?.statusCode === 'number' ? output.statusCode : null;
  const text = error === undefined ? 'closed' : messageOf(error);
  const cause = causeOf(data);
  const endsInMs = endIn(data);
  return {
    code,
    text: cause === null ? text : `${text}, ${cause}`,
    ...(endsInMs !== null && { endsInMs }),
  };
}

/** A failure names the seconds until its ban ends, as an attribute of its own or of the node that caused it. */
function endIn(data: unknown): number | null {
  if (typeof data !== 'object' || data === null) return null;
  const { attrs, expire } = data as Record<string, unknown>;
  const seconds = expire ?? ((attrs ?? {}) as Record<string, unknown>).expire;
  return typeof seconds === 'string' && /^[1-9]\d{0,9}$/.test(seconds)
    ? Number(seconds) * 1_000
    : null;
}

/** A conflict names its kind (`device_removed`, `replaced`) and a failure its place; other errors name nothing. */
function causeOf(data: unknown): string | null {
  if (typeof data !== 'object' || data === null) return null;
  const { attrs, tag, type, location } = data as Record<string, unknown>;
  const own = (attrs ?? {}) as Record<string, unknown>;
  const said = own.type ?? type ?? own.location ?? location;
  if (typeof said === 'string') return said.slice(0, 64);
  return typeof tag === 'string' ? tag.slice(0, 64) : null;
}

const FIRST_MS = 1_000;
const MOST_MS = 60_000;

/**
 * Returns the ms to wait: doubling from 1 s to 60 s, spread over the upper half. `failures` counts
 * from 1, `random` is in [0, 1).
 */
export function retryAfterMs(failures: number, random: number): number {
  const most = Math.min(FIRST_MS * 2 ** Math.min(failures - 1, 10), MOST_MS);
  return Math.round(most * (0.5 + random / 2));
}

const OUTDATED = 405;
const RENEWED = 'WhatsApp refuses this version as outdated: connecting as the current one';
const UNRENEWED =
  'WhatsApp refuses this version as outdated, and the current one cannot be fetched: let the service reach web.whatsapp.com, or set WHATSAPP_WEB_VERSION';
const AGAIN =
  'WhatsApp refuses this version as outdated, and the current one cannot be fetched: tried again in 10 minutes';

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

/** Decides from the earlier connections of an instance when the next one is made. */
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

  /** Notes that another connection has replaced this one and returns whether it may be tried again. */
  replaced(): boolean {
    const isFirst = !this.#wasReplaced;
    this.#wasReplaced = true;
    return isFirst;
  }

  /**
   * Decides what follows the end of a connection. If WhatsApp refused the version, `renew` fetches it again, and another
   * one is tried at once. While none can be fetched, a paired device tries again each time a fetch is due, but not for ever.
   */
  async after(
    ending: CloseReason,
    renew: () => Promise<Renewal>,
    isPaired: boolean,
  ): Promise<AfterClose> {
    const afterClose = afterCloseOf(ending);
    if (afterClose.kind !== 'stop' || afterClose.code !== OUTDATED) return afterClose;
    const renewal = await renew().catch(() => 'unknown' as const);
    if (renewal === 'same' || !this.#mayRenew()) return afterClose;
    const code = `(${OUTDATED})`;
    if (renewal === 'another') return { kind: 'retry', reason: `${RENEWED} ${code}` };
    return isPaired
      ? { kind: 'retry', reason: `${AGAIN} ${code}`, ms: NEXT_FETCH_MS }
      : { ...afterClose, reason: `${UNRENEWED} ${code}` };
  }

  #mayRenew(): boolean {
    this.#renewals = (this.#renewals + 1) % (RENEWALS_MAX + 1);
    return this.#renewals !== 0;
  }
}
