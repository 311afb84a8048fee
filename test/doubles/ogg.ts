/** Voice notes, as the tests of `packages/audio` have them. */
export * from '../../packages/audio/test/ogg.ts';
