/** The decoder of MP3 is optional: what needs it is tested where it is installed. */
export const isMp3Decoded: boolean = await import('mpg123-decoder').then(
  () => true,
  () => false,
);
