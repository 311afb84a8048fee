import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { addressOf } from '../../../../src/modules/whatsapp/media/transport.ts';

const HOST = 'mmg.whatsapp.net';

describe('an address', () => {
  test.each([
    '/v/t62.7118-24/13_n.enc?ccb=11-4&oh=01_Q5AaI&oe=68A4F1B2&_nc_sid=5e03e0&mms3=true',
    '/o1/v/t24/f2/m238/AQ-x~y.enc',
    '/mms/image/q-_9?auth=a%2Fb&token=q-_9',
  ])('has the host and the path it is made of: %s', (path) => {
    expect(addressOf(HOST, path)).toBe(`https://${HOST}${path}`);
    expect(addressOf('localhost:8443', path)).toBe(`https://localhost:8443${path}`);
  });

  test.each([
    ['nothing', ''],
    ['no path', 'v/x.enc'],
    ['another host', '//evil.test/x'],
    ['another host by backslashes', '/\\evil.test/x'],
    ['another host by a name', '@evil.test/x'],
    ['another host behind a dot', '.evil.test/x'],
    ['another port', ':444/x'],
    ['the folder above', '/v/../x'],
    ['the folder above, spelled otherwise', '/v/%2e%2e/x'],
    ['the folder itself', '/v/./x'],
    ['a name in the path', '/user@evil.test/x'],
    ['a fragment', '/v/x#y'],
    ['a blank', '/v/x y'],
    ['a tab that disappears', '/\t/evil.test'],
    ['a second line', '/x\r\nhost: evil.test'],
    ['a whole address', 'https://evil.test/x'],
    ['letters of another script', '/v/х'],
    ['more than any path has', `/${'x'.repeat(5_000)}`],
  ])('is not made of %s', (_, path) => {
    expect(addressOf(HOST, path)).toBeNull();
  });

  test.each([
    '',
    'evil.test/x',
    'user@evil.test',
    'evil.test#',
    'evil.test?',
    'evil.test\\x',
    'evil.test:99999',
    'evil.test:0443',
    'evil test',
    'https://evil.test',
    '127.1',
    '0x7f.0.0.1',
    '[::1]',
    'EVIL.test',
    '-evil.test',
  ])('is not made of a host that is none: %s', (host) => {
    expect(addressOf(host, '/x')).toBeNull();
  });

  test('leads to its host whatever the path is', () => {
    const sign = fc.constantFrom(
      ...'/\\@:?#.%&= \t\r\nax2eF',
      '..',
      '//',
      '%2f',
      '%00',
      'evil.test',
    );
    const path = fc.array(sign, { maxLength: 12 }).map((signs) => `/${signs.join('')}`);
    let made = 0;
    fc.assert(
      fc.property(path, (anyPath) => {
        const address = addressOf(HOST, anyPath);
        if (address === null) return;
        made++;
        expect(new URL(address).host).toBe(HOST);
        expect(address).toBe(`https://${HOST}${anyPath}`);
      }),
      { seed: 20_260_105, numRuns: 2_000 },
    );
    expect(made).toBeGreaterThan(50);
  });
});
