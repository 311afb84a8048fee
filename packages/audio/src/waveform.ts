/** Computes the loudness over time that phones draw beside a voice note. */
import { WAVEFORM_BARS, waveformComment } from './voice-note.ts';

export class Waveform {
  readonly #sums = new Float64Array(WAVEFORM_BARS);
  readonly #length: number;
  #at = 0;

  /** `length` is the number of samples that will follow. */
  constructor(length: number) {
    this.#length = Math.max(1, length);
  }

  /** Adds the next samples; those beyond the end are ignored. */
  add(samples: Float32Array): void {
    const sums = this.#sums;
    const from = this.#at;
    const count = Math.min(samples.length, this.#length - from);
    // By index: a minute has millions of samples, and an iterator takes four times as long.
    for (let index = 0; index < count; index++) {
      const bar = Math.floor(((from + index) * WAVEFORM_BARS) / this.#length);
      sums[bar] = (sums[bar] ?? 0) + Math.abs(samples[index] ?? 0);
    }
    this.#at = from + count;
  }

  /** Returns a comment for the file, from which sending reads it. Each bar is the mean of its samples. */
  comment(): string {
    const loudest = Math.max(...this.#sums) || 1;
    return waveformComment(Uint8Array.from(this.#sums, (sum) => Math.round((100 * sum) / loudest)));
  }
}
