import { describe, expect, test } from 'bun:test';
import type { Problem } from '../../../src/core/shared/reasons/problems.ts';
import { checkWebhookUrl, type UrlGuard } from '../../../src/core/webhooks/url.ts';

/** As a guard that allows nothing private: it sees what the URL parser made of the host. */
const guard: UrlGuard = {
  refusesLiteral: ({ hostname }) =>
    hostname.startsWith('127.') || hostname === '[::1]' ? `${hostname} is not public` : null,
};
const check = (text: string) => checkWebhookUrl(text, guard);

describe('accepted, in the form it is called in', () => {
  test.each([
    ['https://receiver.test/hook', 'https://receiver.test/hook'],
    ['http://receiver.test', 'http://receiver.test'],
    ['http://receiver.test:8080/a?b=c', 'http://receiver.test:8080/a?b=c'],
    ['HTTPS://Receiver.TEST:443/Hook', 'https://receiver.test/Hook'],
    ['http://10.0.0.7/hook', 'http://10.0.0.7/hook'],
    ['http://[2001:db8::1]:81/', 'http://[2001:db8::1]:81/'],
  ])('%s', (text, url) => expect(check(text)).toEqual({ url }));

  test.each([
    ['http://bücher.test/', 'http://xn--bcher-kva.test/'],
    ['http://receiver.test/😀', 'http://receiver.test/%F0%9F%98%80'],
    ['http://receiver.test/a%0d%0aX-Evil:1', 'http://receiver.test/a%0d%0aX-Evil:1'],
    ['http://receiver.test/hook#part', 'http://receiver.test/hook'],
  ])('%s', (text, url) => expect(check(text)).toEqual({ url }));
});

describe('refused, saying why', () => {
  test.each([
    ['ftp://receiver.test/', 'http:// or https://'],
    ['file:///etc/passwd', 'http:// or https://'],
    ['javascript:alert(1)', 'http:// or https://'],
    ['receiver.test/hook', 'http:// or https://'],
    ['', 'http:// or https://'],
    ['http:receiver.test', 'and a host'],
    ['http:///receiver.test', 'and a host'],
    ['http://', 'and a host'],
    ['http://?a', 'and a host'],
    ['http://receiver.test:0/', 'port 0'],
    ['http://receiver.test:65536/', 'valid URL'],
    ['http://[fe80::1%25eth0]/', 'valid URL'],
    ['http://[10.0.0.1]/', 'valid URL'],
    ['http://a%0d%0ab/', 'valid URL'],
  ])('%s', (text, why) =>
    expect(check(text)).toMatchObject({ problem: { message: expect.stringContaining(why) } }),
  );

  test.each([
    'http://2130706433/',
    'http://0x7f.1/',
    'http://0177.0.0.1/',
    'http://127.1/',
    'http://１２７.0.0.1/',
    'http://127.0.0.1./',
    'http://[::1]/',
    'http://[0:0:0:0:0:0:0:1]/',
  ])('%s, whatever its spelling', (text) =>
    expect(check(text)).toMatchObject({
      problem: { message: expect.stringContaining('is not public') },
    }),
  );

  test.each([
    'http://user@receiver.test/',
    'http://:pass@receiver.test/',
    'http://u:p@receiver.test/',
    'https://apikey@receiver.test/hook?a=b',
    'https://user%40example.com:p%3Aw@receiver.test:8443/',
    'https://@u:hunter2@receiver.test/',
    'HTTPS://U:hunter2@RECEIVER.test/',
    'https://u:hunter2@[2001:db8::1]/',
  ])('credentials in %s, with the way to send them and without repeating them', (text) => {
    const { message } = (check(text) as { problem: Problem }).problem;
    expect(message).toStartWith('must not hold credentials: give them in headers as ');
    expect(message).toContain('{"authorization": "Basic …"}');
    expect(message).not.toContain('hunter2');
  });

  test.each([
    'http://receiver.test/a b',
    ' http://receiver.test/',
    'http://receiver.test/\n',
    'http://rece\tiver.test/',
    'http://receiver.test/\r\nX: 1',
    'http://receiver.test/\0',
    'http://receiver.test/\u0085',
    'http://receiver.test\\@evil.test/',
    'http://receiver.test/\u00a0',
  ])('%j, which a parser would tidy up', (text) =>
    expect(check(text)).toEqual({
      problem: expect.objectContaining({ message: expect.stringContaining('whitespace') }),
    }),
  );

  test('more than 2048 characters are refused, typed or percent-encoded', () => {
    const base = 'http://receiver.test/';
    expect(check(base + 'a'.repeat(2048 - base.length))).toHaveProperty('url');
    expect(check(base + 'a'.repeat(2049 - base.length))).toHaveProperty('problem');
    expect(check(base + 'a'.repeat(3_000))).toHaveProperty('problem');
    expect(check(base + 'ü'.repeat(1_000))).toHaveProperty('problem');
  });
});
