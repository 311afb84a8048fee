/** Owns: that no more of an answer is read than was asked for. */

/** The whole body, or null as soon as it is known to have more than `bytesMax`; a declared length is not trusted. */
export async function readBody(answer: Response, bytesMax: number): Promise<Uint8Array | null> {
  if (Number(answer.headers.get('content-length')) > bytesMax) return null;
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of answer.body ?? []) {
    size += chunk.byteLength;
    if (size > bytesMax) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, size);
}
