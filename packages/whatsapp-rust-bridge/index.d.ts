export function md5(data: Uint8Array): Uint8Array;
/** HKDF with SHA-256. `length` in bytes, at most 8,160. */
export function hkdf(
  key: Uint8Array,
  length: number,
  options?: { salt?: Uint8Array | undefined; info?: string | undefined },
): Uint8Array;
export interface AppStateKeys {
  readonly indexKey: Uint8Array;
  readonly valueEncryptionKey: Uint8Array;
  readonly valueMacKey: Uint8Array;
  readonly snapshotMacKey: Uint8Array;
  readonly patchMacKey: Uint8Array;
}
export function expandAppStateKeys(key: Uint8Array): AppStateKeys;
export class LTHashAntiTampering {
  /** `base` has 128 bytes and stays as it is. */
  subtractThenAdd(base: Uint8Array, subtract: Uint8Array[], add: Uint8Array[]): Uint8Array;
}
