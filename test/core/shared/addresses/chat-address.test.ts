import { describe, expect, test } from 'bun:test';
import {
  readAddress,
  readAddressee,
  readGroupAddress,
  readNumberOrJid,
  readPersonAddress,
} from '../../../../src/core/shared/addresses/chat-address.ts';
import { readPhoneNumber } from '../../../../src/core/shared/addresses/phone-number.ts';
import { UnreadableAddress } from '../../../../src/core/shared/addresses/unreadable-address.ts';
import { withSentence } from '../../../../src/core/shared/reasons/problems.ts';

const NUMBER = '5511988880000';
const reasonOf = (found: string | UnreadableAddress) =>
  found instanceof UnreadableAddress ? withSentence(found.problem).message : `read as ${found}`;

describe('a number is read as it was copied, exported or linked', () => {
  test.each<[string, unknown]>([
    ['digits', NUMBER],
    ['a JSON number', 5511988880000],
    ['a JSON number with a zero fraction', JSON.parse('5511988880000.0')],
    ['a JSON number with an exponent', JSON.parse('5.51198888E12')],
    ['blanks, parentheses and a dash', '+55 (11) 98888-0000'],
    ['dots between groups', '+55.11.98888.0000'],
    ['marks of direction', '\u202a+55 11 98888-0000\u202c'],
    ['isolating marks', '\u2068+5511988880000\u2069'],
    ['no-break blanks', '+55\u00a011\u00a098888\u20110000'],
    ['a narrow no-break blank', '+55\u202f11\u200998888\u20130000'],
    ['a zero-width blank', `\ufeff${NUMBER}\u200b`],
    ['a soft hyphen', '+55 11 9888\u00ad8-0000'],
    ['a minus sign', '+55 11 98888\u22120000'],
    ['fullwidth characters', '＋５５　（１１）９８８８８－００００'],
    ['Arabic digits', '+٥٥ ١١ ٩٨٨٨٨٠٠٠٠'],
    ['Persian digits', '۵۵۱۱۹۸۸۸۸۰۰۰۰'],
    ['Devanagari digits', '५५११९८८८८००००'],
    ['a tab and a line end around it', `\t${NUMBER}\r\n`],
    ['the text mark of a spreadsheet', `'${NUMBER}`],
    ['the formula of a table', `="${NUMBER}"`],
    ['quotes', `“${NUMBER}”`],
    ['angle brackets', '<+55 11 98888-0000>'],
    ['+ inside parentheses', '(+55) 11 98888-0000'],
    ['a blank behind +', '+ 55 11 98888 0000'],
    ['a link of a chat', `https://wa.me/${NUMBER}`],
    ['a link with a text', `wa.me/${NUMBER}?text=Ol%C3%A1%20#top`],
    ['a link with a path end', `http://www.wa.me/+${NUMBER}/`],
    ['a link of a catalogue', `https://wa.me/c/${NUMBER}`],
    ['a link with a query', `https://api.whatsapp.com/send?text=a&phone=%2B${NUMBER}`],
    ['a link with a query and +', `https://web.whatsapp.com/send/?phone=+55 11 98888-0000`],
    ['a link of the app', `whatsapp://send?phone=${NUMBER}&abid=1`],
    ['a link of a call', 'tel:+55-11-98888-0000'],
    ['a link of a call, percent-encoded', 'TEL:%2B55%2011%2098888-0000'],
    ['a link of a text message', `sms:+${NUMBER}?body=Hi`],
  ])('%s', (_, written) => {
    expect(readPhoneNumber(written)).toBe(NUMBER);
    expect(readAddress(written)).toBe(NUMBER);
  });

  test.each(['\u0660', '\u06f0', '\u0966', '\u0e50', '\u0f20', '\u1040', '\u17e0', '\uff10'])(
    'the ten digits that begin with %s',
    (zero) => {
      const written = Array.from('9876543210', (digit) =>
        String.fromCharCode(zero.charCodeAt(0) + Number(digit)),
      );
      expect(readPhoneNumber(written.join(''))).toBe('9876543210');
    },
  );

  test('digits of Italy and of free numbers keep their 0', () => {
    expect(readPhoneNumber('+39 06 698 12345')).toBe('390669812345');
    expect(readPhoneNumber('+55 0800 123 4567')).toBe('5508001234567');
    expect(readPhoneNumber('+33.6.12.34.56.78')).toBe('33612345678');
    expect(readPhoneNumber('+225 07 12 34 56 78')).toBe('2250712345678');
  });
});

describe('a text that may mean another number is refused with the reason', () => {
  test.each<[string, unknown, string]>([
    ['a decimal', '49151123456.0', 'without decimals'],
    ['two decimals', '49151123456.00', 'without decimals'],
    ['many decimals', '49151123456.0000', 'without decimals'],
    ['decimals that are not 0', '49151123456.1234', 'without decimals'],
    ['a decimal comma', '49151123456,0', 'without decimals'],
    ['a decimal comma behind groups', '49.151.123.456,00', 'without decimals'],
    ['a decimal dot behind groups', '49,151,123,456.00', 'without decimals'],
    ['a decimal behind +', '+49151123456.0', 'without decimals'],
    ['a decimal in Arabic digits', '٤٩١٥١١٢٣٤٥٦.٠', 'without decimals'],
    ['a decimal in a link', 'https://wa.me/49151123456.0', 'without decimals'],
    ['a fraction as a JSON number', 49151123456.5, 'without decimals'],
    ['an exponent', '4.9151123456E10', 'without an exponent'],
    ['an exponent with a comma', '4,91511E+10', 'without an exponent'],
    ['two numbers', '5511988880000, 5511977770000', 'without ","'],
    ['two numbers with a slash', '+55 11 98888-0000/0001', 'without "/"'],
    ['two numbers with a semicolon', '5511988880000;5511977770000', 'without ";"'],
    ['two numbers on two lines', '1234567\n7654321', 'without "\\n"'],
    [
      'two numbers in a row',
      '5511988880000 5511977770000',
      'must be one phone number of 5-15 digits',
    ],
    ['two numbers with two +', '+1234567 +7654321', 'only at its beginning'],
    ['+ twice', '++5511988880000', 'only at its beginning'],
    ['an extension', '+55 11 3333-0000 x12', 'without an extension'],
    ['an extension in words', '+55 11 3333-0000 ramal 12', 'without an extension'],
    ['an extension in a link', 'tel:+55-11-3333-0000;ext=12', 'without an extension'],
    ['a context in a link', 'tel:988880000;phone-context=+55', 'one phone number, without'],
    ['letters', '1-800-FLOWERS', 'without "F"'],
    ['a superscript', '+55 11 98888-0000²', 'without "²"'],
    ['a keycap', '5\u20e311988880000', 'one phone number, without'],
    ['mathematical digits', '𝟓𝟓𝟏𝟏𝟗𝟖𝟖𝟖𝟖𝟎𝟎𝟎𝟎', 'must be a phone number'],
    ['00 before the country code', '0055 11 98888-0000', 'no country code begins with 0'],
    ['a trunk zero', '0532030482', 'no country code begins with 0'],
    ['a trunk zero in parentheses', '(0)11 98888-0000', 'no country code begins with 0'],
    ['a 0 that is left out', '+55 (0) 11 98888-0000', 'only inside the country'],
    ['a 0 that is left out, in Italy', '+39 (0)6 69812345', 'only inside the country'],
    ['a 0 before the area', '+55 011 98888-0000', 'only inside the country'],
    ['a 0 before the area in parentheses', '+55 (011) 98888-0000', 'only inside the country'],
    ['a 0 before a mobile', '+49 0151 1234567', 'only inside the country'],
    ['a link to a message', 'https://wa.me/message/ABCDEFGH', 'a link with a phone number'],
    ['an invitation', 'https://chat.whatsapp.com/AbCd1234', 'a link with a phone number'],
    ['a link with two numbers', 'whatsapp://send?phone=5511&phone=5522', 'a link with a phone'],
    ['a link that is cut', 'https://wa.me/55119%E', 'a link with a phone number'],
    ['too few digits', '1234', 'must be one phone number of 5-15 digits'],
    ['too many digits', '1234567890123456', 'must be one phone number of 5-15 digits'],
    ['a name', 'Ana', 'must be a phone number'],
    ['nothing', '', 'must be a phone number'],
    ['blanks', ' \u00a0', 'must be a phone number'],
    ['NaN of a table', 'nan', 'must be a phone number'],
    ['null', null, 'must be a phone number'],
    ['true', true, 'must be a phone number'],
    ['a list', [NUMBER], 'must be a phone number'],
    ['an object', { toString: 1 }, 'must be a phone number'],
    ['a number below 0', -5511988880000, 'must be a phone number'],
    ['a number too large to be exact', 2 ** 53, 'must be a phone number'],
    ['a very long text', '5'.repeat(100_000), 'must be a phone number'],
  ])('%s', (_, written, reason) => {
    expect(reasonOf(readPhoneNumber(written))).toContain(reason);
    expect(reasonOf(readAddress(written))).toContain(reason);
  });
});

describe('a JID is understood however other systems write it', () => {
  test.each([
    [`${NUMBER}@s.whatsapp.net`, `${NUMBER}@s.whatsapp.net`],
    [`${NUMBER}@c.us`, `${NUMBER}@s.whatsapp.net`],
    [`${NUMBER}:12@s.whatsapp.net`, `${NUMBER}@s.whatsapp.net`],
    [`${NUMBER}_1:12@s.whatsapp.net`, `${NUMBER}@s.whatsapp.net`],
    ['+55 (11) 98888-0000@s.whatsapp.net', `${NUMBER}@s.whatsapp.net`],
    [`\u200e${NUMBER}@S.WhatsApp.net `, `${NUMBER}@s.whatsapp.net`],
    ['123456789012345@lid', '123456789012345@lid'],
    ['123456789012345:3@lid', '123456789012345@lid'],
    ['120363000000000001@g.us', '120363000000000001@g.us'],
    ['120363000000000001', '120363000000000001@g.us'],
    ['5511988880000-1398765432@g.us', '5511988880000-1398765432@g.us'],
    ['5511988880000-1398765432', '5511988880000-1398765432@g.us'],
    ['5511988880000\u20111398765432', '5511988880000-1398765432@g.us'],
    ['120363000000000002@newsletter', '120363000000000002@newsletter'],
    ['status@broadcast', 'status@broadcast'],
    ['0@s.whatsapp.net', '0@s.whatsapp.net'],
  ])('%s', (written, jid) => {
    expect(readAddress(written)).toBe(jid);
  });

  test.each<[string, string]>([
    ['ana@gmail.com', 'must be the JID of'],
    [`${NUMBER}@`, 'must be the JID of'],
    [`@${NUMBER}`, 'must be the JID of'],
    [`${NUMBER}@s.whatsapp.net@lid`, 'must be the JID of'],
    ['ana@s.whatsapp.net', 'must be a phone number'],
    ['0055119888800@c.us', 'no country code begins with 0'],
    ['49151123456.0@s.whatsapp.net', 'without decimals'],
    ['49151123456.0@lid', 'must be the JID of'],
    ['constructor@toString', 'must be the JID of'],
  ])('%s is refused', (written, reason) => {
    expect(reasonOf(readAddress(written))).toContain(reason);
  });

  test('a field for a person, a number or a group takes no other address', () => {
    expect(readPersonAddress(`${NUMBER}@c.us`)).toBe(`${NUMBER}@s.whatsapp.net`);
    expect(readPersonAddress('77@lid')).toBe('77@lid');
    expect(reasonOf(readPersonAddress('120363000000000001'))).toContain('JID of a person');
    expect(readNumberOrJid(`${NUMBER}:3@s.whatsapp.net`)).toBe(NUMBER);
    expect(reasonOf(readNumberOrJid('77@lid'))).toContain('must be a phone number, or a JID');
    expect(readGroupAddress(' 5511988880000-1398765432@G.US')).toBe(
      '5511988880000-1398765432@g.us',
    );
    expect(reasonOf(readGroupAddress(`${NUMBER}@c.us`))).toContain('JID of a group');
    expect(readAddressee('BR.13491208655302741918')).toBe('BR.13491208655302741918');
  });
});
