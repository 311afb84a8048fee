/** The worker that converts one file and is then ended. */
import { messageOf } from '../../shared/errors.ts';
import { convert } from './convert.ts';

/** The answer: a voice note, the problem of the file, or the fault of this code. */
export type Reply =
  | { readonly bytes: Uint8Array }
  | { readonly problem: string }
  | { readonly fault: string };

declare const self: Worker;

// The MP3 decoder also logs what is wrong with a file; the caller gets it as a reason instead.
Object.assign(console, { error() {} });

self.onmessage = async ({ data }: MessageEvent<Uint8Array>) => self.postMessage(await answer(data));

async function answer(file: Uint8Array): Promise<Reply> {
  try {
    const converted = await convert(file);
    return 'problem' in converted ? converted : { bytes: converted };
  } catch (error) {
    return { fault: messageOf(error) };
  }
}
