/** Sound that can be read piece by piece, so that a long file is never in memory as samples. */
export interface Sound {
  /** In samples a second. */
  readonly rate: number;
  /** The number of samples. */
  readonly length: number;
  /** Fills `into` with samples of -1 to 1 from `from` on, all channels as one, and with silence outside the sound. */
  read(from: number, into: Float32Array): void;
}

/** Why a file cannot become a voice note; the text continues a sentence that begins with "audio". */
export interface Problem {
  readonly problem: string;
}

const MINUTES_MAX = 10;
export const TOO_LONG: Problem = { problem: `is longer than ${MINUTES_MAX} minutes` };
export const isTooLong = (samples: number, rate: number): boolean =>
  samples > MINUTES_MAX * 60 * rate;
