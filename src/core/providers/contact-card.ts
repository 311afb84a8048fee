/** Cards of contacts, and how the protocol of WhatsApp spells them: as vCard 3.0. Pure. */
import { readPhoneNumber } from '../shared/addresses/phone-number.ts';
import { UnreadableAddress } from '../shared/addresses/unreadable-address.ts';
import type { Fields } from './foreign-values.ts';

/** Whose number or address it is, such as `CELL`, `HOME` or a word of the sender's own. */
interface LabelledEntry {
  readonly type?: string | undefined;
}

export interface CardPhone extends LabelledEntry {
  /** As the card shows it. */
  readonly phone: string;
  /** The digits by which WhatsApp has the number, if it does. */
  readonly waId?: string | undefined;
}

export interface CardAddress extends LabelledEntry {
  readonly street?: string | undefined;
  readonly city?: string | undefined;
  readonly state?: string | undefined;
  readonly zip?: string | undefined;
  readonly country?: string | undefined;
  /** ISO 3166, such as BR. */
  readonly countryCode?: string | undefined;
}

export interface ContactCard {
  readonly fullName: string;
  readonly firstName?: string | undefined;
  readonly lastName?: string | undefined;
  readonly middleName?: string | undefined;
  readonly namePrefix?: string | undefined;
  readonly nameSuffix?: string | undefined;
  readonly organization?: string | undefined;
  readonly department?: string | undefined;
  readonly jobTitle?: string | undefined;
  /** In the form 1990-12-31. */
  readonly birthday?: string | undefined;
  readonly phones?: readonly CardPhone[];
  readonly emails?: readonly (LabelledEntry & { readonly email: string })[];
  readonly urls?: readonly (LabelledEntry & { readonly url: string })[];
  readonly addresses?: readonly CardAddress[];
}

/** Returns a card of the account's own: what is written as an international number may be WhatsApp's too. */
export const withWaIds = (card: ContactCard): ContactCard =>
  card.phones === undefined ? card : { ...card, phones: card.phones.map(withWaId) };

function withWaId({ phone, waId, ...rest }: CardPhone): CardPhone {
  const digits = phone.includes('+') ? readPhoneNumber(phone) : undefined;
  return {
    phone,
    waId: waId ?? (digits instanceof UnreadableAddress ? undefined : digits),
    ...rest,
  };
}

/** Returns one field named after how many cards there are. */
export function contactsContent(contacts: readonly ContactCard[]): Fields {
  const cards = contacts.map((card) => ({ displayName: card.fullName, vcard: vcardOf(card) }));
  const [only] = cards;
  if (cards.length === 1) return { contactMessage: only };
  return { contactsArrayMessage: { displayName: `${cards.length} contacts`, contacts: cards } };
}

/** A value of a card, and what is said of it. */
interface Entry extends LabelledEntry {
  readonly name: string;
  /** Escaped. */
  readonly value: string;
  readonly parameters?: readonly string[];
  readonly countryCode?: string | undefined;
}

function vcardOf(card: ContactCard): string {
  const entries = [...personEntries(card), ...placeEntries(card)];
  return ['BEGIN:VCARD', 'VERSION:3.0', ...entries.flatMap(linesOf), 'END:VCARD'].join('\n');
}

function personEntries(card: ContactCard): Entry[] {
  const { fullName, lastName, firstName, middleName, namePrefix, nameSuffix } = card;
  const { organization, department, jobTitle } = card;
  const parts = [lastName, firstName, middleName, namePrefix, nameSuffix];
  const hasParts = parts.some(Boolean);
  return [
    { name: 'N', value: joined(hasParts ? parts : [fullName, '', '', '', '']) },
    { name: 'FN', value: escaped(fullName) },
    ...(organization || department
      ? [{ name: 'ORG', value: joined([organization, department]) }]
      : []),
    ...(jobTitle ? [{ name: 'TITLE', value: escaped(jobTitle) }] : []),
  ];
}

function placeEntries(card: ContactCard): Entry[] {
  const { emails = [], urls = [], phones = [], addresses = [], birthday } = card;
  return [
    ...emails.map(({ email, type }) => ({ name: 'EMAIL', value: escaped(email), type })),
    ...urls.map(({ url, type }) => ({ name: 'URL', value: escaped(url), type })),
    ...phones.map(phoneEntry),
    ...addresses.map(({ street, city, state, zip, country, ...rest }) => {
      return { name: 'ADR', value: joined(['', '', street, city, state, zip, country]), ...rest };
    }),
    ...(birthday ? [{ name: 'BDAY', value: escaped(birthday) }] : []),
  ];
}

/** Phones show a button to write to the contact where the number has a `waid`. */
const phoneEntry = ({ phone, waId, type }: CardPhone): Entry => ({
  name: 'TEL',
  value: escaped(phone),
  type,
  parameters: ['type=VOICE', ...(waId ? [`waid=${waId}`] : [])],
});

const WORD = /^[a-z][a-z0-9-]{0,30}$/i;

/** The country's code, and a type that is more than a word, have lines of their own, tied together by a group. */
function linesOf({ name, value, type, parameters = [], countryCode }: Entry, at: number): string[] {
  const isWord = WORD.test(type ?? '');
  const beside = [
    ...(type && !isWord ? [`X-ABLabel:${escaped(type)}`] : []),
    ...(countryCode ? [`X-ABADR:${escaped(countryCode)}`] : []),
  ];
  const group = beside.length === 0 ? '' : `item${at + 1}.`;
  const head = [name, ...(isWord ? [`type=${type}`] : []), ...parameters].join(';');
  return [`${head}:${value}`, ...beside].map((line) => group + line);
}

const joined = (parts: readonly (string | undefined)[]): string =>
  parts.map((part) => escaped(part ?? '')).join(';');

const escaped = (text: string): string =>
  text.replace(/[\\,;]/g, '\\$&').replace(/\r?\n|\r/g, '\\n');
