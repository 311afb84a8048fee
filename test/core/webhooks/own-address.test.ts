/** Webhooks at the service itself, whose deliveries would cause further ones without an end. */
import { describe, expect, test } from 'bun:test';
import { refusingItself } from '../../../src/core/webhooks/own-address.ts';
import { startApp } from '../../helpers/app.ts';

const OWN = {
  urls: ['https://gate.example.com/api', 'http://10.0.0.7:8080', ''],
  port: 8080,
};
const guard = refusingItself({ refusesLiteral: () => null }, () => OWN);
const refusal = (url: string) => guard.refusesLiteral(new URL(url));

test.each([
  'https://gate.example.com/api',
  'https://GATE.example.com:443/api/webhook/set/shop?a=1',
  'http://10.0.0.7:8080/anything',
  'http://localhost:8080/',
  'http://shop.localhost:8080/',
  'http://127.0.0.1:8080/',
  'http://127.1:8080/',
  'http://0x7f.0.0.1:8080/',
  'http://0.0.0.0:8080/',
  'http://[::1]:8080/',
  'http://[::]:8080/',
  'http://localhost.:8080/',
  'http://LOCALHOST..:8080/',
  'http://Shop.Localhost.:8080/',
  'http://[::ffff:127.0.0.1]:8080/',
  'http://[::FFFF:7f00:1]:8080/',
  'http://[::ffff:0.0.0.0]:8080/',
  'http://[0:0:0:0:0:0:0:1]:8080/',
  'http://[64:ff9b::127.0.0.1]:8080/',
  'http://127.0.0.1.:8080/',
  'http://127.200.3.4:8080/',
  'http://2130706433:8080/',
  'http://0x7f000001:8080/',
  'http://017700000001:8080/',
  'http://0:8080/',
  'https://gate.example.com./api',
  'https://gate.example.com/%61pi/hook',
  'https://gate.example.com//api',
  'http://10.0.0.7.:8080/',
  'http://[::ffff:10.0.0.7]:8080/',
  'http://167772167:8080/',
])('%s is refused', (url) => {
  expect(refusal(url)).toBe('it is the address of this service');
});

test.each([
  'https://gate.example.com/apis',
  'https://gate.example.com/n8n/hook',
  'http://gate.example.com/api',
  'https://gate.example.com:8443/api',
  'http://localhost:5678/',
  'http://127.0.0.1/',
  'http://localhost.example.com:8080/',
  'http://notlocalhost:8080/',
  'http://[::ffff:10.0.0.8]:8080/',
  'https://gate.example.com/%zz/api',
])('%s is another service', (url) => {
  expect(refusal(url)).toBeNull();
});

test.each([
  'http://localhost:8080/echo/shop',
  'http://127.1:8080/echo/loja%20matriz?from=shop',
  'https://gate.example.com/api/echo/shop',
  'https://GATE.example.com:443/api/echo/shop#top',
  'http://10.0.0.7:8080/echo/shop',
])('%s is the echo receiver, which causes no events', (url) => {
  expect(refusal(url)).toBeNull();
});

test.each([
  'http://localhost:8080/echo',
  'http://localhost:8080/echo/',
  'http://localhost:8080/echo/shop/',
  'http://localhost:8080/echo/shop/message',
  'http://localhost:8080/echo/../sandbox/message',
  'http://localhost:8080/echo/%2e%2e/message',
  'http://localhost:8080//echo/shop',
  'http://localhost:8080/%65cho/shop',
  'http://localhost:8080/sandbox/echo/message',
  'http://localhost:8080/api/echo/shop',
  'https://gate.example.com/%61pi/echo/shop',
  'https://gate.example.com/api/sandbox/echo/message',
])('%s only looks like the echo receiver', (url) => {
  expect(refusal(url)).toBe('it is the address of this service');
});

test('a URL that is the echo receiver by one of its meanings only is refused', () => {
  const urls = ['http://localhost:8080/sandbox'];
  const both = refusingItself({ refusesLiteral: () => null }, () => ({ urls, port: 8080 }));
  const url = new URL('http://localhost:8080/sandbox/echo/message');
  expect(both.refusesLiteral(url)).toBe('it is the address of this service');
});

test('what else may not be reached is still refused', () => {
  const refusing = refusingItself({ refusesLiteral: () => 'it is private' }, () => OWN);
  expect(refusing.refusesLiteral(new URL('http://10.1.2.3/'))).toBe('it is private');
});

describe('in the product', () => {
  test('400 and 422 whichever way a webhook is set, and nothing is changed', async () => {
    const env = { PUBLIC_URL: 'https://gate.example.com' };
    const app = await startApp({ env });
    const key = await app.openInstance('shop');
    const problem = (body: object) => JSON.stringify(body);
    for (const url of [`${app.url}/hook`, 'https://gate.example.com/message/sendText/shop']) {
      const answers = await Promise.all([
        app.call('POST', '/webhook/set/shop', { enabled: true, url }),
        app.call('POST', '/webhook/endpoints/shop', { name: 'loop', url }),
        app.call('PATCH', '/webhook/endpoints/shop/default', { url }),
        app.call('POST', '/instance/connect', { webhookUrl: url, immediate: true }, key),
        app.call('POST', '/instance/create', { instanceName: 'cafe', webhook: url }),
        app.call('POST', '/api/v1/webhooks', { name: 'loop', url }),
      ]);
      expect(answers.map(({ status }) => status)).toEqual([400, 400, 400, 400, 400, 422]);
      for (const { body } of answers)
        expect(problem(body)).toContain('it is the address of this service');
    }
    expect((await app.call('GET', '/webhook/find/shop')).body).toBeNull();
    await app.stop();
  });
});
