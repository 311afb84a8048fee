/** How bytes are cut into frames: an intro once, optionally behind edge routing, then lengths of three bytes. */
const MAX_BUFFERED = 16 * 1024 * 1024 + 1024;
const LENGTH_BYTES = 3;

export interface Intro {
  /** What the handshake authenticates: `WA`, a version and the dictionary's version. */
  readonly header: Uint8Array;
  /** What the server told the client to send back at its next connection. */
  readonly routing: Uint8Array | null;
}

export class FrameReader {
  #bytes: Buffer = Buffer.alloc(0);
  #intro: Intro | null = null;

  get intro(): Intro | null {
    return this.#intro;
  }

  /** The whole frames that these bytes completed. Throws when the client cannot be understood. */
  push(chunk: Uint8Array): Buffer[] {
    this.#bytes = Buffer.concat([this.#bytes, chunk]);
    if (this.#bytes.length > MAX_BUFFERED) throw new Error('a frame without an end');
    if (!this.#intro) this.#intro = this.#takeIntro();
    const frames: Buffer[] = [];
    for (let frame = this.#takeFrame(); frame; frame = this.#takeFrame()) frames.push(frame);
    return frames;
  }

  #takeIntro(): Intro | null {
    let routing: Uint8Array | null = null;
    let start = 0;
    if (this.#bytes.subarray(0, 2).toString() === 'ED') {
      if (this.#bytes.length < 7) return null;
      const length = this.#bytes.readUIntBE(4, LENGTH_BYTES);
      routing = this.#bytes.subarray(7, 7 + length);
      start = 7 + length;
    }
    if (this.#bytes.length < start + 4) return null;
    const header = this.#bytes.subarray(start, start + 4);
    if (header.subarray(0, 2).toString() !== 'WA') throw new Error('not WhatsApp');
    this.#bytes = this.#bytes.subarray(start + 4);
    return { header, routing };
  }

  #takeFrame(): Buffer | null {
    if (!this.#intro || this.#bytes.length < LENGTH_BYTES) return null;
    const end = LENGTH_BYTES + this.#bytes.readUIntBE(0, LENGTH_BYTES);
    if (this.#bytes.length < end) return null;
    const frame = this.#bytes.subarray(LENGTH_BYTES, end);
    this.#bytes = this.#bytes.subarray(end);
    return frame;
  }
}

export function framed(data: Uint8Array): Buffer {
  const length = Buffer.alloc(LENGTH_BYTES);
  length.writeUIntBE(data.length, 0, LENGTH_BYTES);
  return Buffer.concat([length, data]);
}
