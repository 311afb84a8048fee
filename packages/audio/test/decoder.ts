/** The decoder of MP3 is an optional package: what needs it is tested where it is installed. */
import type { Mp3Decoder } from '../src/mp3.ts';

const found = await import('mpg123-decoder').catch(() => null);

export const isMp3Decoded = found !== null;

export async function loadDecoder(): Promise<Mp3Decoder | null> {
  if (found === null) return null;
  const decoder = new found.MPEGDecoder({ enableGapless: false });
  await decoder.ready;
  return decoder;
}
