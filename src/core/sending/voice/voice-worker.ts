/** The worker that converts one file and is then ended. */
import { type Mp3Decoder, toVoiceNote } from '../../../../packages/audio/src/index.ts';
import { messageOf } from '../../shared/errors.ts';
import { optionalPackage } from '../../shared/own-files.ts';

type Package = typeof import('mpg123-decoder');

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
    const converted = await toVoiceNote(file, { loadDecoder, collectGarbage: () => Bun.gc(true) });
    return 'problem' in converted ? converted : { bytes: converted };
  } catch (error) {
    return { fault: messageOf(error) };
  }
}

/** The decoder is an optional package. It is never freed: the worker ends with the file. */
async function loadDecoder(): Promise<Mp3Decoder | null> {
  try {
    const { MPEGDecoder }: Package = await import(optionalPackage('mpg123-decoder'));
    // The length that a file states covers only its first part when several files were concatenated.
    const decoder = new MPEGDecoder({ enableGapless: false });
    await decoder.ready;
    return decoder;
  } catch (error) {
    if (/cannot find (package|module)/i.test(messageOf(error))) return null;
    throw error;
  }
}
