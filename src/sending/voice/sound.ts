/** Sound that can be read piece by piece, so that a long file never has to be in memory as samples. */
export interface Sound {
  /** Samples a second. */
  readonly rate: number;
  /** How many samples there are. */
  readonly length: number;
  /** Fills `into` with the samples from `from` on, -1 to 1, all channels as one; silence before the first and after the last. */
  read(from: number, into: Float32Array): void;
}

/** Why a file cannot be made a voice note, to be read after "audio". */
export interface Problem {
  readonly problem: string;
}

const MINUTES_MAX = 10;
export const TOO_LONG: Problem = { problem: `is longer than ${MINUTES_MAX} minutes` };
/** `rate`: samples a second. */
export const isTooLong = (samples: number, rate: number): boolean =>
  samples > MINUTES_MAX * 60 * rate;
