/** URLs of files as people paste them, and what is called then. */
import { expect, test } from 'bun:test';
import { checkFileUrl, fileUrlIn } from '../../../src/core/sending/file-url.ts';

const guard = { refusesLiteral: () => null };
const check = (text: string) => {
  const url = fileUrlIn(text);
  return url === null ? null : checkFileUrl(url, guard);
};

test.each([
  ['https://a.test/price list.pdf', 'https://a.test/price%20list.pdf'],
  ['https://a.test/Orçamento nº 5.pdf', 'https://a.test/Or%C3%A7amento%20n%C2%BA%205.pdf'],
  ['https://a.test/Or%C3%A7amento%20n%C2%BA.pdf', 'https://a.test/Or%C3%A7amento%20n%C2%BA.pdf'],
  ['https://a.test/already%20so and not.pdf', 'https://a.test/already%20so%20and%20not.pdf'],
  ['https://a.test/menu [1].pdf?v[]=1', 'https://a.test/menu%20%5B1%5D.pdf?v[]=1'],
  ['https://a.test/100%.pdf', 'https://a.test/100%25.pdf'],
  ['https://a.test/100% sure.pdf?off=5%', 'https://a.test/100%25%20sure.pdf?off=5%25'],
  ['https://a.test/a|b^c.pdf', 'https://a.test/a%7Cb%5Ec.pdf'],
  ['https://a.test/up\\2024\\a.jpg', 'https://a.test/up/2024/a.jpg'],
  ['https://a.test/a.jpg?path=c:\\b c', 'https://a.test/a.jpg?path=c:%5Cb%20c'],
  ['https://a.test/a\u00a0b\u202fc.png', 'https://a.test/a%C2%A0b%E2%80%AFc.png'],
  ['https://a.test/😀.png', 'https://a.test/%F0%9F%98%80.png'],
  ['  https://a.test/a.png \n', 'https://a.test/a.png'],
  ['\u202ahttps://a.test/a.png\u202c', 'https://a.test/a.png'],
  ['\ufeffHTTPS://A.test/a.png\u200b', 'https://a.test/a.png'],
  ['https://bücher.test/a.png', 'https://xn--bcher-kva.test/a.png'],
  ['http://[2001:db8::1]:81/a [b]', 'http://[2001:db8::1]:81/a%20%5Bb%5D'],
  ['https://a.test?sig=a+b%2Bc/d==&t=1', 'https://a.test/?sig=a+b%2Bc/d==&t=1'],
  ['https://a.test/a.png#page', 'https://a.test/a.png'],
])('%j is called as %s', (text, url) => {
  expect(check(text)).toEqual({ url });
  // What is called is called the same way when it is given again.
  expect(check(url)).toEqual({ url });
});

test('a signed URL may be long, up to 8192 characters', () => {
  const long = `https://a.test/?sig=${'x'.repeat(8192 - 20)}`;
  expect(check(long)).toEqual({ url: long });
  expect(check(`${long}x`)).toEqual({
    problem: expect.objectContaining({ message: expect.stringContaining('at most 8192') }),
  });
});

test.each([
  ['https://a.test/a\nb.png', 'must be one line'],
  ['https://a.test/a\tb.png', 'must be one line'],
  ['https://a.test/a\u0000.png', 'must be one line'],
  ['https://a b.test/a.png', 'must not hold whitespace'],
  ['https://', 'http:// or https:// and a host'],
  ['http:a.test/a.png', 'http:// or https:// and a host'],
  ['https://ana:secret@a.test/a.png', 'give them in mediaHeaders'],
  ['https://ana@a.test/a.png', 'give them in mediaHeaders'],
])('%j is refused', (text, why) => {
  const checked = check(text);
  expect(checked).toEqual({
    problem: expect.objectContaining({ message: expect.stringContaining(why) }),
  });
  expect(JSON.stringify(checked)).not.toContain('secret');
});

test.each(['', 'YWJj', 'ftp://a.test/a', 'www.a.test/a.png', 'data:image/png;base64,YQ=='])(
  '%j is no URL of a file',
  (text) => expect(fileUrlIn(text)).toBeNull(),
);

test('a text of any length is read in bounded time', () => {
  const from = performance.now();
  for (const long of [' ', 'a', '%', '[', '\u200b'])
    check(`https://a.test/${long.repeat(8_000_000)}x`);
  expect(performance.now() - from).toBeLessThan(3_000);
});
