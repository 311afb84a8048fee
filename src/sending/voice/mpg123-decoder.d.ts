/** What is used of the optional decoder of MP3, so that all compiles where it is left out. */
declare module 'mpg123-decoder' {
  export class MPEGDecoder {
    constructor(options: { readonly enableGapless: boolean });
    readonly ready: Promise<void>;
    /** Both channels, -1 to 1; the same in both where the file has one. */
    decodeFrame(frame: Uint8Array): {
      readonly channelData: readonly Float32Array[];
      readonly samplesDecoded: number;
      readonly errors: readonly unknown[];
    };
  }
}
