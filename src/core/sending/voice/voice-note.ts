/** Phones record and play voice notes as Opus in Ogg; other audio files are converted in a worker. */
import { FairSemaphore } from '../../shared/async/semaphore.ts';
import { failure, invalidFields } from '../../shared/errors.ts';
import { ownModule } from '../../shared/own-files.ts';
import { problem } from '../../shared/reasons/problems.ts';
import { type ConversionContext, convertInPlace } from '../conversion.ts';
import type { Reply } from './voice-worker.ts';

/** Loaded for the first file of sound. */
const audio = () =>
  require('../../../../packages/audio/src/index.ts') as typeof import('../../../../packages/audio/src/index.ts');

const VOICE_WORKER = 'src/core/sending/voice/voice-worker.ts';

/** Converting ten minutes of sound takes some seconds. */
const CONVERSION_MS = 60_000;
/** Each conversion takes up to 150 MiB and a core. One for each instance keeps another's short file from waiting. */
const places = new FairSemaphore({ total: 2, perHolder: 1 });

/**
 * Returns a file that phones play unchanged and converts any other. Throws invalid for one that cannot be read or is
 * too long, and rate_limited when the machine is too busy to convert it in time.
 */
export async function voiceOf(bytes: Uint8Array, context: ConversionContext): Promise<Uint8Array> {
  if (audio().voiceNoteOf(bytes) !== null) return bytes;
  const limits = { field: 'audio', places, ms: CONVERSION_MS };
  return await convertInPlace(limits, context, async (signal) => {
    const reply = await convertInWorker(bytes, signal);
    if ('problem' in reply)
      throw invalidFields([
        { field: 'audio', ...problem('sound_unreadable', { fault: reply.problem }) },
      ]);
    if ('bytes' in reply) return reply.bytes;
    throw failure('audio_not_converted', {}, { cause: new Error(reply.fault) });
  });
}

/** Returns a fault when `signal` aborts first. The worker is ended in any case. */
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
