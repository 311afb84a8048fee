/**
 * Faults of the vendor's library that nobody awaits: a promise of its own, lost when a connection ends under it. What
 * they leave undone, the end of that connection makes good.
 */

/** Thrown to the library when its keys cannot be read or written; what it makes of that is its own affair. */
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
