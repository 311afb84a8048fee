/** Voice notes, which phones record and play as Opus in Ogg: what is something else is converted in a worker. */
import { voiceNoteOf } from '../../../providers/ogg-opus.ts';
import { runWithin } from '../../../shared/async/deadline.ts';
import { Semaphore } from '../../../shared/async/semaphore.ts';
import type { Clock } from '../../../shared/clock.ts';
import { AppError, invalid } from '../../../shared/errors.ts';
import { ownModule } from '../../../shared/own-files.ts';
import type { Reply } from './voice-worker.ts';

const VOICE_WORKER = 'src/gateway/message/voice/voice-worker.ts';

/** Ten minutes of sound take some seconds. */
const CONVERSION_MS = 60_000;
/** Each takes up to 150 MiB meanwhile, and a core. */
const CONVERSIONS_MAX = 2;
const converting = new Semaphore(CONVERSIONS_MAX);

/**
 * As it is when phones play it. 400 for what cannot be read or is too long, 429 when the machine is too busy to convert
 * it in time.
 */
export async function voiceOf(
  bytes: Uint8Array,
  signal: AbortSignal,
  clock: Pick<Clock, 'after'>,
): Promise<Uint8Array> {
  if (voiceNoteOf(bytes) !== null) return bytes;
  return await runWithin({ clock, ms: CONVERSION_MS, signal }, async (limited) => {
    if (!(await converting.acquire(limited.signal))) throw ended(limited.isOver());
    try {
      const reply = await converted(bytes, limited.signal);
      if (reply === null) throw ended(limited.isOver());
      if ('problem' in reply) throw invalid(`audio ${reply.problem}`);
      if ('bytes' in reply) return reply.bytes;
      throw new AppError('internal', 'the audio could not be converted', {
        cause: new Error(reply.fault),
      });
    } finally {
      converting.release();
    }
  });
}

const ended = (isOver: boolean): AppError =>
  isOver
    ? new AppError('rate_limited', 'the audio could not be converted in time', {
        headers: { 'retry-after': '10' },
      })
    : invalid('the caller has disconnected');

/** Null when `signal` aborts first. The worker has ended then, too. */
async function converted(bytes: Uint8Array, signal: AbortSignal): Promise<Reply | null> {
  if (signal.aborted) return null;
  const worker = new Worker(ownModule(VOICE_WORKER), { ref: false });
  try {
    return await new Promise<Reply | null>((resolve) => {
      const stopped = (fault: string) => resolve({ fault });
      signal.addEventListener('abort', () => resolve(null), { once: true });
      worker.onmessage = ({ data }: MessageEvent<Reply>) => resolve(data);
      worker.onerror = ({ message }) => stopped(message);
      worker.addEventListener('close', () => stopped('the worker stopped'));
      worker.postMessage(bytes);
    });
  } finally {
    worker.terminate();
  }
}
