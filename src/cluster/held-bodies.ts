/** Bodies of requests for other nodes, held until those have answered, so that they can be passed on once more. */
import { withTimeout } from '../shared/async/deadline.ts';
import type { Clock } from '../shared/clock.ts';
import { AppError, messageOf } from '../shared/errors.ts';

const BODY_MAX = 1024 * 1024;
/** Of all together. */
const HELD_MAX = 32 * 1024 * 1024;
/** As long as a node gives a body that it reads for itself. */
const WHOLE_WITHIN_MS = 60_000;

export interface Held {
  readonly bytes: Uint8Array;
  /** To be called once. */
  release(): void;
}

export class HeldBodies {
  readonly #clock: Clock;
  #bytes = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /**
   * Reads the body of a request, which can still be read from it. Null: there is none, or it flows once, since it has
   * more than 1 MiB, does not say how much it has, or too many are held. Rejects as `invalid` when it ends early.
   */
  async hold(request: Request): Promise<Held | null> {
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
      throw new AppError('invalid', 'The body ended early', { cause: messageOf(error) });
    }
  }
}

/** The connection ends with the refusal, and with it what was received. */
const late = (): AppError =>
  new AppError('invalid', `The body was not whole within ${WHOLE_WITHIN_MS / 1_000} s`, {
    headers: { connection: 'close' },
  });
