/** Voice notes, which phones record and play as Opus in Ogg: what is something else is convertInWorker in a worker. */
import { voiceNoteOf } from '../../providers/ogg-opus.ts';
import { FairSemaphore } from '../../shared/async/fair-semaphore.ts';
import { AppError, invalid } from '../../shared/errors.ts';
import { ownModule } from '../../shared/own-files.ts';
import { type ConversionContext, convertInPlace } from '../conversion.ts';
import type { Reply } from './voice-worker.ts';

const VOICE_WORKER = 'src/sending/voice/voice-worker.ts';

/** Ten minutes of sound take some seconds. */
const CONVERSION_MS = 60_000;
/** Each takes up to 150 MiB meanwhile, and a core; an instance has one, so that another one's short sound is not late. */
const places = new FairSemaphore({ total: 2, perHolder: 1 });

/**
 * As it is when phones play it. 400 for what cannot be read or is too long, 429 when the machine is too busy to convert
 * it in time.
 */
export async function voiceOf(bytes: Uint8Array, context: ConversionContext): Promise<Uint8Array> {
  if (voiceNoteOf(bytes) !== null) return bytes;
  const limits = { field: 'audio', places, ms: CONVERSION_MS };
  return await convertInPlace(limits, context, async (signal) => {
    const reply = await convertInWorker(bytes, signal);
    if ('problem' in reply) throw invalid(`audio ${reply.problem}`);
    if ('bytes' in reply) return reply.bytes;
    throw new AppError('internal', 'the audio could not be convertInWorker', {
      cause: new Error(reply.fault),
    });
  });
}

/** A fault when `signal` aborts first. The worker has been ended then, too. */
async function convertInWorker(bytes: Uint8Array, signal: AbortSignal): Promise<Reply> {
  const worker = new Worker(ownModule(VOICE_WORKER), { ref: false });
  try {
    return await new Promise<Reply>((resolve) => {
      const stopped = (fault: string) => resolve({ fault });
      signal.addEventListener('abort', () => stopped('nobody waits for it'), { once: true });
      if (signal.aborted) stopped('nobody waits for it');
      worker.onmessage = ({ data }: MessageEvent<Reply>) => resolve(data);
      worker.onerror = ({ message }) => stopped(message);
      worker.addEventListener('close', () => stopped('the worker stopped'));
      worker.postMessage(bytes);
    });
  } finally {
    worker.terminate();
  }
}
