/** Cards of contacts as vCards, and what is read of them again. */
import { expect, test } from 'bun:test';
import {
  type ContactCard,
  contactsContent,
  withWaIds,
} from '../../../src/core/providers/contact-card.ts';
import { cardsIn } from '../../../src/core/webhooks/format/whatsapp-cloud/contact-cards.ts';

const linesOf = (card: ContactCard): string[] => {
  // The cast: one card has a vCard of its own.
  const { contactMessage } = contactsContent([card]) as { contactMessage: { vcard: string } };
  return contactMessage.vcard.split('\n').slice(2, -1);
};
const readAgain = (card: ContactCard) =>
  cardsIn([{ displayName: card.fullName, vcard: ['BEGIN:VCARD', ...linesOf(card)].join('\n') }])[0];

test('a name alone is the whole name, and signs of the format are escaped', () => {
  expect(linesOf({ fullName: 'Ana; the\nBaker, \\o/' })).toEqual([
    'N:Ana\\; the\\nBaker\\, \\\\o/;;;;',
    'FN:Ana\\; the\\nBaker\\, \\\\o/',
  ]);
});

test('a type that is more than a word has a line of its own, and is read with its number', () => {
  const card = { fullName: 'Ana', phones: [{ phone: '190', type: 'In the shop; weekdays' }] };
  expect(linesOf(card).slice(2)).toEqual([
    'item3.TEL;type=VOICE:190',
    'item3.X-ABLabel:In the shop\\; weekdays',
  ]);
  expect(readAgain(card)).toMatchObject({
    phones: [{ phone: '190', type: 'In the shop; weekdays' }],
  });
});

test('no text of a card adds a line to it', () => {
  const text = 'x\r\nTEL;waid=5511900000001:+55 11 90000-0001\nEND:VCARD';
  const card: ContactCard = {
    ...{ fullName: text, firstName: text, organization: text, jobTitle: text, birthday: text },
    phones: [{ phone: text, type: text }],
    emails: [{ email: text, type: text }],
    addresses: [{ street: text, countryCode: text, type: text }],
  };
  const read = readAgain(card);
  expect(read).toMatchObject({ name: { formatted_name: text.replace('\r', '') } });
  expect(read?.phones).toHaveLength(1);
  expect(JSON.stringify(read)).not.toContain('"wa_id"');
});

test.each([
  ['+55 11 98888-0000', '5511988880000'],
  ['11 98888-0000', undefined],
  ['+1', undefined],
  ['+55 11 98888-0000 ext. 7', undefined],
])('of the own number %s WhatsApp is told the digits %s', (phone, waId) => {
  expect(withWaIds({ fullName: 'Ana', phones: [{ phone }] }).phones).toEqual([
    { phone, ...(waId !== undefined && { waId }) },
  ]);
  const known = { phone, waId: '5511900000001' };
  expect(withWaIds({ fullName: 'Ana', phones: [known] }).phones).toEqual([known]);
});
