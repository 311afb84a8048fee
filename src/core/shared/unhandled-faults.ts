/** Counts, logs and shows faults that no code has handled. The service continues after each of them. */
import type { Clock } from './clock.ts';
import { causesOf } from './errors.ts';
import type { Log } from './log.ts';
import { countEachOnceAMinute } from './once-a-minute.ts';

/** Where a fault was left unhandled: in the main thread, in a thread of sessions, or by a library's own code. */
export type FaultPlace = 'main' | 'sessions' | 'library';

/** A fault in a form that can be logged, and sent to another thread. */
export interface FaultDescription {
  readonly error: { readonly name: string; readonly message: string };
  /** The first frames of its stack, the innermost one first. */
  readonly at: readonly string[];
}

/** The last fault as anybody may read it: the text of an error can contain data of a tenant. */
interface LastFault {
  /** In ms since 1970. */
  readonly at: number;
  /** The kind of error and its place in the code, such as `TypeError at answer.ts:138`. */
  readonly kind: string;
}

interface UnhandledFaultsDeps {
  readonly log: Pick<Log, 'warn' | 'error'>;
  readonly clock: Pick<Clock, 'now' | 'steady'>;
}

/** So many kinds of faults have a log line of their own; all others share one. */
const KINDS_MAX = 100;

export class UnhandledFaults {
  readonly counts: Record<FaultPlace, number> = { main: 0, sessions: 0, library: 0 };
  readonly #deps: UnhandledFaultsDeps;
  readonly #timesToLog: (kind: string) => number;
  #last: LastFault | null = null;

  constructor(deps: UnhandledFaultsDeps) {
    this.#deps = deps;
    this.#timesToLog = countEachOnceAMinute(deps.clock, KINDS_MAX);
  }

  /** The last fault of the service's own code since the start, or null. */
  get last(): LastFault | null {
    return this.#last;
  }

  /** Counts a fault. Faults of one kind have one log line a minute, with the number of them in `times`. */
  note(place: FaultPlace, fault: FaultDescription): void {
    const { log, clock } = this.#deps;
    const kind = kindOf(fault);
    this.counts[place]++;
    if (place !== 'library') this.#last = { at: clock.now(), kind };
    const times = this.#timesToLog(`${place} ${kind}`);
    if (times === 0) return;
    const fields = { ...fault, place, times };
    if (place === 'library') log.warn('a library left a fault unhandled', fields);
    else log.error('a fault was left unhandled, and the service continues', fields);
  }
}

/**
 * Leaves an error unhandled, so that it is counted and logged as such, while the caller continues: work that many depend
 * on must not stop for a fault in one of its parts.
 */
export function leaveUnhandled(error: unknown): void {
  queueMicrotask(() => {
    throw error;
  });
}

/** Calls `work`, and leaves an error that it throws unhandled. */
export function callApart(work: () => void): void {
  try {
    work();
  } catch (error) {
    leaveUnhandled(error);
  }
}

const FRAMES_MAX = 8;
const MESSAGE_CHARACTERS_MAX = 2_000;
const NO_NAME = 'Error';

/**
 * Describes anything thrown. The outer message of a database fault quotes its statement and parameters, so only the
 * innermost cause is described. Never throws.
 */
export function describeFault(error: unknown): FaultDescription {
  try {
    const innermost = [...causesOf(error)].at(-1);
    const name = innermost?.name ?? typeof error;
    const message = String(innermost === undefined ? error : innermost.message);
    return {
      error: { name: String(name), message: message.slice(0, MESSAGE_CHARACTERS_MAX) },
      at: framesOf(error),
    };
  } catch {
    return { error: { name: 'UnreadableFault', message: '' }, at: [] };
  }
}

/** The stack without its head, which repeats the message. */
function framesOf(error: unknown): string[] {
  const stack = error instanceof Error ? String(error.stack) : '';
  const frames = stack.split('\n').filter((line) => /^\s+at /.test(line));
  return frames.slice(0, FRAMES_MAX).map((line) => line.trim());
}

function kindOf({ error: { name }, at: [frame = ''] }: FaultDescription): string {
  const shown = /^\w{1,64}$/.test(name) ? name : NO_NAME;
  const place = /([\w.-]+:\d+):\d+\)?$/.exec(frame)?.[1];
  return place === undefined ? shown : `${shown} at ${place}`;
}
