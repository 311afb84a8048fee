/** Sending cards of contacts. */
import { Type } from '@sinclair/typebox';
import { NamedObject } from '../../../http/named-object.ts';
import { isFields, readBy, type Wrong, wrong, wrongInside } from '../../../http/read-fields.ts';
import type { ContactCard } from '../../../providers/outgoing.ts';
import { contextFields, contextOf } from '../../../sending/context.ts';
import { phoneOf, Recipient } from '../../../sending/recipient.ts';
import { NUMBER, OWN_NUMBER } from '../examples/known.ts';
import { messageBody, sendOperation } from './operation.ts';

const CARDS_MAX = 20;
const TEXT_CHARACTERS_MAX = 255;

const shownText = (description: string) =>
  Type.String({ minLength: 1, maxLength: TEXT_CHARACTERS_MAX, description });

const Cards = readBy(
  Type.Array(
    Type.Object(
      {
        fullName: shownText('Name of the person as the card shows it'),
        phoneNumber: Type.String({
          description: 'Phone number of the person with its country code',
        }),
        organization: Type.Optional(shownText('The company that the person belongs to')),
        email: Type.Optional(shownText('E-mail address of the person')),
        url: Type.Optional(shownText('Web page of the person or the company')),
      },
      { additionalProperties: true },
    ),
    {
      minItems: 1,
      maxItems: CARDS_MAX,
      description: `The cards to send, 1-${CARDS_MAX} in one message`,
    },
  ),
  (value): readonly ContactCard[] | Wrong => {
    if (value === undefined) return wrong('is required');
    if (!Array.isArray(value) || value.length === 0 || value.length > CARDS_MAX)
      return wrong(`must be a list of 1-${CARDS_MAX} contacts`);
    const problems: string[] = [];
    const cards = value.map((one, index) => readCard(one, `contact.${index}`, problems));
    return problems.length > 0 ? wrongInside(problems) : cards;
  },
);

/** Adds what is wrong to `problems`. */
function readCard(value: unknown, path: string, problems: string[]): ContactCard {
  const given = isFields(value) ? value : {};
  const textOf = (name: string): string => {
    const text = given[name] ?? '';
    if (typeof text === 'string' && text.length <= TEXT_CHARACTERS_MAX) return text.trim();
    problems.push(`${path}.${name} must be a text of at most ${TEXT_CHARACTERS_MAX} characters`);
    return '';
  };
  const fullName = textOf('fullName');
  const phoneNumber = phoneOf(given.phoneNumber);
  if (fullName === '') problems.push(`${path}.fullName is required`);
  if (phoneNumber === null)
    problems.push(`${path}.phoneNumber must be a phone number with its country code`);
  const [organization, email, url] = ['organization', 'email', 'url'].map(textOf);
  return {
    fullName,
    phoneNumber: phoneNumber ?? '',
    ...(organization && { organization }),
    ...(email && { email }),
    ...(url && { url }),
  };
}

const ContactMessage = NamedObject(
  'ContactMessage',
  { number: Recipient, contact: Cards, ...contextFields },
  { additionalProperties: true },
);

export const sendContact = sendOperation('POST /message/sendContact/:instanceName', {
  summary: 'Send cards of contacts',
  body: messageBody(ContactMessage),
  agent: { tool: 'send_contact', effect: 'adds' },
  example: {
    body: { number: NUMBER, contact: [{ fullName: 'Shop', phoneNumber: OWN_NUMBER }] },
  },
  compose: async ({ number, contact, ...context }, { find }) => ({
    number,
    content: { kind: 'contacts', contacts: contact },
    ...(await contextOf(context, find)),
  }),
});
