/** Encodes sound as a voice note: Opus in Ogg, one channel, with the waveform that phones draw. */
import { OPUS_RATE, type OpusPacket, oggOpus, opusHead } from './ogg-writer.ts';
import { resample } from './resample.ts';
import type { Sound } from './sound.ts';
import { Waveform } from './waveform.ts';

/** The rates that Opus supports; sound of any other rate is resampled to the highest. */
const RATES = [8_000, 12_000, 16_000, 24_000, OPUS_RATE] as const;
const PACKETS_PER_SECOND = 50;
/** In bits a second: speech is clear, and a minute takes 240 KB. */
const BITRATE = 32_000;

export async function voiceNote(input: Sound): Promise<Uint8Array> {
  const rate = RATES.find((one) => one === input.rate) ?? OPUS_RATE;
  const sound = resample(input, rate);
  const { Application, createEncoder } = await import('libopus-wasm');
  const encoder = await createEncoder({
    channels: 1,
    sampleRate: rate,
    application: Application.Voip,
    bitrate: BITRATE,
  });
  const perSample = OPUS_RATE / rate;
  const delay = encoder.getLookahead();
  const samples = new Float32Array(rate / PACKETS_PER_SECOND);
  const waveform = new Waveform(sound.length);
  const packets: OpusPacket[] = [];
  // The silence after the end brings out the samples that the encoder delays.
  for (let at = 0; at < sound.length + delay; at += samples.length) {
    sound.read(at, samples);
    waveform.add(samples);
    packets.push({ bytes: encoder.encodeFloat(samples), samples: OPUS_RATE / PACKETS_PER_SECOND });
  }
  encoder.free();
  const preSkip = delay * perSample;
  return oggOpus({
    head: opusHead(1, preSkip, input.rate),
    comments: [waveform.comment()],
    packets,
    played: preSkip + sound.length * perSample,
  });
}
