/** Turns received contacts into cards in the spelling of WhatsApp. Pure. */
import { type Fields, record, records, text } from '../../foreign-values.ts';

/** Reads `contacts` of a webhook; empty when it is not a list. */
export function contactsContent(contacts: unknown): Fields {
  const cards = records(contacts).map((contact) => ({
    displayName: nameOf(contact),
    vcard: cardOf(contact),
  }));
  const [only] = cards;
  if (cards.length === 1) return { contactMessage: only };
  return { contactsArrayMessage: { displayName: `${cards.length} contacts`, contacts: cards } };
}

const nameOf = ({ name }: Fields): string =>
  text(record(name).formatted_name) || text(record(name).first_name);

/** Writes vCard 3.0. Phones show a button to write to the contact where the number has a `waid`. */
function cardOf(contact: Fields): string {
  const { first_name, last_name, middle_name, prefix, suffix } = record(contact.name);
  const parts = [last_name, first_name, middle_name, prefix, suffix].map((one) => escaped(one));
  const { company } = record(contact.org);
  return [
    'BEGIN:VCARD',
    'VERSION:3.0',
    `N:${parts.join(';')}`,
    `FN:${escaped(nameOf(contact))}`,
    ...(text(company) && [`ORG:${escaped(company)};`]),
    ...records(contact.emails).map(({ email }) => `EMAIL:${escaped(email)}`),
    ...records(contact.urls).map(({ url }) => `URL:${escaped(url)}`),
    ...records(contact.phones).map(phoneLine),
    'END:VCARD',
  ].join('\n');
}

function phoneLine({ phone, wa_id }: Fields): string {
  const number = /^\d{5,20}$/.exec(text(wa_id))?.[0];
  const type = 'type=CELL;type=VOICE';
  return `TEL;${type}${number ? `;waid=${number}` : ''}:${escaped(phone) || `+${number ?? ''}`}`;
}

const escaped = (value: unknown): string =>
  text(value)
    .replace(/[\\,;]/g, '\\$&')
    .replace(/\r?\n|\r/g, '\\n');
