/** The part of libopus-wasm that is used here and in tests. */
declare module 'libopus-wasm' {
  export const Application: { readonly Voip: 2048 };

  interface EncoderOptions {
    readonly channels: 1 | 2;
    /** 8000, 12000, 16000, 24000 or 48000. */
    readonly sampleRate: number;
    readonly application: number;
    /** Bits a second. */
    readonly bitrate: number;
  }

  interface Encoder {
    /** Of 20 ms, -1 to 1. The packet is a copy. */
    encodeFloat(samples: Float32Array): Uint8Array;
    /** Samples by which the sound comes out later than it goes in. */
    getLookahead(): number;
    free(): void;
  }

  interface Decoder {
    /** Of one packet, -1 to 1. */
    decodeFloat(packet: Uint8Array): Float32Array;
  }

  export function createDecoder(options: {
    readonly channels: 1 | 2;
    readonly sampleRate: number;
  }): Promise<Decoder>;
  export function createEncoder(options: EncoderOptions): Promise<Encoder>;
}
