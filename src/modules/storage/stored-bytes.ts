/** Larger media is not uploaded. */
export const STORED_BYTES_MAX = 100 * 1024 * 1024;
