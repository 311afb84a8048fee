/** Voice notes, which phones record and play as Opus in Ogg. */
import { voiceNoteOf } from '../../providers/ogg-opus.ts';
import { invalid } from '../../shared/errors.ts';

/** As it is; 400 for anything else. */
export async function voiceOf(bytes: Uint8Array): Promise<Uint8Array> {
  if (voiceNoteOf(bytes) === null)
    throw invalid('audio must be Opus in Ogg: phones play no other voice notes');
  return bytes;
}
