/**
 * Recognises faults of the vendor's library that nobody awaits: a promise of its own that fails
 * when a connection ends. The end of that connection also repairs what they leave undone.
 */

/** Thrown to the library when its keys cannot be read or written. */
export class KeysUnavailable extends Error {
  constructor(cause: unknown) {
    super('the keys cannot be reached at the moment', { cause });
    this.name = 'KeysUnavailable';
  }
}

const VENDOR_FRAME = /[/\\]node_modules[/\\](@whiskeysockets[/\\]baileys|libsignal)[/\\]/;

export function isVendorFault(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof KeysUnavailable || 'isBoom' in error) return true;
  return VENDOR_FRAME.test(error.stack ?? '');
}
