/** What one attempt puts on the wire, and that its signature is what receivers check. */
import { afterAll, beforeEach, expect, test } from 'bun:test';
import { createHmac } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { sign, signingKey } from '../../../../src/core/webhooks/signature.ts';
import { type ReceivedRequest, startReceiver } from '../../../doubles/receiver.ts';
import { EVENT_ID, SECRET, setUp, targetAt } from './setup.ts';

const receiver = await startReceiver();
afterAll(() => receiver.stop());
let before = 0;
beforeEach(() => {
  before = receiver.requests.length;
});
const received = (): ReceivedRequest => {
  const request = receiver.requests[before];
  if (request === undefined) throw new Error('nothing was received');
  return request;
};
const signedHeaders = (request: ReceivedRequest) => ({
  'webhook-id': request.header('webhook-id') ?? '',
  'webhook-timestamp': request.header('webhook-timestamp') ?? '',
  'webhook-signature': request.header('webhook-signature') ?? '',
});
/** The library checks the timestamp against the real clock, so this clock is set to it. */
const setUpNow = async () => {
  const setup = setUp();
  setup.clock.jump(Date.now() - setup.clock.now());
  return setup;
};

test('an attempt is one POST with the documented headers and no others of ours', async () => {
  const { send, clock } = setUp();
  await send(targetAt(`${receiver.url}/hook?a=1`), { body: '{"a":1}', attempt: 3 });
  const request = received();
  expect([request.method, request.path, request.body]).toEqual(['POST', '/hook?a=1', '{"a":1}']);
  const names = request.headers.map(([name]) => name.toLowerCase()).sort();
  expect(names).toEqual([
    'accept',
    'connection',
    'content-length',
    'content-type',
    'host',
    'user-agent',
    'webhook-id',
    'webhook-signature',
    'webhook-timestamp',
    'x-gatehouse-attempt',
  ]);
  expect(request.header('content-type')).toBe('application/json');
  expect(request.header('user-agent')).toBe('gatehouse/1.2.3');
  expect(request.header('webhook-id')).toBe(EVENT_ID);
  expect(request.header('webhook-timestamp')).toBe(String(Math.floor(clock.now() / 1000)));
  expect(request.header('x-gatehouse-attempt')).toBe('3');
  expect(clock.pending()).toBe(0);
});

test('without a secret there is no signature header', async () => {
  await setUp().send(targetAt(receiver.url, { secrets: [] }));
  expect(received().header('webhook-signature')).toBeUndefined();
  expect(received().header('webhook-id')).toBe(EVENT_ID);
});

test('configured headers are sent as configured, and may replace the user agent', async () => {
  const headers = { 'X-Shop': 'a b', Authorization: 'Bearer t', 'User-Agent': 'shop/1' };
  await setUp().send(targetAt(receiver.url, { headers }));
  expect(received().header('x-shop')).toBe('a b');
  expect(received().header('authorization')).toBe('Bearer t');
  const agents = received().headers.filter(([name]) => name.toLowerCase() === 'user-agent');
  expect(agents.map(([, value]) => value)).toEqual(['shop/1']);
});

test('configured headers never replace the host, the frame, the signature or the attempt number', async () => {
  const headers = {
    Host: 'elsewhere.test',
    'Content-Type': 'text/plain',
    'content-length': '1',
    'Transfer-Encoding': 'chunked',
    Connection: 'close',
    'Webhook-Id': 'forged',
    'webhook-signature': 'v1,forged',
    'X-Gatehouse-Attempt': '99',
  };
  await setUp().send(targetAt(receiver.url, { headers }), { body: '{"a":1}' });
  const request = received();
  expect(request.header('host')).toBe(receiver.host);
  expect(request.header('content-type')).toBe('application/json');
  expect(request.header('transfer-encoding')).toBeUndefined();
  expect(request.header('connection')).toBe('keep-alive');
  expect(request.header('webhook-id')).toBe(EVENT_ID);
  expect(request.header('webhook-signature')).toStartWith('v1,');
  expect(request.header('webhook-signature')).not.toContain('forged');
  expect(request.header('x-gatehouse-attempt')).toBe('1');
  expect(request.body).toBe('{"a":1}');
});

test('the body bytes are the signed bytes', async () => {
  const body = `{"lone":"\ud800","separators":"\u2028\u2029","zero":-0,"huge":1e400,"id":9007199254740993,"é":"😀"}`;
  const { send } = await setUpNow();
  await send(targetAt(receiver.url), { body });
  const request = received();
  expect(request.bytes.equals(Buffer.from(body, 'utf8'))).toBe(true);
  expect(() => new Webhook(SECRET).verify(request.bytes, signedHeaders(request))).not.toThrow();
});

test('the example of the specification gets the signature it names', () => {
  const vector = { id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', seconds: '1614265330' };
  const signature = 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=';
  for (const secret of [
    'MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
    'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  ])
    expect(sign([signingKey(secret)], { ...vector, body: '{"test": 2432232314}' })).toBe(signature);
});

test('every attempt is signed anew, with the same id, and verifies', async () => {
  const { send, clock } = await setUpNow();
  const target = targetAt(receiver.url);
  await send(target, { body: '{"n":1}', attempt: 1 });
  await clock.advance(30_000);
  await send(target, { body: '{"n":1}', attempt: 2 });
  const [first, second] = receiver.requests.slice(before).map(signedHeaders);
  expect(second?.['webhook-id']).toBe(first?.['webhook-id'] ?? '');
  expect(Number(second?.['webhook-timestamp'])).toBe(Number(first?.['webhook-timestamp']) + 30);
  expect(second?.['webhook-signature']).not.toBe(first?.['webhook-signature'] ?? '');
  for (const headers of [first, second])
    expect(new Webhook(SECRET).verify('{"n":1}', headers ?? {})).toEqual({ n: 1 });
});

const OTHER = `whsec_${Buffer.from('the secret of another, 25').toString('base64')}`;
test.each([
  { what: 'secret', secrets: [OTHER], body: '{"n":1}', afterMs: 0 },
  { what: 'body', secrets: [SECRET], body: '{"n":2}', afterMs: 0 },
  { what: 'second', secrets: [SECRET], body: '{"n":1}', afterMs: 1_000 },
])('an endpoint gets a signature of its own if only its $what is another', async (other) => {
  const { send, clock } = await setUpNow();
  await send(targetAt(receiver.url), { body: '{"n":1}' });
  await clock.advance(other.afterMs);
  await send(targetAt(receiver.url, { secrets: other.secrets }), { body: other.body });
  const [, headers] = receiver.requests.slice(before).map(signedHeaders);
  const [secret = ''] = other.secrets;
  expect(new Webhook(secret).verify(other.body, headers ?? {})).toEqual(JSON.parse(other.body));
});

test('during a rotation both secrets verify, the newest first', async () => {
  const previous = `whsec_${Buffer.from('the previous secret, 26 b.').toString('base64')}`;
  const { send } = await setUpNow();
  await send(targetAt(receiver.url, { secrets: [SECRET, previous] }));
  const headers = signedHeaders(received());
  const signatures = headers['webhook-signature'].split(' ');
  expect(signatures).toHaveLength(2);
  for (const [index, secret] of [SECRET, previous].entries()) {
    const alone = { ...headers, 'webhook-signature': signatures[index] ?? '' };
    expect(() => new Webhook(secret).verify('{}', headers)).not.toThrow();
    expect(() => new Webhook(secret).verify('{}', alone)).not.toThrow();
  }
  expect(() => new Webhook(SECRET).verify('{"other":1}', headers)).toThrow();
});

test('a body that gets another shape is signed in that shape, and may go to another path', async () => {
  const { send } = await setUpNow();
  const reshape = (body: string) => ({
    body: `{"was":${body}}`,
    address: `${receiver.url}/hook/messages-upsert`,
  });
  const outcome = await send(targetAt(`${receiver.url}/hook`, { reshape }), { body: '{"a":1}' });
  expect(outcome.kind).toBe('delivered');
  expect([received().path, received().body]).toEqual(['/hook/messages-upsert', '{"was":{"a":1}}']);
  const verified = new Webhook(SECRET).verify(received().body, signedHeaders(received()));
  expect(verified).toEqual({ was: { a: 1 } });
  expect(received().header('webhook-id')).toBe(EVENT_ID);
});

test('a receiver of the Cloud API can check the bytes that came with the text of the secret', async () => {
  const { send } = await setUpNow();
  const target = targetAt(receiver.url, { signsAsHub: true });
  await send(target, { body: '{"text":"olá 👋"}' });
  const { body, header } = received();
  const mac = createHmac('sha256', SECRET).update(body).digest('hex');
  expect(header('x-hub-signature-256')).toBe(`sha256=${mac}`);
  expect(new Webhook(SECRET).verify(body, signedHeaders(received()))).toEqual({ text: 'olá 👋' });
});

test('only targets in that form have that signature, and none without a secret', async () => {
  const { send } = await setUpNow();
  await send(targetAt(receiver.url));
  expect(received().header('x-hub-signature-256')).toBeUndefined();
  before = receiver.requests.length;
  await send(targetAt(receiver.url, { signsAsHub: true, secrets: [] }));
  expect(received().header('x-hub-signature-256')).toBeUndefined();
});

test('during a rotation one of two attempts is signed for the secret that the receiver has', async () => {
  const { send } = await setUpNow();
  const target = targetAt(receiver.url, { signsAsHub: true, secrets: [SECRET, 'whsec_former'] });
  const signedWith: string[] = [];
  for (const attempt of [1, 2, 3]) {
    await send(target, { attempt });
    const { body, header } = received();
    before = receiver.requests.length;
    for (const secret of target.secrets) {
      const mac = createHmac('sha256', secret).update(body).digest('hex');
      if (header('x-hub-signature-256') === `sha256=${mac}`) signedWith.push(secret);
    }
  }
  expect(signedWith).toEqual([SECRET, 'whsec_former', SECRET]);
});
