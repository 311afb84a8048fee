/** Changes the sample rate of sound, with a filter that removes tones too high for the new rate. */
import type { Sound } from './sound.ts';

/** The samples of the slower rate that count on each side. */
const TAPS = 16;
/** The positions between two samples for which the filter is computed; the nearest is used. */
const PHASES = 1024;

/** Returns the same sound at `rate` samples a second. */
export function resample(sound: Sound, rate: number): Sound {
  if (sound.rate === rate) return sound;
  const step = sound.rate / rate;
  const filter = filterFor(step);
  const length = Math.ceil(sound.length / step);
  let window = new Float32Array(0);
  return {
    rate,
    length,
    read(from, into) {
      const first = Math.floor(from * step) - filter.reach + 1;
      const last = Math.floor((from + into.length - 1) * step) + filter.reach + 1;
      if (window.length < last - first + 1) window = new Float32Array(last - first + 1);
      sound.read(first, window);
      for (let index = 0; index < into.length; index++) {
        const place = (from + index) * step;
        const whole = Math.floor(place);
        const phase = Math.round((place - whole) * PHASES);
        into[index] = applyFilter(window, whole - filter.reach + 1 - first, filter, phase);
      }
    },
  };
}

interface Filter {
  /** The samples that count before and after a position. */
  readonly reach: number;
  /** `2 * reach` weights for each phase, with one extra phase for positions that are rounded up. */
  readonly weights: Float32Array;
}

function applyFilter(samples: Float32Array, from: number, filter: Filter, phase: number): number {
  const { reach, weights } = filter;
  const width = 2 * reach;
  const row = phase * width;
  let sum = 0;
  for (let tap = 0; tap < width; tap++)
    sum += (samples[from + tap] ?? 0) * (weights[row + tap] ?? 0);
  return sum;
}

/** Computes a sinc under a Hann window. `step` is the number of source samples for one of the result. */
function filterFor(step: number): Filter {
  const stretch = Math.max(1, step);
  const reach = Math.ceil(TAPS * stretch);
  const width = 2 * reach;
  const weights = new Float32Array((PHASES + 1) * width);
  for (let phase = 0; phase <= PHASES; phase++) {
    const row = weights.subarray(phase * width, (phase + 1) * width);
    let sum = 0;
    for (let tap = 0; tap < width; tap++) {
      const distance = tap - reach + 1 - phase / PHASES;
      const weight = weightAt(distance / stretch, distance / reach);
      row[tap] = weight;
      sum += weight;
    }
    // Weights that add up to 1 keep the loudness.
    for (let tap = 0; tap < width; tap++) row[tap] = (row[tap] ?? 0) / sum;
  }
  return { reach, weights };
}

/** `along` goes from -1 to 1 over the whole window. */
function weightAt(distance: number, along: number): number {
  if (Math.abs(along) >= 1) return 0;
  const angle = Math.PI * distance;
  const sinc = angle === 0 ? 1 : Math.sin(angle) / angle;
  return sinc * (0.5 + 0.5 * Math.cos(Math.PI * along));
}
