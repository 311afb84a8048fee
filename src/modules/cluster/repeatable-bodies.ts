/** Keeps bodies of forwarded requests until the answer, so that they can be sent again. */
import { withTimeout } from '../../core/shared/async/deadline.ts';
import type { Clock } from '../../core/shared/clock.ts';
import { AppError, failure, messageOf } from '../../core/shared/errors.ts';

const BODY_MAX = 1024 * 1024;
/** The limit for all bodies together. */
const HELD_MAX = 32 * 1024 * 1024;
/** The time limit for receiving a body, as for requests that the node answers itself. */
const WHOLE_WITHIN_MS = 60_000;

export interface RepeatableBody {
  readonly bytes: Uint8Array;
  /** Must be called exactly once. */
  release(): void;
}

export class RepeatableBodies {
  readonly #clock: Clock;
  #bytes = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /**
   * Reads the body of a request, which stays readable. Returns null if the request has no body, or if the body is
   * streamed because it is larger than 1 MiB, has no stated length, or too many are in memory. Rejects as `invalid`
   * when the body ends early.
   */
  async hold(request: Request): Promise<RepeatableBody | null> {
    const size = Number(request.headers.get('content-length') ?? Number.NaN);
    const hasRoom = size <= BODY_MAX && this.#bytes + size <= HELD_MAX;
    if (request.body === null || !hasRoom) return null;
    this.#bytes += size;
    const release = () => {
      this.#bytes -= size;
    };
    try {
      const whole = request.clone().bytes();
      const bytes = await withTimeout({ clock: this.#clock, ms: WHOLE_WITHIN_MS }, whole, late);
      return { bytes, release };
    } catch (error) {
      release();
      if (error instanceof AppError) throw error;
      throw failure('body_ended_early', {}, { cause: messageOf(error) });
    }
  }
}

/** The refusal closes the connection and drops what was received. */
const late = (): AppError =>
  failure(
    'body_too_late',
    { seconds: WHOLE_WITHIN_MS / 1_000 },
    { headers: { connection: 'close' } },
  );
