/** Paths of Evolution Go, written down for the tests that hold every operation to something. */

export const GO_SEND = [
  ...['text', 'link', 'media', 'poll', 'sticker', 'location', 'contact', 'button', 'list'],
  ...['status/text', 'status/media'],
].map((kind) => `/send/${kind}`);
