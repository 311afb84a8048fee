/** Turns cards of contacts, in vCard, into `contacts` of the Cloud API. Pure. */
import { type Fields, text, texts } from './values.ts';

/** More than a phone can send, and how much of one card is read. */
const CARDS_MAX = 500;
const CARD_CHARACTERS_MAX = 128 * 1024;

export const cardsIn = (cards: readonly Fields[]): Fields[] =>
  cards.slice(0, CARDS_MAX).map(({ displayName, vcard }) => {
    const lines = linesOf(text(vcard).slice(0, CARD_CHARACTERS_MAX));
    const all = (name: string) => lines.filter((line) => line.name === name);
    return {
      ...listed('addresses', all('ADR').map(addressIn)),
      ...texts({ birthday: birthdayIn(all('BDAY')[0]) }),
      ...listed(
        'emails',
        all('EMAIL').map((line) => ({ email: line.value, ...typeOf(line) })),
      ),
      name: nameIn(all('N')[0], all('FN')[0]?.value || text(displayName)),
      ...organizationIn(all('ORG')[0], all('TITLE')[0]),
      ...listed('phones', all('TEL').map(phoneIn)),
      ...listed(
        'urls',
        all('URL').map((line) => ({ url: line.value, ...typeOf(line) })),
      ),
    };
  });

const listed = (name: string, items: readonly object[]): Fields =>
  items.length === 0 ? {} : { [name]: items };

interface Line {
  /** In upper case, without a group such as `item1.`. */
  readonly name: string;
  readonly parameters: readonly string[];
  readonly raw: string;
  /** Unescaped. */
  readonly value: string;
  /** The values of the other lines of the same group, by name. */
  readonly beside: ReadonlyMap<string, string>;
}

/** Long lines may be folded: a line that begins with a blank goes on with the one before it. */
function linesOf(card: string): Line[] {
  const groups = new Map<string, Map<string, string>>();
  return card
    .replace(/\r?\n[ \t]/g, '')
    .split(/\r?\n/)
    .flatMap((line) => {
      const colon = line.indexOf(':');
      const raw = line.slice(colon + 1).trim();
      if (colon === -1 || raw === '') return [];
      const [whole = '', ...parameters] = line.slice(0, colon).split(';');
      const [, group = '', name = ''] = /^(?:([\w-]+)\.)?(.*)$/.exec(whole.toUpperCase()) ?? [];
      const value = unescaped(raw);
      const beside = group === '' ? new Map<string, string>() : (groups.get(group) ?? new Map());
      if (group !== '') groups.set(group, beside.set(name, value));
      return [{ name, parameters, raw, value, beside }];
    });
}

const unescaped = (value: string): string =>
  value.replace(/\\([\\,;:nN])/g, (_, sign: string) => (/n/i.test(sign) ? '\n' : sign));

/** Splits at semicolons that are not escaped. */
const partsOf = (raw: string): string[] =>
  [...raw.matchAll(/((?:\\.|[^;])*)(?:;|$)/g)].map(([, part = '']) => unescaped(part));

function nameIn(line: Line | undefined, formatted: string): Fields {
  const [last = '', first = '', middle = '', prefix = '', suffix = ''] = partsOf(line?.raw ?? '');
  return {
    formatted_name: formatted,
    ...texts({
      first_name: first,
      last_name: last,
      middle_name: middle,
      prefix,
      suffix,
    }),
  };
}

/** Older cards name the type alone: `TEL;CELL`. */
const parameter = ({ parameters }: Line, name: string): string[] =>
  parameters.flatMap((one) => {
    const [key = '', value = ''] = one.includes('=') ? one.split('=') : ['type', one];
    const values = value.replaceAll('"', '').split(',');
    return key.toLowerCase() === name ? values.filter((each) => each !== '') : [];
  });

/** Phones write the words that they have themselves as `_$!<Mobile>!$_`. */
const OWN_WORD = /^_\$!<(.*)>!\$_$/;

/** A word is in capital letters, as Meta writes it; `voice` and `pref` say nothing of whose it is. */
function typeOf(line: Line): Fields {
  const label = line.beside.get('X-ABLABEL');
  const word =
    parameter(line, 'type').find((one) => !/^(voice|pref|internet)$/i.test(one)) ??
    OWN_WORD.exec(label ?? '')?.[1];
  return texts({ type: word?.toUpperCase() ?? label });
}

function phoneIn(line: Line): Fields {
  const [number] = parameter(line, 'waid').filter((one) => /^\d{5,20}$/.test(one));
  const phone = line.value.replace(/^tel:/i, '');
  return { phone, ...(number !== undefined && { wa_id: number }), ...typeOf(line) };
}

/** A box and a floor, which Meta has no fields for, are in front of the street. */
function addressIn(line: Line): Fields {
  const [box, floor, road, city, state, zip, country] = partsOf(line.raw);
  const street = [box, floor, road].filter(Boolean).join(', ');
  const country_code = line.beside.get('X-ABADR')?.toUpperCase();
  return { ...texts({ street, city, state, zip, country, country_code }), ...typeOf(line) };
}

/** Returns a day of the form 1990-12-31; '' for one without a year, which Meta cannot say. */
function birthdayIn(line: Line | undefined): string {
  const hasNoYear = line?.parameters.some((one) => /^x-apple-omit-year=/i.test(one));
  const [, year, month, day] = /^(\d{4})-?(\d\d)-?(\d\d)/.exec(line?.value ?? '') ?? [];
  return year === undefined || hasNoYear ? '' : `${year}-${month}-${day}`;
}

function organizationIn(line: Line | undefined, titled: Line | undefined): Fields {
  const [company, department] = partsOf(line?.raw ?? '');
  const org = texts({ company, department, title: titled?.value });
  return Object.keys(org).length === 0 ? {} : { org };
}
