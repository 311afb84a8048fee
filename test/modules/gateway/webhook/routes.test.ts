import { beforeEach, describe, expect, test } from 'bun:test';
import { Webhook } from 'standardwebhooks';
import { EVENT_TYPES } from '../../../../src/core/events/contract/event-names.ts';
import { refusal } from '../../../doubles/scripted-channel.ts';
import { SHARED_REFUSALS, SHOP } from '../../../helpers/gateway-server.ts';
import { until } from '../../../helpers/until.ts';
import { FULL, URL_SET, type WebhookBench, webhookBench } from './setup.ts';

let bench: WebhookBench;

beforeEach(async () => {
  bench = await webhookBench();
});

describe('GET /webhook/find/:instanceName', () => {
  test('200 null while none was set, as JSON', async () => {
    const answer = await bench.find();
    expect(answer.status).toBe(200);
    expect(answer.text).toBe('null');
    expect(answer.headers.get('content-type')).toStartWith('application/json');
  });

  test('200 the record with header values masked', async () => {
    await bench.set(FULL);
    const answer = await bench.find();
    expect(answer.status).toBe(200);
    expect(answer.json).toEqual({
      enabled: true,
      url: URL_SET,
      events: ['Receipt', 'CALL', 'Connected'],
      headers: { 'X-Token': '********' },
      verifyToken: null,
      base64: true,
      format: 'gatehouse',
      byEvents: false,
    });
    expect(answer.text).not.toContain('secret-value');
  });
});

describe('GET /webhook/secret and POST /webhook/secret/rotate', () => {
  const secret = async () =>
    (await bench.call('GET', '/webhook/secret/shop')).json.secret as string;
  const rotate = () => bench.call('POST', '/webhook/secret/rotate/shop');

  test('200 every instance has a secret of its own from the start', async () => {
    expect(await secret()).toMatch(/^whsec_/);
    expect((await bench.call('GET', '/webhook/secret/cafe')).json.secret).not.toBe(await secret());
  });

  test('200 after a rotation both secrets sign, for 24 hours', async () => {
    await bench.set(FULL);
    const old = await secret();
    const answer = await rotate();
    expect(answer.status).toBe(200);
    expect(answer.json.secret).toBe(await secret());
    expect(answer.json.secret).not.toBe(old);
    const signing = async () => {
      await bench.call('POST', '/webhook/test/shop');
      return bench.channel.sent.at(-1)?.target.secrets;
    };
    expect(await signing()).toEqual([answer.json.secret, old]);
    await bench.clock.advance(24 * 60 * 60 * 1000 - 1);
    expect(await signing()).toEqual([answer.json.secret, old]);
    await bench.clock.advance(1);
    expect(await signing()).toEqual([answer.json.secret]);
  });

  test('200 after several rotations in a day every secret signs for 24 hours of its own, 409 beyond five', async () => {
    await bench.set(FULL);
    const hour = 60 * 60 * 1000;
    const secrets = [await secret()];
    for (let count = 1; count < 5; count++) {
      secrets.unshift((await rotate()).json.secret);
      await bench.clock.advance(hour);
    }
    const signing = async () => {
      await bench.call('POST', '/webhook/test/shop');
      return bench.channel.sent.at(-1)?.target.secrets;
    };
    expect(await signing()).toEqual(secrets);
    const refused = await rotate();
    expect([refused.status, refused.json.error.code]).toEqual([409, 'CONFLICT']);
    const ends = new Date(bench.clock.now() + 20 * hour).toISOString();
    expect(refused.json.error.message).toContain(`after ${ends}`);
    expect(await signing()).toEqual(secrets);
    await bench.clock.advance(20 * hour - 1);
    expect(await signing()).toEqual(secrets);
    await bench.clock.advance(1);
    expect(await signing()).toEqual(secrets.slice(0, 4));
    expect((await rotate()).status).toBe(200);
  });

  test('200 a rotated secret is one that signs', async () => {
    const { json } = await rotate();
    expect(new Webhook(json.secret).sign('id', new Date(), '{}')).toStartWith('v1,');
  });
});

describe('POST /webhook/test/:instanceName', () => {
  const trial = (body?: unknown) => bench.call('POST', '/webhook/test/shop', { body });
  const stored = () =>
    bench.db.query('select (select count(*) from events), (select count(*) from deliveries)', []);

  test('200 a Message sample is posted once to the webhook, marked, and nothing is recorded', async () => {
    await bench.set(FULL);
    bench.channel.script = () => ({ kind: 'delivered', status: 202, responseBody: 'thanks' });
    const answer = await trial();
    expect(answer.status).toBe(200);
    expect(answer.json).toEqual({
      delivered: true,
      status: 202,
      durationMs: 0,
      body: 'thanks',
      headers: { server: 'test' },
      error: null,
      advice: null,
      adviceReason: null,
      request: {
        method: 'POST',
        url: URL_SET,
        headers: { 'webhook-id': 'id' },
        body: expect.stringContaining('"test":true'),
      },
    });
    expect(bench.channel.sent).toHaveLength(1);
    const [sent] = bench.channel.sent;
    expect(sent?.target).toMatchObject({ address: URL_SET, headers: FULL.headers });
    expect(sent?.outgoing).toMatchObject({ type: 'Message', attempt: 1, eventId: sent?.body.id });
    expect(sent?.body).toMatchObject({
      event: 'Message',
      instanceId: SHOP.id,
      instanceName: 'shop',
      sequence: 0,
      test: true,
    });
    expect(await stored()).toEqual([[0, 0]]);
  });

  test.each([...EVENT_TYPES])('200 a sample of %s, named in any case', async (type) => {
    await bench.set(FULL);
    expect((await trial({ event: type.toUpperCase() })).json.delivered).toBe(true);
    expect(bench.channel.sent[0]?.body.event).toBe(type);
  });

  test('200 not delivered: the answer’s status and body', async () => {
    await bench.set(FULL);
    bench.channel.script = () => ({
      kind: 'failed',
      status: 500,
      error: 'http_status: 500',
      responseBody: 'oops',
    });
    const { json } = await trial({});
    expect(json).toMatchObject({ delivered: false, status: 500, durationMs: 0, body: 'oops' });
    expect([json.error, json.advice]).toEqual([
      'http_status: 500',
      'The receiver refused it: its log says why.',
    ]);
    expect(bench.channel.sent).toHaveLength(1);
  });

  test('200 not delivered and no answer: the body says why', async () => {
    await bench.set(FULL);
    bench.channel.script = () => refusal(null, 'connection_refused: nobody listens');
    const { json } = await trial();
    expect(json).toMatchObject({
      delivered: false,
      status: null,
      durationMs: 0,
      body: 'connection_refused: nobody listens',
      advice: expect.stringContaining('Start the receiver'),
      adviceReason: 'start_receiver',
    });
  });

  test('200 the time it took is the receiver’s', async () => {
    await bench.set(FULL);
    bench.channel.script = () => null;
    const answer = trial();
    await until('the attempt is under way', () => bench.channel.open.size === 1);
    await bench.clock.advance(1_234);
    for (const sent of bench.channel.open)
      sent.end({ kind: 'delivered', status: 200, responseBody: null });
    expect((await answer).json).toMatchObject({ delivered: true, durationMs: 1_234, body: null });
  });

  test.each([
    [{ event: 'Mesage' }, 'Message'],
    [{ event: 'CALL' }, 'CallOffer'],
    [{ event: 5 }, 'event must be a text'],
    [{ event: '' }, 'event'],
    [{ destination: 'amqp' }, 'destination must be one of webhook, global-webhook'],
  ])('400 %j', async (body, named) => {
    await bench.set(FULL);
    const { status, json } = await trial(body);
    expect(status).toBe(400);
    expect(json.error.message).toContain(named);
    expect(bench.channel.sent).toEqual([]);
  });

  test('403 the global webhook is tested with the global key alone, 409 when there is none', async () => {
    const body = { destination: 'global-webhook' };
    const own = await bench.call('POST', '/webhook/test/shop', { body, key: 'shop-key' });
    expect([own.status, own.json.error.message]).toEqual([
      403,
      'this operation needs the global key',
    ]);
    const { status, json } = await trial(body);
    expect([status, json.error.message]).toEqual([
      409,
      'nothing can be sent: global webhook not set',
    ]);
  });

  test('409 no webhook is set, or it is disabled', async () => {
    const unset = await trial();
    expect(unset.status).toBe(409);
    expect(unset.json.error).toMatchObject({
      code: 'CONFLICT',
      message: 'nothing can be sent: webhook not set',
    });
    await bench.set({ enabled: false, url: URL_SET });
    expect((await trial()).json.error).toMatchObject({
      code: 'CONFLICT',
      message: 'nothing can be sent: webhook disabled',
    });
    expect(bench.channel.sent).toEqual([]);
  });

  test('409 a test of this endpoint is under way; when it has ended the next may run', async () => {
    await bench.set(FULL);
    await bench.set(FULL, 'cafe');
    bench.channel.script = () => null;
    const first = trial();
    await until('the attempt is under way', () => bench.channel.open.size === 1);
    expect((await trial()).status).toBe(409);
    const other = bench.call('POST', '/webhook/test/cafe');
    await until('the other one is too', () => bench.channel.open.size === 2);
    for (const sent of bench.channel.open)
      sent.end({ kind: 'delivered', status: 200, responseBody: null });
    expect((await first).status).toBe(200);
    expect((await other).status).toBe(200);
    bench.channel.script = () => refusal(500, 'http_status: 500');
    expect((await trial()).status).toBe(200);
  });
});

describe.each([
  ['GET', '/webhook/find/', undefined],
  ['GET', '/webhook/secret/', undefined],
  ['POST', '/webhook/secret/rotate/', undefined],
  ['POST', '/webhook/test/', {}],
])('%s %s', (method, path, body) => {
  test.each([...SHARED_REFUSALS])('$promise', async ({ key, name, status, code }) => {
    const before = await bench.rows();
    const answer = await bench.call(method, path + name, { key, body });
    expect(answer.status).toBe(status);
    expect(answer.json.error.code).toBe(code);
    expect(answer.json.meta.path).toBe(path + name);
    expect(await bench.rows()).toEqual(before);
  });
});
