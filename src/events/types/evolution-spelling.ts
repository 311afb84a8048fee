/** How Evolution API spells what events spell otherwise. Pure. */

/** The address of the account that a device belongs to. */
export const withoutDevice = (jid: string): string => jid.replace(/:\d+@/, '@');

/** Since 1970, of an RFC 3339 time. */
export const seconds = (time: string): number => Math.floor(Date.parse(time) / 1000);
