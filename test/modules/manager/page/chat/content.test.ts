/** What the page reads of messages and addresses that somebody else has written. */
import { expect, test } from 'bun:test';
import { en } from '../../../../../src/core/languages/en.ts';
import {
  type Content,
  contentOf,
  editableText,
  headerFile,
  jidOf,
  numbersOf,
  userOf,
  wordsOf,
} from '../../../../../src/modules/manager/page/chat/content.ts';
import { partsOf } from '../../../../../src/modules/manager/page/chat/text-parts.ts';
import { setTexts } from '../../../../../src/modules/manager/page/texts.ts';

setTexts(en);

/** Made so that a careless pattern looks at the same characters again and again. */
const filled = (part: string, end = '') => part.repeat((256 * 1024) / part.length) + end;

test.each([
  ['the numbers of a contact card', () => numbersOf(filled('TEL\n'))],
  ['the numbers of a contact card of one line', () => numbersOf(filled('TEL;'))],
  ['the number in an address', () => userOf(filled('@', '\n'))],
  ['a text of stars', () => partsOf(filled('*'))],
  ['a text of stars and letters', () => partsOf(filled(' *a'))],
  ['a text of every mark', () => partsOf(filled(' *_~```a'))],
  ['a text of addresses', () => partsOf(filled('https://a.test '))],
  ['an address with many dots', () => partsOf(`https://${filled('.', 'x')}`)],
])('a hostile text of 256 KB takes less than a second to read: %s', (_, read) => {
  const start = performance.now();
  read();
  expect(performance.now() - start).toBeLessThan(1000);
});

test('of a contact card every number is shown, whatever stands beside it', () => {
  const card = [
    'BEGIN:VCARD',
    'FN:Ana',
    'TEL;type=CELL;waid=5511888880000:+55 11 88888-0000\r',
    'TEL:112',
    'item1.TEL;waid=5511888880001:0800 1',
    'TEL;type=HOME',
    'TEL:',
    'NOTE:TEL:1',
    'END:VCARD',
  ];
  expect(numbersOf(card.join('\n'))).toEqual(['+55 11 88888-0000', '112', '0800 1']);
});

test('an address is shown up to its first @', () => {
  expect(['5511888880000@s.whatsapp.net', 'plain', undefined].map((jid) => userOf(jid))).toEqual([
    '5511888880000',
    'plain',
    '',
  ]);
});

test('a number is an address however people write it, and an address stays what it is', () => {
  expect(jidOf('+55 (11) 98888-7777')).toBe('5511988887777@s.whatsapp.net');
  expect(jidOf('\u202a+55 11\u00a098888-7777\u202c')).toBe('5511988887777@s.whatsapp.net');
  expect(jidOf('https://wa.me/5511988887777')).toBe('5511988887777@s.whatsapp.net');
  expect(jidOf(' 120363000000000001@g.us ')).toBe('120363000000000001@g.us');
  for (const other of ['5511988887777.0', 'ana@gmail.com', '011 98888-7777'])
    expect(jidOf(other)).toBeNull();
});

test.each([
  [{ conversation: 'hello' }, 'hello'],
  [{ extendedTextMessage: { text: 'see' } }, 'see'],
  [{ imageMessage: { caption: 'look' } }, 'Photo · look'],
  [{ audioMessage: { ptt: true } }, 'Voice note'],
  [{ documentMessage: { fileName: 'a.pdf' } }, 'Document · a.pdf'],
  [{ viewOnceMessageV2: { message: { imageMessage: {} } } }, 'Photo'],
  [{ templateMessage: { text: 'All of it', hydratedTemplate: {} } }, 'All of it'],
  [{ templateMessage: { hydratedTemplate: { hydratedContentText: 'Invoice' } } }, 'Invoice'],
  [{ templateMessage: { interactiveMessageTemplate: { body: { text: 'Hi' } } } }, 'Hi'],
  [{ templateMessage: {} }, 'Message'],
  [{ pollUpdateMessage: { vote: { selectedOptions: [] } } }, 'Vote removed'],
  [{ protocolMessage: { type: 0 } }, 'Message deleted'],
  [{ somethingNew: {} }, 'Message'],
])('%j is said in a few words: %s', (content, words) => {
  expect(wordsOf(content)).toBe(words);
});

test('texts and captions can be edited, and nothing else', () => {
  expect(editableText({ conversation: 'hi' })).toBe('hi');
  expect(editableText({ videoMessage: { caption: 'look' } })).toBe('look');
  expect(editableText({ stickerMessage: {} })).toBe('');
  expect(contentOf({})).toBeNull();
});

test('marks of WhatsApp and addresses in a text are found, and everything else stays as it is', () => {
  const shown = (text: string) => partsOf(text).map(({ kind, text: words }) => `${kind}:${words}`);
  expect(shown('an *important* day')).toEqual(['text:an ', 'b:important', 'text: day']);
  expect(shown('_so_ ~not~ ```so```')).toEqual(['i:so', 'text: ', 's:not', 'text: ', 'code:so']);
  expect(shown('See https://a.test/x?y=z.')).toEqual([
    'text:See ',
    'link:https://a.test/x?y=z',
    'text:.',
  ]);
  expect(shown('2*3*4 and snake_case_name')).toEqual(['text:2*3*4 and snake_case_name']);
  expect(shown('javascript:alert(1)')).toEqual(['text:javascript:alert(1)']);
});

test('a file in a header is shown once it was uploaded, and a file of its own is no header', () => {
  const header = (content: Content) => {
    const found = contentOf(content);
    return found && headerFile(found);
  };
  const imageMessage = { mimetype: 'image/png', fileSha256: 'q83vASNFZ4k=' };
  const found = { field: 'imageMessage', said: imageMessage } as const;
  expect(header({ buttonsMessage: { imageMessage } })).toEqual(found);
  expect(header({ templateMessage: { hydratedTemplate: { imageMessage } } })).toEqual(found);
  expect(header({ interactiveMessage: { header: { imageMessage } } })).toEqual(found);
  expect(header({ interactiveMessage: { header: { imageMessage: {} } } })).toBeNull();
  expect(header({ imageMessage })).toBeNull();
  expect(header({ conversation: 'hello' })).toBeNull();
});
