/** Keys of the gateway that somebody chooses, in place of a random one. */

/** The prefix of the credential of a customer's page. */
export const PORTAL_PREFIX = 'portal_';

const RESERVED_PREFIXES = [PORTAL_PREFIX];
const KEY = /^[\x21-\x7e]{8,256}$/;

/** Returns whether a text has the form of an instance's key: 8-256 visible ASCII characters. */
export const isKeyText = (text: string): boolean => KEY.test(text);

/**
 * Returns whether a text begins like another kind of credential. As a key it would be taken for that, and never open
 * anything.
 */
export const isReservedKey = (text: string): boolean =>
  RESERVED_PREFIXES.some((prefix) => text.startsWith(prefix));
