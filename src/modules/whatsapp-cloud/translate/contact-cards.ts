/** Turns received contacts into cards. Pure. */
import type { ContactCard } from '../../../core/providers/contact-card.ts';
import { type Fields, record, records, text } from '../../../core/providers/foreign-values.ts';

/** Reads `contacts` of a webhook; empty when it is not a list. */
export const cardsIn = (contacts: unknown): ContactCard[] => records(contacts).map(cardOf);

function cardOf(contact: Fields): ContactCard {
  const { formatted_name, first_name, last_name, middle_name, prefix, suffix } = texts(
    contact.name,
  );
  const { company, department, title } = texts(contact.org);
  return {
    fullName: formatted_name ?? first_name ?? '',
    firstName: first_name,
    lastName: last_name,
    middleName: middle_name,
    namePrefix: prefix,
    nameSuffix: suffix,
    organization: company,
    department,
    jobTitle: title,
    birthday: text(contact.birthday),
    phones: records(contact.phones).map(phoneIn),
    emails: records(contact.emails)
      .map(texts)
      .map(({ email = '', type }) => ({ email, type })),
    urls: records(contact.urls)
      .map(texts)
      .map(({ url = '', type }) => ({ url, type })),
    addresses: records(contact.addresses)
      .map(texts)
      .map(({ country_code: countryCode, ...address }) => ({ ...address, countryCode })),
  };
}

function phoneIn(entry: Fields) {
  const { phone, wa_id = '', type } = texts(entry);
  const waId = /^\d{5,20}$/.exec(wa_id)?.[0];
  return { phone: phone ?? `+${waId ?? ''}`, type, waId };
}

/** Returns those of the fields that are texts and not empty. */
const texts = (fields: unknown): Partial<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(record(fields)).filter(
      (entry): entry is [string, string] => text(entry[1]) !== '',
    ),
  );
