/** Returns the address of the account to which a device belongs. */
export const withoutDevice = (jid: string): string => jid.replace(/:\d+@/, '@');

/** Converts an RFC 3339 time to seconds since 1970. */
export const seconds = (time: string): number => Math.floor(Date.parse(time) / 1000);
