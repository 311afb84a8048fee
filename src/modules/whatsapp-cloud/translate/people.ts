/** Reads people and groups from webhooks of the Cloud API. Pure. */
import type { SenderIds } from '../../../core/events/types/message-data.ts';
import { spellingsOf } from '../../../core/providers/chats.ts';
import { type Fields, record, records, text } from '../../../core/providers/foreign-values.ts';
import { isPhone } from '../../../core/shared/addresses/chat-address.ts';
import { isBusinessId } from '../../../core/shared/addresses/username.ts';

/** Somebody who takes part in a chat with the business. */
export interface Person {
  readonly ids: SenderIds;
  /** The name on the person's profile, or ''. */
  readonly name: string;
}

/** The longest number has 15 digits; test numbers have some more. */
const NUMBER = /^\+?(\d{5,20})$/;

/** Includes blanks and signs. */
const NUMBER_CHARACTERS_MAX = 64;

/** Returns digits, or '' when the value is not a phone number. */
export function numberOf(value: unknown): string {
  const written = text(value);
  if (written.length > NUMBER_CHARACTERS_MAX) return '';
  return NUMBER.exec(written.replace(/[\s()-]/g, ''))?.[1] ?? '';
}

export const phoneJid = (number: string): string => `${number}@s.whatsapp.net`;

const GROUP_ID = /^[\w.=:+/-]{1,256}$/;

/** Returns '' for what is not the id of a group. */
export function groupJid(value: unknown): string {
  const id = text(value);
  if (!GROUP_ID.test(id)) return '';
  return id.endsWith('@g.us') ? id : `${id}@g.us`;
}

/**
 * Returns the best address of the person that receivers know, or '' when nothing names them. `chat` is the chat with
 * only that person, which tells the number where they have shown one before.
 */
export function jidOf({ number, bsuid = '' }: SenderIds, chat = ''): string {
  if (number) return phoneJid(number);
  return isPhone(chat) ? chat : bsuid;
}

/** Names of a person in a webhook: in messages `from…`, in statuses `recipient…`, in echoes `to…`. */
interface PersonNames {
  readonly number: unknown;
  readonly bsuid: unknown;
  readonly parentBsuid: unknown;
}

export const senderOf = (message: Fields): PersonNames => ({
  number: message.from,
  bsuid: message.from_user_id,
  parentBsuid: message.from_parent_user_id,
});

export const addresseeOf = (message: Fields): PersonNames => ({
  number: message.to,
  bsuid: message.to_user_id,
  parentBsuid: message.to_parent_user_id,
});

export const recipientOf = (status: Fields): PersonNames => ({
  number: status.recipient_id,
  bsuid: status.recipient_user_id,
  parentBsuid: status.recipient_parent_user_id ?? status.parent_recipient_user_id,
});

/** Names on profiles have 25 characters, those of businesses some more. */
const NAME_CHARACTERS_MAX = 256;
const nameIn = (value: unknown): string => text(value).slice(0, NAME_CHARACTERS_MAX);

/** `contacts` is the list beside the messages or statuses, which may be absent, and may name others. */
export function personOf(named: PersonNames, contacts: unknown): Person {
  const own = { number: numberOf(named.number), bsuid: businessId(named.bsuid) };
  const contact = contactOf(own, contacts);
  const profile = record(contact.profile);
  const number = own.number || numberOf(contact.wa_id);
  const bsuid = own.bsuid || businessId(contact.user_id);
  const parentBsuid = businessId(named.parentBsuid) || businessId(contact.parent_user_id);
  const username = nameIn(profile.username) || nameIn(contact.username);
  return {
    ids: {
      ...idsOf(number, bsuid),
      ...(parentBsuid && { parentBsuid }),
      ...(username && { username }),
    },
    name: nameIn(profile.name),
  };
}

const businessId = (value: unknown): string => (isBusinessId(text(value)) ? text(value) : '');

/** A contact and its position in the list. */
interface ListedContact {
  readonly contact: Fields;
  readonly at: number;
}

interface ContactIndex {
  readonly byNumber: ReadonlyMap<string, ListedContact>;
  readonly byId: ReadonlyMap<string, ListedContact>;
}

/** The most that are read of one list; a webhook of 3 MB has no room for more that have a message each. */
const CONTACTS_MAX = 20_000;

/** Made once for each list, since thousands of messages may use it. */
const indexes = new WeakMap<object, ContactIndex>();

const NO_INDEX: ContactIndex = { byNumber: new Map(), byId: new Map() };

function indexOf(contacts: unknown): ContactIndex {
  if (!Array.isArray(contacts)) return NO_INDEX;
  return indexes.getOrInsertComputed(contacts, () => {
    const byNumber = new Map<string, ListedContact>();
    const byId = new Map<string, ListedContact>();
    for (const [at, contact] of records(contacts.slice(0, CONTACTS_MAX)).entries()) {
      const number = numberOf(contact.wa_id);
      const id = text(contact.user_id);
      // The first of several with the same address counts.
      if (number !== '' && !byNumber.has(number)) byNumber.set(number, { contact, at });
      if (id !== '' && !byId.has(id)) byId.set(id, { contact, at });
    }
    return { byNumber, byId };
  });
}

/**
 * Numbers of some countries have two spellings. Only a certain match counts, since a wrong one would mix up two people.
 */
function contactOf(
  { number, bsuid }: { number: string; bsuid: string },
  contacts: unknown,
): Fields {
  const { byNumber, byId } = indexOf(contacts);
  const spellings = number === '' ? [] : spellingsOf(phoneJid(number));
  const found = [byId.get(bsuid), ...spellings.map((jid) => byNumber.get(jid.split('@')[0] ?? ''))];
  const [first] = found.filter((one) => one !== undefined).toSorted((a, b) => a.at - b.at);
  return first?.contact ?? {};
}

/** Addresses of one person before and after a change. */
export interface AddressChange {
  readonly former: SenderIds;
  readonly present: SenderIds;
  /** True when only the id has changed: the person still has the number, whether it is shown or not. */
  readonly keepsNumber: boolean;
}

const CHANGED_ID = 'user_changed_user_id';
const CHANGES: ReadonlySet<string> = new Set([
  'user_changed_number',
  'customer_changed_number',
  CHANGED_ID,
]);

/** Reads the platform's note that somebody has another number or id; null when it is another message. */
export function addressChangeIn(message: Fields): AddressChange | null {
  const { type, wa_id, new_wa_id, user_id, previous_user_id } = record(message.system);
  if (message.type !== 'system' || !CHANGES.has(text(type))) return null;
  const id = businessId(user_id);
  const former = businessId(previous_user_id) || businessId(message.from_user_id);
  const number = numberOf(message.from);
  const otherNumber = numberOf(wa_id) || numberOf(new_wa_id);
  const isOther = otherNumber !== '' && !areOneNumber(number, otherNumber);
  const keepsNumber = type === CHANGED_ID && !isOther;
  return {
    former: idsOf(number, former === id ? '' : former),
    present: idsOf(keepsNumber ? number : otherNumber, id),
    keepsNumber,
  };
}

const areOneNumber = (one: string, another: string): boolean =>
  spellingsOf(phoneJid(one)).includes(phoneJid(another));

const idsOf = (number: string, bsuid: string): SenderIds => ({
  ...(number && { number }),
  ...(bsuid && { bsuid }),
});
