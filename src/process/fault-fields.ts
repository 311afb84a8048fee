/** A fault as log fields. Owns: what of it may be written: the innermost cause and where it was thrown. */
import type { Fields } from '../shared/log.ts';

const FRAMES_MAX = 8;

/**
 * The outer message of a database fault quotes its statement and parameters, so only the innermost cause
 * is named; of the stack only the frames are kept, since its head repeats the message.
 */
export function faultFields(error: unknown): Fields {
  if (!(error instanceof Error)) return { error: String(error) };
  const frames = error.stack?.split('\n').filter((line) => /^\s+at /.test(line)) ?? [];
  return { error: innermost(error), at: frames.slice(0, FRAMES_MAX).map((line) => line.trim()) };
}

const innermost = (error: Error): Error =>
  error.cause instanceof Error && error.cause !== error ? innermost(error.cause) : error;
