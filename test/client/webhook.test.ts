/** What a receiver may believe of a webhook. */
import { describe, expect, test } from 'bun:test';
import { type GatehouseEvent, verifyWebhook } from '../../packages/client/src/index.ts';
import { sign, signingKey } from '../../src/core/webhooks/signature.ts';
import { startReceiver } from '../doubles/receiver.ts';
import { shared, sharedApp } from '../helpers/shared.ts';
import { until } from '../helpers/until.ts';

const SECRET = `whsec_${Buffer.alloc(32, 5).toString('base64')}`;
const OLD_SECRET = `whsec_${Buffer.alloc(32, 6).toString('base64')}`;
const NOW = new Date('2026-11-22T12:00:00Z');
const SECONDS = String(NOW.getTime() / 1000);
const BODY = JSON.stringify({ id: 'a', event: 'Connected', data: {} });

const headersFor = (secrets: readonly string[], seconds = SECONDS, body = BODY) => ({
  'webhook-id': 'a',
  'webhook-timestamp': seconds,
  'webhook-signature': sign(secrets.map(signingKey), { id: 'a', seconds, body }),
});

const GOOD = { secret: SECRET, headers: headersFor([SECRET]), body: BODY, now: NOW };

const codeOf = (request: Parameters<typeof verifyWebhook>[0]) =>
  verifyWebhook(request).then(
    ({ event }) => event,
    (error) => error.failure?.code ?? error,
  );

describe('a webhook', () => {
  test('with a good signature is the event that it brings', async () => {
    expect(await verifyWebhook(GOOD)).toMatchObject({ id: 'a', event: 'Connected' });
    const bytes = new TextEncoder().encode(BODY);
    expect(await codeOf({ ...GOOD, headers: new Headers(GOOD.headers), body: bytes })).toBe(
      'Connected',
    );
  });

  test('is believed by either secret while both sign, and by one of several that are tried', async () => {
    const headers = headersFor([SECRET, OLD_SECRET]);
    expect(await codeOf({ ...GOOD, headers })).toBe('Connected');
    expect(await codeOf({ ...GOOD, headers, secret: OLD_SECRET })).toBe('Connected');
    expect(await codeOf({ ...GOOD, secret: [OLD_SECRET, SECRET] })).toBe('Connected');
    expect(await codeOf({ ...GOOD, secret: OLD_SECRET })).toBe('SIGNATURE_WRONG');
  });

  test('whose body, id, time or signature was changed is refused', async () => {
    const changed = [
      { body: `${BODY} ` },
      { headers: { ...GOOD.headers, 'webhook-id': 'b' } },
      { headers: { ...GOOD.headers, 'webhook-timestamp': `${Number(SECONDS) + 1}` } },
      { headers: { ...GOOD.headers, 'webhook-signature': 'v1,AAAA' } },
      { headers: { ...GOOD.headers, 'webhook-signature': 'v1,%%%' } },
      {
        headers: {
          ...GOOD.headers,
          'webhook-signature': GOOD.headers['webhook-signature'].replace('v1,', 'v2,'),
        },
      },
    ];
    for (const change of changed)
      expect(await codeOf({ ...GOOD, ...change })).toBe('SIGNATURE_WRONG');
  });

  test('that is older than five minutes, or from the future, is refused', async () => {
    const at = (seconds: number) => new Date(NOW.getTime() + seconds * 1000);
    expect(await codeOf({ ...GOOD, now: at(300) })).toBe('Connected');
    expect(await codeOf({ ...GOOD, now: at(301) })).toBe('TIMESTAMP_OUT_OF_RANGE');
    expect(await codeOf({ ...GOOD, now: at(-301) })).toBe('TIMESTAMP_OUT_OF_RANGE');
    expect(await codeOf({ ...GOOD, now: at(301), toleranceSeconds: 600 })).toBe('Connected');
    const headers = headersFor([SECRET], 'yesterday');
    expect(await codeOf({ ...GOOD, headers })).toBe('TIMESTAMP_OUT_OF_RANGE');
  });

  test('without one of its headers, or that is no event, is refused with what is wrong', async () => {
    for (const name of Object.keys(GOOD.headers))
      expect(await codeOf({ ...GOOD, headers: { ...GOOD.headers, [name]: undefined } })).toBe(
        'HEADER_MISSING',
      );
    for (const body of ['{', 'null', '[]', '{"event":1}'])
      expect(await codeOf({ ...GOOD, body, headers: headersFor([SECRET], SECONDS, body) })).toBe(
        'EVENT_UNREADABLE',
      );
    expect(await codeOf({ ...GOOD, secret: 'whsec_' })).toBeInstanceOf(TypeError);
  });
});

describe('what the service delivers', () => {
  const receiver = shared(startReceiver);
  const app = sharedApp();

  test('is believed before and after the secret was replaced, and each event has the fields of its type', async () => {
    await app.openInstance('shop');
    const { body } = await app.call('GET', '/webhook/secret/shop');
    await app.call('POST', '/webhook/set/shop', { enabled: true, url: receiver.url });
    await app.call('POST', '/webhook/secret/rotate/shop');
    await app.call('POST', '/sandbox/shop/message', {
      kind: 'text',
      from: '5511888880000',
      text: 'Hi',
    });
    await until('the message is delivered', () => receiver.requests.length > 0);
    const [request] = receiver.requests;
    const event = await verifyWebhook({
      secret: body.secret,
      headers: Object.fromEntries(request?.headers ?? []),
      body: request?.body ?? '',
    });
    expect(textOf(event)).toBe('Hi');
  });
});

/** Compiles only because `event` tells the types apart. */
function textOf(event: GatehouseEvent): unknown {
  switch (event.event) {
    case 'Message':
      return event.data.Message.conversation;
    case 'Receipt':
      return event.state;
    case 'pipeline_stage.created':
      return event.data.current?.name;
    default:
      return event.event;
  }
}
