/** Reads usernames, which people give instead of a phone number and may change at any time. Pure. */
import { asciiOf } from './copied-text.ts';
import { type UnreadableAddress, unreadable } from './unreadable-address.ts';

export interface Username {
  /** In lower case, without the @. */
  readonly name: string;
  /** Four digits that the owner gives to those who may write first, or null where none were given. */
  readonly key: string | null;
}

/** An @ at the beginning, which no JID has, and perhaps a key. */
const WRITTEN = /^@([^@:]+)(?::(\d{4}))?$/;
const NAME = /^(?!www\.)(?=.*[a-z])(?!.*\.\.)[a-z0-9_](?:[a-z0-9_.]{1,33})[a-z0-9_]$/;
/** The ends of JIDs, whose beginning somebody has forgotten. */
const HOSTS = /^(?:s\.whatsapp\.net|c\.us|g\.us|lid|hosted|hosted\.lid|newsletter|broadcast|bot)$/;

const NO_USERNAME = unreadable('not_username');

/** Tells whether the text can be a username, without the @, in any case. */
export const isUsername = (text: string): boolean => NAME.test(text.toLowerCase());

/** Returns null for a text that does not begin like a username. */
export function readUsername(value: unknown): string | UnreadableAddress | null {
  if (typeof value !== 'string' || !/^[^@\uff20]{0,3}[@\uff20]/.test(value)) return null;
  const text = asciiOf(value).toLowerCase();
  if (!text.startsWith('@') || HOSTS.test(text.slice(1))) return null;
  return usernameIn(text) === null ? NO_USERNAME : text;
}

/** Returns the username in a text that `readUsername` returned, and null for every other address. */
export function usernameIn(address: string): Username | null {
  if (!address.startsWith('@')) return null;
  const [, name = '', key = null] = WRITTEN.exec(address) ?? [];
  return NAME.test(name) ? { name, key } : null;
}

/** The id that a person has for a business without showing a phone number, such as `BR.13491208655302741918`. */

export const BUSINESS_ID = /^[A-Z]{2}\.(ENT\.)?[0-9A-Za-z]{1,128}$/;

/**
 * Returns whether the text is such an id: two letters of a country, `ENT.` if it is for a parent business, and the
 * rest.
 */
export const isBusinessId = (text: string): boolean => BUSINESS_ID.test(text);
