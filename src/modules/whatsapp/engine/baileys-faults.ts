/**
 * Recognises faults that Baileys leaves unhandled: mostly a promise of its own that fails when a
 * connection ends. The end of that connection also repairs what they leave undone.
 */

/** Thrown to Baileys when its keys cannot be read or written. */
export class KeysUnavailable extends Error {
  constructor(cause: unknown) {
    super('the keys cannot be reached at the moment', { cause });
    this.name = 'KeysUnavailable';
  }
}

/** Matches the frames that are not code of the runtime, such as `node:crypto`. */
const OWN_FILE = /^\s+at (?!.*\b(node|bun):).*[/\\]/;
const BAILEYS_FRAME = /[/\\]node_modules[/\\](@whiskeysockets[/\\]baileys|libsignal)[/\\]/;

/** A fault of our code is ours also if Baileys has called it. */
export function isBaileysFault(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof KeysUnavailable || 'isBoom' in error) return true;
  const frames = String(error.stack).split('\n');
  return BAILEYS_FRAME.test(frames.find((frame) => OWN_FILE.test(frame)) ?? '');
}
