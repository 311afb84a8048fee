import { invalid } from '../shared/errors.ts';

/** An MP4 file begins with the length of a box and this name. */
const FIRST_BOX = 'ftyp';
const NAME_AT = 4;

/** Returns the file unchanged. Throws invalid when it is not MP4. */
export async function roundVideoOf(bytes: Uint8Array): Promise<Uint8Array> {
  const name = Buffer.from(bytes.subarray(NAME_AT, NAME_AT + FIRST_BOX.length)).toString('latin1');
  if (name !== FIRST_BOX) throw invalid('video must be MP4: phones play no other round videos');
  return bytes;
}
