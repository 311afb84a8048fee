/** Cards of contacts: their fields in bodies, and sending them. */

import { type TProperties, Type } from '@sinclair/typebox';
import { NUMBER, OWN_NUMBER } from '../../../core/http/example-values.ts';
import { NamedObject } from '../../../core/http/named-object.ts';
import {
  FieldError,
  type Fields,
  fieldError,
  fieldsIn,
  isFields,
  nestedErrors,
  parsedBy,
} from '../../../core/http/read-fields.ts';
import type { CardAddress, CardPhone, ContactCard } from '../../../core/providers/contact-card.ts';
import { contextFields, contextOf } from '../../../core/sending/context.ts';
import { Recipient, readPhone } from '../../../core/sending/recipient.ts';
import { isWithin } from '../../../core/shared/characters.ts';
import { iso } from '../../../core/shared/clock.ts';
import { type FieldProblem, type Problem, problem } from '../../../core/shared/reasons/problems.ts';
import { messageBody, sendOperation } from './operation.ts';

/** Meta takes as many. */
export const CARDS_MAX = 257;
const ENTRIES_MAX = 20;
/** The most problems that one failure names. */
const PROBLEMS_MAX = 20;
const TEXT_CHARACTERS_MAX = 255;

const shownText = (description: string, example: string) =>
  Type.Optional(Type.String({ maxLength: TEXT_CHARACTERS_MAX, description, examples: [example] }));

const type = shownText('Kind of number, such as `CELL`, `HOME` or `WORK`', 'CELL');

const entries = (what: string, fields: TProperties) =>
  Type.Optional(
    Type.Array(Type.Object(fields, { additionalProperties: true }), {
      maxItems: ENTRIES_MAX,
      description: `${what} on the card, at most ${ENTRIES_MAX}`,
    }),
  );

const Card = Type.Object(
  {
    fullName: Type.String({
      minLength: 1,
      maxLength: TEXT_CHARACTERS_MAX,
      description: 'Name of the person as the card shows it',
      examples: ['Ana Maria Souza'],
    }),
    firstName: shownText('First name of the person on the card', 'Ana'),
    lastName: shownText('Last name of the person on the card', 'Souza'),
    middleName: shownText('Middle name of the person on the card', 'Maria'),
    namePrefix: shownText('Prefix of the name on the card, such as `Dr.`', 'Dr.'),
    nameSuffix: shownText('Suffix of the name on the card, such as `Jr.`', 'Jr.'),
    phoneNumber: Type.Optional(
      Type.String({
        description:
          'Phone number of the person with its country code, the first on the card; required if nothing else leads to the person',
        examples: ['5511999990000'],
      }),
    ),
    phones: entries('More phone numbers', {
      phone: shownText(
        'The phone number as the card shows it, such as `+55 11 98888-0000`',
        '+55 11 98888-0000',
      ),
      waId: shownText(
        'Digits by which WhatsApp knows the number; defaults to those of a number with `+`',
        '5511988880000',
      ),
      type,
    }),
    email: shownText('E-mail address of the person, the first on the card', 'ana@example.com'),
    emails: entries('More e-mail addresses', {
      email: shownText('An e-mail address of the person', 'orders@example.com'),
      type,
    }),
    url: shownText(
      'Web page of the person or the company, the first on the card',
      'https://shop.example.com',
    ),
    urls: entries('More web pages', {
      url: shownText('The address of a web page', 'https://shop.example.com/contact'),
      type,
    }),
    addresses: entries('Postal addresses', {
      street: shownText('Street and number of the address', 'Av. Paulista, 1000'),
      city: shownText('City of the postal address', 'São Paulo'),
      state: shownText('State of the postal address, such as `SP`', 'SP'),
      zip: shownText('Postal code of the address', '01310-100'),
      country: shownText('Country of the postal address, in words', 'Brazil'),
      countryCode: shownText('Country of the postal address in two letters, such as `BR`', 'BR'),
      type,
    }),
    birthday: shownText('Birthday of the person in the form 1990-12-31', '1990-12-31'),
    organization: shownText('The company that the person belongs to', 'Shop'),
    department: shownText('The department of the company', 'Purchasing'),
    jobTitle: shownText('Job of the person in the company, such as `Buyer`', 'Buyer'),
  },
  { additionalProperties: true },
);

export const cardList = (what: string) =>
  Type.Array(Card, { minItems: 1, maxItems: CARDS_MAX, description: `${what}, 1-${CARDS_MAX}` });

const Cards = parsedBy(
  cardList('The cards to send in one message'),
  (value): readonly ContactCard[] | FieldError => readCards(value, 'contact'),
);

/** `field` is what refusals call the list. */
export function readCards(value: unknown, field: string): readonly ContactCard[] | FieldError {
  if (value === undefined) return fieldError('required');
  if (!Array.isArray(value) || value.length === 0 || value.length > CARDS_MAX)
    return fieldError('not_contacts', { max: CARDS_MAX });
  const problems: FieldProblem[] = [];
  const cards = value.map((one, index) =>
    cardIn(new CardReader(one, `${field}.${index}`, problems)),
  );
  return problems.length > 0 ? nestedErrors(problems.slice(0, PROBLEMS_MAX)) : cards;
}

/** Reads the fields of a card, or of an object in it, and adds what is wrong to `problems`. */
class CardReader {
  readonly #fields: Fields;
  readonly #path: string;
  readonly #problems: FieldProblem[];

  constructor(value: unknown, path: string, problems: FieldProblem[]) {
    this.#fields = fieldsIn(value);
    this.#path = path;
    this.#problems = problems;
  }

  /** Returns a trimmed text, or undefined if the field is absent, null or empty. */
  text(name: string): string | undefined {
    const text = this.#fields[name] ?? '';
    const isText = typeof text === 'string' && isWithin(text, TEXT_CHARACTERS_MAX);
    if (!isText) this.wrong(name, problem('text_too_long', { max: TEXT_CHARACTERS_MAX }));
    return isText ? text.trim() || undefined : undefined;
  }

  texts<const N extends string>(names: readonly N[]): Partial<Record<N, string>> {
    const found = names.map((name) => [name, this.text(name)] as const);
    // The cast: the names are those that were given.
    return Object.fromEntries(found.filter(([, text]) => text !== undefined)) as Partial<
      Record<N, string>
    >;
  }

  /** Adds whose the value is, if that is given. */
  typed<T extends object>(value: T): T & { type?: string } {
    const found = this.text('type');
    return found === undefined ? value : { ...value, type: found };
  }

  /** Whether there is a value, right or wrong. */
  has(name: string): boolean {
    return (this.#fields[name] ?? '') !== '';
  }

  required(name: string): string {
    const problems = this.#problems.length;
    const text = this.text(name);
    if (text === undefined && this.#problems.length === problems)
      this.wrong(name, problem('required'));
    return text ?? '';
  }

  /** Returns the digits of a phone number, or undefined if the field has no value. */
  number(name: string): string | undefined {
    const value = this.#fields[name] ?? '';
    if (value === '') return undefined;
    const number = readPhone(value);
    if (!(number instanceof FieldError)) return number;
    this.#problems.push(...number.problemsOf(`${this.#path}.${name}`));
    return undefined;
  }

  list<T>(name: string, read: (one: CardReader) => T): T[] {
    const list = this.#fields[name] ?? [];
    if (Array.isArray(list) && list.length <= ENTRIES_MAX && list.every(isFields))
      return list.map((one, at) =>
        read(new CardReader(one, `${this.#path}.${name}.${at}`, this.#problems)),
      );
    this.wrong(name, problem('not_list_of_objects', { max: ENTRIES_MAX }));
    return [];
  }

  wrong(name: string, found: Problem): void {
    this.#problems.push({ field: `${this.#path}.${name}`, ...found });
  }
}

/** The problem of a card that has only names. */
const NAMES_ONLY_PROBLEM = problem('card_leads_nowhere');

function cardIn(reading: CardReader): ContactCard {
  const [number, email, url] = [
    reading.number('phoneNumber'),
    reading.text('email'),
    reading.text('url'),
  ];
  const reached = {
    phones: [
      ...(number ? [{ phone: `+${number}`, type: 'CELL', waId: number }] : []),
      ...reading.list('phones', phoneIn),
    ],
    emails: [
      ...(email ? [{ email }] : []),
      ...reading.list('emails', (one) => one.typed({ email: one.required('email') })),
    ],
    urls: [
      ...(url ? [{ url }] : []),
      ...reading.list('urls', (one) => one.typed({ url: one.required('url') })),
    ],
    addresses: reading.list('addresses', addressIn),
  };
  if (Object.values(reached).every((list) => list.length === 0) && !reading.has('phoneNumber'))
    reading.wrong('phoneNumber', NAMES_ONLY_PROBLEM);
  const filled = Object.entries(reached).filter(([, list]) => list.length > 0);
  return {
    fullName: reading.required('fullName'),
    ...reading.texts(PERSON_FIELDS),
    ...birthdayIn(reading),
    ...Object.fromEntries(filled),
  };
}

const ADDRESS_FIELDS = ['street', 'city', 'state', 'zip', 'country', 'countryCode'] as const;
const PERSON_FIELDS = [
  ...(['firstName', 'lastName', 'middleName', 'namePrefix', 'nameSuffix'] as const),
  ...(['organization', 'department', 'jobTitle'] as const),
];

/** A number that is given by its digits on WhatsApp alone is shown by them. */
function phoneIn(reading: CardReader): CardPhone {
  const waId = reading.number('waId');
  const phone = waId === undefined ? reading.required('phone') : reading.text('phone');
  return reading.typed({ phone: phone ?? `+${waId}`, ...(waId !== undefined && { waId }) });
}

function addressIn(reading: CardReader): CardAddress {
  const address = reading.texts(ADDRESS_FIELDS);
  if (!ADDRESS_FIELDS.some((name) => reading.has(name)))
    reading.wrong('street', problem('address_empty'));
  return reading.typed(address);
}

function birthdayIn(reading: CardReader): Pick<ContactCard, 'birthday'> {
  const birthday = reading.text('birthday');
  if (birthday === undefined) return {};
  const at = /^\d{4}-\d\d-\d\d$/.test(birthday) ? Date.parse(birthday) : Number.NaN;
  // A day that the month does not have becomes one of the next month.
  if (Number.isNaN(at) || !iso(at).startsWith(birthday))
    reading.wrong('birthday', problem('not_birthday'));
  return { birthday };
}

const ContactMessage = NamedObject(
  'ContactMessage',
  { number: Recipient, contact: Cards, ...contextFields },
  { additionalProperties: true },
);

export const sendContact = sendOperation('POST /message/sendContact/:instanceName', {
  summary: 'Send cards of contacts',
  description: 'Sends one contact as a card, or several in one message.',
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
