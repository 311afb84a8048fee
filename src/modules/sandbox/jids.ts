/**
 * Reads the addresses that the sandbox understands. Digits alone stand for a person, or for a group or channel where
 * one is expected.
 */
import { createHash } from 'node:crypto';
import { STATUS_JID } from '../../core/providers/chats.ts';
import {
  chatOf,
  isPhone,
  readAddress,
  readGroupAddress,
  readPersonAddress,
} from '../../core/shared/addresses/chat-address.ts';
import { hasTrunkZero } from '../../core/shared/addresses/phone-number.ts';
import { UnreadableAddress } from '../../core/shared/addresses/unreadable-address.ts';
import { invalid, invalidFields } from '../../core/shared/errors.ts';
import { withSentence } from '../../core/shared/reasons/problems.ts';

const CHANNEL = /^(\d{5,25})(?:@newsletter)?$/;
const CHAT = /@(s\.whatsapp\.net|lid|newsletter)$/;

export const userJid = (digits: string): string => `${digits}@s.whatsapp.net`;

function required(field: string, found: string | UnreadableAddress): string {
  if (found instanceof UnreadableAddress)
    throw invalidFields([{ field, ...withSentence(found.problem) }]);
  return chatOf(found);
}

/** Returns a person's JID, without a device part. Throws `invalid`, naming `field`. */
export const personJid = (field: string, text: string): string =>
  required(field, readPersonAddress(text));

/** Returns a group's JID. Throws `invalid`, naming `field`. */
export const groupJid = (field: string, text: string): string =>
  required(field, readGroupAddress(text));

/** Returns a channel's JID. Throws `invalid`, naming `field`. */
export function newsletterJid(field: string, text: string): string {
  const [, digits] = CHANNEL.exec(text) ?? [];
  if (digits !== undefined) return `${digits}@newsletter`;
  throw invalid(`${field} must be 5-25 digits or the JID of a channel`);
}

/** Returns the JID of any chat; digits are a person. Throws `invalid`, naming `field`. */
export function chatJid(field: string, text: string): string {
  const jid = required(field, readAddress(text));
  if (jid.endsWith('@g.us')) return groupJid(field, jid);
  if (jid === STATUS_JID || CHAT.test(jid)) return jid;
  throw invalid(`${field} must be the JID of a person, group or channel`);
}

/** Returns whether the digits cannot be a number at WhatsApp; nearly every other belongs to somebody. */
export const isNobodys = (digits: string): boolean =>
  digits.startsWith('0') || hasTrunkZero(digits);

export const userOf = (jid: string): string => jid.slice(0, jid.indexOf('@'));

/**
 * Returns the second address that WhatsApp gives every person, always the same; '' for a person already named by it.
 */
export function lidOf(jid: string): string {
  if (!isPhone(jid)) return '';
  const digest = createHash('sha256').update(jid).digest();
  return `${(digest.readUIntBE(0, 6) % 1e14) + 1e14}@lid`;
}
