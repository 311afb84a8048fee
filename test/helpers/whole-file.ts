/** A file that comes in pieces, as a whole. */
export const wholeFile = async (content: AsyncIterable<Uint8Array>): Promise<Buffer> =>
  Buffer.concat(await Array.fromAsync(content));
