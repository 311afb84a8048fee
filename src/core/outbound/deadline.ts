/** Ends requests early, by their time or by the caller. */
import type { CancelSignal } from '../shared/async/cancellation.ts';
import type { SharedTimer, TimedWait } from '../shared/async/shared-timer.ts';
import { failure } from './failure-reason.ts';

/** The deadline of one request. One that has aborted nothing can be used again for the next. */
export class Deadline implements TimedWait {
  until = 0;
  /** Why the request was ended early, or null. */
  reason: string | null = null;
  readonly #controller = new AbortController();
  /** Aborts for either reason, and when the connection is closed. It is a field, because reading it of a controller costs more. */
  readonly signal = this.#controller.signal;
  readonly #awaited: string;
  readonly #breakOff = () => this.#end(failure('network_error', 'the attempt was broken off'));
  #timer: SharedTimer | null = null;
  #caller: CancelSignal | null = null;

  /** `awaited` names what must arrive in time, for the reason. */
  constructor(awaited: string) {
    this.#awaited = awaited;
  }

  begin(timer: SharedTimer, caller: CancelSignal): void {
    this.#timer = timer;
    this.#caller = caller;
    timer.begin(this);
    caller.addEventListener('abort', this.#breakOff);
    if (caller.aborted) this.#breakOff();
  }

  over(): void {
    this.#end(failure('timeout', `no ${this.#awaited} within ${this.#timer?.ms} ms`));
  }

  /** Must be called when the headers have arrived: the time limit ends. */
  answered(): void {
    this.#timer?.end(this);
  }

  /** Closes the connection, whatever is still being received. */
  close(): void {
    this.#controller.abort(new Error('enough was read'));
  }

  /** Must be called once when the request is over: frees the timer and the caller's signal. */
  release(): void {
    this.#timer?.end(this);
    this.#caller?.removeEventListener('abort', this.#breakOff);
    this.#caller = null;
  }

  #end(because: string): void {
    this.reason ??= because;
    this.#controller.abort(new Error(this.reason));
  }
}
