/** Declares what is used of the optional MP3 decoder, so that the code compiles without the package. */
declare module 'mpg123-decoder' {
  export class MPEGDecoder {
    constructor(options: { readonly enableGapless: boolean });
    readonly ready: Promise<void>;
    /** Returns both channels, from -1 to 1; they are equal when the file has one. */
    decodeFrame(frame: Uint8Array): {
      readonly channelData: readonly Float32Array[];
      readonly samplesDecoded: number;
      readonly errors: readonly unknown[];
    };
  }
}
