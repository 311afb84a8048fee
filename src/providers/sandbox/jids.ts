/**
 * Reads the addresses that the sandbox understands. Digits alone stand for a person, or for a group or channel where
 * one is expected.
 */
import { createHash } from 'node:crypto';
import { invalid } from '../../shared/errors.ts';
import { STATUS_JID } from '../chats.ts';

const DIGITS = /^\+?(\d{5,20})$/;
const PERSON = /^(\d{5,20})(?::\d{1,3})?@(s\.whatsapp\.net|lid)$/;
const GROUP = /^\d{5,25}(-\d{5,15})?@g\.us$/;
const NEWSLETTER = /^\d{5,25}@newsletter$/;

export const userJid = (digits: string): string => `${digits}@s.whatsapp.net`;

const digitsIn = (text: string): string | null => DIGITS.exec(text)?.[1] ?? null;

/** Returns a person's JID, without a device part. Throws `invalid`, naming `field`. */
export function personJid(field: string, text: string): string {
  const digits = digitsIn(text);
  if (digits !== null) return userJid(digits);
  const [, user, server] = PERSON.exec(text) ?? [];
  if (user === undefined) throw invalid(`${field} must be 5-20 digits or a JID of a person`);
  return `${user}@${server}`;
}

/** Returns a group's JID. Throws `invalid`, naming `field`. */
export function groupJid(field: string, text: string): string {
  const jid = text.includes('@') ? text : `${text}@g.us`;
  if (GROUP.test(jid)) return jid;
  throw invalid(`${field} must be the digits or the JID of a group`);
}

/** Returns a channel's JID. Throws `invalid`, naming `field`. */
export function newsletterJid(field: string, text: string): string {
  if (NEWSLETTER.test(text)) return text;
  const digits = digitsIn(text);
  if (digits !== null) return `${digits}@newsletter`;
  throw invalid(`${field} must be 5-20 digits or the JID of a channel`);
}

/** Returns the JID of any chat; digits are a person. Throws `invalid`, naming `field`. */
export function chatJid(field: string, text: string): string {
  if (text === STATUS_JID || GROUP.test(text) || NEWSLETTER.test(text)) return text;
  if (digitsIn(text) !== null || PERSON.test(text)) return personJid(field, text);
  throw invalid(`${field} must be 5-20 digits or a JID`);
}

export const userOf = (jid: string): string => jid.slice(0, jid.indexOf('@'));

/**
 * Returns the second address that WhatsApp gives every person, always the same; '' for a person already named by it.
 */
export function lidOf(jid: string): string {
  if (!jid.endsWith('@s.whatsapp.net')) return '';
  const digest = createHash('sha256').update(jid).digest();
  return `${(digest.readUIntBE(0, 6) % 1e14) + 1e14}@lid`;
}
