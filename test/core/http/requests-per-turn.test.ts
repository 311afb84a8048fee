/** Callers that send thousands of requests at once, on one connection, without waiting for an answer. */
import { beforeAll, expect, test } from 'bun:test';
import { createTurnLimit } from '../../../src/core/http/requests-per-turn.ts';
import { rawHttp } from '../../helpers/raw-http.ts';
import { sharedApp } from '../../helpers/shared.ts';
import { until } from '../../helpers/until.ts';

let key: string;
const app = sharedApp();
beforeAll(async () => {
  key = await app.openInstance('shop');
});

/** How many requests are begun in one turn of the event loop. */
const REQUESTS_PER_TURN = 64;
const AT_ONCE = 2_000;
const lines = ['GET /instance/connectionState/shop HTTP/1.1', 'Host: localhost'];

test.each([
  ['answered', () => key],
  ['refused', () => 'a-key-that-nobody-has'],
])(
  'thousands of requests sent at once that would be %s end with their connection, and other callers are answered',
  async (_how, keyOf) => {
    const request = `${[...lines, `apikey: ${keyOf()}`].join('\r\n')}\r\n\r\n`;
    const raw = rawHttp(Number(new URL(app.url).port), [...lines, `apikey: ${keyOf()}`]);
    raw.write(request.repeat(AT_ONCE));
    await until('the connection is closed', () => raw.isGone());
    expect(raw.received().split('HTTP/1.1 ').length - 1).toBeLessThan(2 * REQUESTS_PER_TURN);

    for (let times = 0; times < 2 * REQUESTS_PER_TURN; times++)
      expect((await app.call('GET', '/instance/connectionState/shop')).status).toBe(200);
    const text = { number: '5511888880000', text: 'Hello' };
    expect((await app.call('POST', '/message/sendText/shop', text)).status).toBe(201);
  },
);

test('callers that wait for each answer are all answered, however many they are', async () => {
  const calls = Array.from({ length: 4 * REQUESTS_PER_TURN }, () =>
    app.call('GET', '/instance/connectionState/shop'),
  );
  for (const { status } of await Promise.all(calls)) expect(status).toBe(200);
});

test('a request after enough others in one turn of the event loop waits for the next one', async () => {
  const limit = createTurnLimit();
  for (let times = 1; times < REQUESTS_PER_TURN; times++) expect(limit()).toBeNull();
  const waits = [limit(), limit()];
  expect(waits[0]).toBeInstanceOf(Promise);
  expect(waits[1]).toBe(waits[0]!);
  await waits[0];
  expect(limit()).toBeNull();
});
