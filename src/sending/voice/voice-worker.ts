/** The worker that converts one file and is then ended. */
import { messageOf } from '../../shared/errors.ts';
import { convert } from './convert.ts';

/** What it answers: a voice note, or why there is none. `fault`: something here went wrong. */
export type Reply =
  | { readonly bytes: Uint8Array }
  | { readonly problem: string }
  | { readonly fault: string };

declare const self: Worker;

// The decoder of MP3 also writes there what is wrong with a file; the caller gets that as a reason.
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
