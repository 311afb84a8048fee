/** Turns cards of contacts, in vCard, into `contacts` of the Cloud API. Pure. */
import { type Fields, text, texts } from './values.ts';

/** More than a phone can send, and how much of one card is read. */
const CARDS_MAX = 500;
const CARD_CHARACTERS_MAX = 32 * 1024;

export const cardsIn = (cards: readonly Fields[]): Fields[] =>
  cards.slice(0, CARDS_MAX).map(({ displayName, vcard }) => {
    const lines = linesOf(text(vcard).slice(0, CARD_CHARACTERS_MAX));
    const all = (name: string) => lines.filter((line) => line.name === name);
    return {
      name: nameIn(all('N')[0], all('FN')[0]?.value || text(displayName)),
      ...listed('phones', all('TEL').map(phoneIn)),
      ...listed(
        'emails',
        all('EMAIL').map((line) => ({ email: line.value, ...typeOf(line) })),
      ),
      ...listed(
        'urls',
        all('URL').map((line) => ({ url: line.value, ...typeOf(line) })),
      ),
      ...companyIn(all('ORG')[0]),
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
}

/** Long lines may be folded: a line that begins with a blank goes on with the one before it. */
function linesOf(card: string): Line[] {
  return card
    .replace(/\r?\n[ \t]/g, '')
    .split(/\r?\n/)
    .flatMap((line) => {
      const colon = line.indexOf(':');
      if (colon === -1) return [];
      const [name = '', ...parameters] = line.slice(0, colon).split(';');
      const raw = line.slice(colon + 1).trim();
      const plain = name.replace(/^[\w-]+\./, '').toUpperCase();
      return raw === '' ? [] : [{ name: plain, parameters, raw, value: unescaped(raw) }];
    });
}

const unescaped = (value: string): string =>
  value.replace(/\\([\\,;nN])/g, (_, sign: string) => (/n/i.test(sign) ? '\n' : sign));

/** Splits at semicolons that are not escaped. */
const partsOf = (raw: string): string[] =>
  (raw.match(/(?:\\.|[^;\\])*/g) ?? []).filter((_, at) => at % 2 === 0).map(unescaped);

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

const parameter = ({ parameters }: Line, name: string): string[] =>
  parameters.flatMap((one) => {
    const [key = '', value = ''] = one.split('=');
    return key.toLowerCase() === name && value !== '' ? value.split(',') : [];
  });

/** `voice` and `pref` say nothing of whose it is. */
function typeOf(line: Line): Fields {
  const type = parameter(line, 'type').find((one) => !/^(voice|pref|internet)$/i.test(one));
  return type === undefined ? {} : { type: type.toUpperCase() };
}

function phoneIn(line: Line): Fields {
  const [number] = parameter(line, 'waid').filter((one) => /^\d{5,20}$/.test(one));
  return { phone: line.value, ...(number !== undefined && { wa_id: number }), ...typeOf(line) };
}

function companyIn(line: Line | undefined): Fields {
  const [company = ''] = partsOf(line?.raw ?? '');
  return company === '' ? {} : { org: { company } };
}
