/** The client that a request is attributed to, with and without proxies in between. */
import { afterAll, describe, expect, test } from 'bun:test';
import { createClientReader } from '../../../src/core/http/client-address.ts';
import { sampleServer } from './sample-server.ts';

const PROXIES = ['10.0.0.0/8', '192.0.2.7', 'fd00::/8'];

const read = (peer: string | null, headers: Record<string, string> = {}, trustProxy = PROXIES) =>
  createClientReader({ trustProxy, peerOf: () => peer })(
    new Request('http://localhost/', { headers }),
  );
const behind = (peer: string, forwarded: string, trustProxy = PROXIES) =>
  read(peer, { 'x-forwarded-for': forwarded }, trustProxy).address;

describe('without a trusted proxy the peer is the client', () => {
  test('whatever it says of itself', () => {
    expect(behind('198.51.100.1', '203.0.113.9')).toBe('198.51.100.1');
    expect(behind('10.0.0.1', '203.0.113.9', [])).toBe('10.0.0.1');
    expect(read('198.51.100.1', { 'x-forwarded-proto': 'https' }).isTls).toBe(false);
  });

  test('an IPv4 address counts as IPv4, however the socket spells it', () => {
    expect(read('::ffff:198.51.100.1')).toEqual({
      address: '198.51.100.1',
      subscriber: '198.51.100.1',
      isTls: false,
    });
    expect(behind('::ffff:10.0.0.1', '203.0.113.9')).toBe('203.0.113.9');
  });

  test('a request without a socket comes from "unknown"', () => {
    const headers = { 'x-forwarded-for': '203.0.113.9', 'x-forwarded-proto': 'https' };
    const unknown = { address: 'unknown', subscriber: 'unknown', isTls: false };
    expect(read(null, headers, ['0.0.0.0/0', '::/0'])).toEqual(unknown);
  });
});

describe('behind trusted proxies', () => {
  test.each([
    ['203.0.113.9', '203.0.113.9'],
    ['198.51.100.1, 203.0.113.9', '203.0.113.9'],
    ['198.51.100.1,203.0.113.9,10.1.2.3, 192.0.2.7', '203.0.113.9'],
    ['203.0.113.9:4711', '203.0.113.9'],
    ['[2001:DB8::1]:4711', '2001:db8::1'],
    ['2001:db8:0:0::1, fd00::2', '2001:db8::1'],
    ['::ffff:203.0.113.9', '203.0.113.9'],
    ['203.0.113.9, ::ffff:10.9.9.9', '203.0.113.9'],
  ])('the last address of "%s" that is no proxy is the client', (forwarded, client) => {
    expect(behind('10.0.0.1', forwarded)).toBe(client);
  });

  test.each([
    ['', '10.0.0.1'],
    ['unknown', '10.0.0.1'],
    ['203.0.113.9, unknown', '10.0.0.1'],
    ['203.0.113.9, nonsense, 10.2.2.2', '10.2.2.2'],
    ['203.0.113.9,', '10.0.0.1'],
    ['0x7f.1', '10.0.0.1'],
    ['10.7.7.7, 10.2.2.2', '10.7.7.7'],
  ])('of "%s" nothing before what cannot be read is believed', (forwarded, client) => {
    expect(behind('10.0.0.1', forwarded)).toBe(client);
  });

  test('a header of any length is looked at as far as 32 addresses and 4 KiB', () => {
    const hops = (count: number) => Array.from({ length: count }, (_, n) => `10.0.1.${n}`);
    expect(behind('10.0.0.1', ['203.0.113.9', ...hops(31)].join())).toBe('203.0.113.9');
    expect(behind('10.0.0.1', ['203.0.113.9', ...hops(32)].join())).toBe('10.0.1.0');
    expect(behind('10.0.0.1', `203.0.113.9,${' '.repeat(4096)}10.2.2.2`)).toBe('10.2.2.2');
  });

  test('TLS is what the nearest of them says', () => {
    const isTls = (proto: string) => read('10.0.0.1', { 'x-forwarded-proto': proto }).isTls;
    expect(['https', 'HTTPS', 'http, https'].map(isTls)).toEqual([true, true, true]);
    expect(['http', '', 'https, http', 'wss'].map(isTls)).toEqual([false, false, false, false]);
  });
});

test('limits count an IPv6 client by its /64, an IPv4 client by itself', () => {
  const subscriber = (peer: string) => read(peer).subscriber;
  expect(subscriber('2001:db8:1:2:aaaa:bbbb:cccc:dddd')).toBe('2001:db8:1:2::/64');
  expect(subscriber('2001:db8:1:2::1')).toBe('2001:db8:1:2::/64');
  expect(subscriber('2001:db8:1:3::1')).toBe('2001:db8:1:3::/64');
  expect(subscriber('198.51.100.1')).toBe('198.51.100.1');
});

describe('over a real connection', () => {
  const server = sampleServer({ trustProxy: ['127.0.0.1/32'] });
  const port = server.listen();
  afterAll(() => server.stop());

  test('a handler reads the peer, and what a trusted peer says', async () => {
    const ask = async (headers: Record<string, string>) =>
      (await fetch(`http://127.0.0.1:${port}/client`, { headers })).json();
    expect(await ask({})).toMatchObject({ address: '127.0.0.1', isTls: false });
    const headers = { 'x-forwarded-for': '203.0.113.9', 'x-forwarded-proto': 'https' };
    expect(await ask(headers)).toMatchObject({ address: '203.0.113.9', isTls: true });
  });

  test('a request that is handled without one comes from "unknown"', async () => {
    expect((await server.ask('GET /client')).json).toMatchObject({ address: 'unknown' });
  });
});
