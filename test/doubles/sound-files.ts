/** Files of sound, as the tests of `packages/audio` have them. */
export * from '../../packages/audio/test/sound-files.ts';
