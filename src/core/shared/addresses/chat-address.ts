/** Reads the address of a chat: a phone number, or the JID of a person, a group or a channel. Pure. */

import { asciiOf } from './copied-text.ts';
import { isPhoneLink } from './phone-link.ts';
import { isPlainNumber, NO_NUMBER, readWrittenNumber, textOf } from './phone-number.ts';
import { UnreadableAddress, unreadable } from './unreadable-address.ts';
import { isBusinessId } from './username.ts';

/** JIDs as answers and events have them. */
const PLAIN_JID =
  /^(?:[1-9][0-9]{4,14}@s\.whatsapp\.net|[0-9]{1,20}@lid|[0-9]{1,25}(?:-[0-9]{1,15})?@g\.us)$/;

const NO_ADDRESS = unreadable('not_number_or_jid');
const NO_JID = unreadable('not_jid_with_at');
const NO_PERSON = unreadable('not_person');
const NO_PHONE = unreadable('not_number_or_jid_with_one');
const NO_GROUP = unreadable('not_group_jid');

/** Returns the digits of a phone number, a JID without the device in it, or why the value is neither. */
export function readAddress(value: unknown): string | UnreadableAddress {
  if (isPlainNumber(value)) return value;
  if (typeof value === 'string' && PLAIN_JID.test(value)) return value;
  const input = textOf(value);
  if (input === null) return NO_ADDRESS;
  const text = asciiOf(input);
  if (text.includes('@') && !isPhoneLink(text)) return jidIn(text);
  if (GROUP_ID.test(text)) return `${text}@g.us`;
  const found = readWrittenNumber(text);
  return found === NO_NUMBER ? NO_ADDRESS : found;
}

/** Returns an address as `readAddress` reads it, or the id that a person has for a business, as it is. */
export function readAddressee(value: unknown): string | UnreadableAddress {
  return typeof value === 'string' && isBusinessId(value) ? value : readAddress(value);
}

/** Returns a number or a JID of a person. */
export function readPersonAddress(value: unknown): string | UnreadableAddress {
  const found = readAddress(value);
  if (found instanceof UnreadableAddress) return found;
  return !found.includes('@') || isOfPerson(found) ? found : NO_PERSON;
}

/** Returns digits, also of a JID that has them. LIDs have no number. */
export function readNumberOrJid(value: unknown): string | UnreadableAddress {
  const found = readAddress(value);
  if (found instanceof UnreadableAddress || !found.includes('@')) return found;
  return digitsOf(found) ?? NO_PHONE;
}

/** Returns the JID of a group, of which the ending may be absent. */
export function readGroupAddress(value: unknown): string | UnreadableAddress {
  const input = textOf(value);
  const text = input === null ? '' : asciiOf(input);
  const jid = text.includes('@') ? text.toLowerCase() : `${text}@g.us`;
  return GROUP.test(jid) ? jid : NO_GROUP;
}

const PHONE_HOST = '@s.whatsapp.net';

/** Returns the id of the chat of a recipient, as far as its text alone determines it. */
export const chatOf = (recipient: string): string =>
  recipient.includes('@') || isBusinessId(recipient) ? recipient : `${recipient}${PHONE_HOST}`;

/** Returns whether the JID hides a phone number. */
export const isLid = (jid: string): boolean => jid.endsWith('@lid');

export const isPhone = (jid: string): boolean => jid.endsWith(PHONE_HOST);

export const isOfPerson = (jid: string): boolean => isPhone(jid) || isLid(jid);

/** Returns the digits of a phone number's JID, or null for any other. */
export const digitsOf = (jid: string): string | null =>
  isPhone(jid) ? jid.slice(0, -PHONE_HOST.length) : null;

/**
 * The id of a group without its ending: newer ones begin with 120363; older ones are the number of its creator and
 * a time in seconds, and so have more digits than any phone number.
 */
const GROUP_ID = /^(?:120363\d{10,14}|[1-9]\d{5,14}-1\d{9})$/;
const GROUP = /^\d{5,25}(?:-\d{5,15})?@g\.us$/;

/** The valid texts before the @, by the server after it. A person's number is checked like any other phone number. */
const USERS: Readonly<Record<string, RegExp>> = {
  lid: /^\d{1,20}$/,
  'g.us': /^\d{1,25}(?:-\d{1,15})?$/,
  newsletter: /^[\w-]{1,64}$/,
  broadcast: /^(?:status|\d{1,25})$/,
  bot: /^\d{1,20}$/,
  hosted: /^\d{1,20}$/,
  'hosted.lid': /^\d{1,20}$/,
};
/** The account by which the platform itself writes. */
const PLATFORM = '0';

function jidIn(text: string): string | UnreadableAddress {
  const [, user = '', host = ''] = /^([^@]*)@([a-z.]+)$/i.exec(text) ?? [];
  const known = host.toLowerCase();
  // An agent and a device may stand behind the user.
  const bare = user.replace(/(?<=\d)(?:_\d{1,3})?(?::\d{1,3})?$/, '');
  if (known === 'c.us' || known === 's.whatsapp.net') {
    const found = bare === PLATFORM ? bare : readWrittenNumber(bare);
    return found instanceof UnreadableAddress ? found : `${found}${PHONE_HOST}`;
  }
  const isUser = Object.hasOwn(USERS, known) && USERS[known]?.test(bare);
  return isUser ? `${bare}@${known}` : NO_JID;
}
