/** Reads and writes files of sound: see the README. */

export { toVoiceNote } from './convert.ts';
export type { Mp3Decoder, Mp3Decoding } from './mp3.ts';
export { frameAt, type Mp3Frame, tagBytesAt } from './mp3-frame.ts';
export { playingSeconds } from './playing-time.ts';
export type { Problem } from './sound.ts';
export { type VoiceNote, voiceNoteOf } from './voice-note.ts';
