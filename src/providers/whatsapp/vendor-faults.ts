/**
 * Recognises faults that the WhatsApp library leaves unhandled: mostly a promise of its own that fails when a
 * connection ends. The end of that connection also repairs what they leave undone.
 */

/** Thrown to the library when its keys cannot be read or written. */
export class KeysUnavailable extends Error {
  constructor(cause: unknown) {
    super('the keys cannot be reached at the moment', { cause });
    this.name = 'KeysUnavailable';
  }
}

/** Matches the frames that are not code of the runtime, such as `node:crypto`. */
const OWN_FILE = /^\s+at (?!.*\b(node|bun):).*[/\\]/;
const VENDOR_FRAME = /[/\\]node_modules[/\\](@whiskeysockets[/\\]baileys|libsignal)[/\\]/;

/** A fault of our code is ours also if the library has called it. */
export function isVendorFault(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof KeysUnavailable || 'isBoom' in error) return true;
  const frames = String(error.stack).split('\n');
  return VENDOR_FRAME.test(frames.find((frame) => OWN_FILE.test(frame)) ?? '');
}
