/** The receiver inside the service that shows a newcomer the first delivery. */
import { expect, test } from 'bun:test';
import { sign, signingKey } from '../../../src/core/webhooks/signature.ts';
import { startApp } from '../../helpers/app.ts';
import { sharedApp } from '../../helpers/shared.ts';
import { until } from '../../helpers/until.ts';

const app = sharedApp();

let instances = 0;
/** An open instance whose webhook points at the echo receiver. */
async function shop(name = `shop ${++instances}`) {
  await app.openInstance(name);
  const path = `/echo/${encodeURIComponent(name)}`;
  const webhook = (body: object) => app.call('POST', `/webhook/set/${name}`, body);
  expect((await webhook({ enabled: true, url: app.url + path })).status).toBe(200);
  const { body } = await app.call('GET', `/webhook/secret/${name}`);
  return { name, path, webhook, secret: body.secret as string };
}

const nowSeconds = () => String(Math.floor(Date.now() / 1_000));

interface Claim {
  readonly secret: string;
  readonly seconds?: string;
  readonly signature?: string;
  readonly body?: string;
  readonly sent?: string;
}

/** Posts as a delivery does. */
async function post(path: string, claim: Claim) {
  const { secret, seconds = nowSeconds(), body = '{"event":"Message"}', sent = body } = claim;
  const own = sign([signingKey(secret)], { id: 'event-1', seconds, body });
  const { signature = own } = claim;
  const headers = { 'webhook-id': 'event-1', 'webhook-timestamp': seconds };
  const answer = await fetch(app.url + path, {
    method: 'POST',
    headers: { ...headers, ...(signature !== '' && { 'webhook-signature': signature }) },
    body: sent,
  });
  return { status: answer.status, text: await answer.text() };
}

test('a webhook at the echo receiver of its instance is delivered with 200, and the attempt shows what arrived', async () => {
  const { name } = await shop();
  const message = { kind: 'text', from: '5511888880000', text: 'Hello' };
  await app.call('POST', `/sandbox/${name}/message`, message);
  const find = `/delivery/find/${name}?state=delivered`;
  const isMessage = ({ event }: { event: string }) => event === 'Message';
  await until('the message is delivered', async () =>
    (await app.call('GET', find)).body.deliveries.some(isMessage),
  );
  const { id } = (await app.call('GET', find)).body.deliveries.find(isMessage);
  const { attempts } = (await app.call('GET', `/delivery/${id}`)).body;
  expect(attempts).toMatchObject([{ number: 1, status: 200, error: null }]);
  const answered = JSON.parse(attempts[0].responseBody);
  expect(answered).toMatchObject({ received: true, attempt: 1, bytes: expect.any(Number) });
  expect(answered.body).toStartWith('{"id":"');
});

test('the echo receiver causes no events, so a webhook that points there ends', async () => {
  const { name } = await shop();
  await app.call('POST', `/webhook/test/${name}`, {});
  const count = async () => (await app.call('GET', `/event/find/${name}`)).body.events.length;
  const before = await count();
  const { body } = await app.call('POST', `/webhook/test/${name}`, {});
  expect(body).toMatchObject({ delivered: true, status: 200 });
  expect(await count()).toBe(before);
});

test('a stranger is answered 401 alike whatever the reason, and the answer says how to set the webhook', async () => {
  const { path, secret } = await shop();
  const other = await shop();
  await app.openInstance('elsewhere');
  const { body } = await app.call('GET', '/webhook/secret/elsewhere');
  const refused = [
    await post(path, { secret, signature: '' }),
    await post(path, { secret, signature: 'v1,AAAA' }),
    await post(path, { secret: other.secret }),
    await post(path, { secret, sent: '{"event":"Other"}' }),
    await post(path, { secret, seconds: String(Number(nowSeconds()) - 400) }),
    await post(path, { secret, seconds: String(Number(nowSeconds()) + 400) }),
    await post(path, { secret, seconds: 'soon' }),
    await post('/echo/nobody', { secret }),
    await post('/echo/elsewhere', { secret: body.secret }),
    await post('/echo/elsewhere', { secret: 'whsec_' }),
  ];
  expect(refused.map(({ status }) => status)).toEqual(refused.map(() => 401));
  const said = new Set(refused.map(({ text }) => JSON.parse(text).error.message));
  expect([...said]).toEqual(['This is not signed by a webhook that points here']);
  expect(refused[0]?.text).toContain('/webhook/set/{instanceName}');
});

test('keys of the service open nothing there, and other methods are refused before their signature', async () => {
  const { path } = await shop();
  expect((await app.call('POST', path, {})).status).toBe(401);
  expect((await app.call('GET', path)).status).toBe(401);
  expect((await app.call('GET', '/echo', undefined, null)).status).toBe(401);
});

test('a former secret is accepted as long as it signs', async () => {
  const { name, path, secret } = await shop();
  await app.call('POST', `/webhook/secret/rotate/${name}`, {});
  expect((await post(path, { secret })).status).toBe(200);
  const { body } = await app.call('GET', `/webhook/secret/${name}`);
  expect((await post(path, { secret: body.secret })).status).toBe(200);
});

test('a webhook that no longer points there is not answered', async () => {
  const { path, secret, webhook } = await shop();
  await webhook({ enabled: true, url: 'http://127.0.0.1:9/hook' });
  expect((await post(path, { secret })).status).toBe(401);
});

test('a long delivery is shown by its beginning, which divides no character, and one above 1 MiB is refused with 413', async () => {
  const { path, secret } = await shop();
  const body = `"${'ã'.repeat(1_000)}"`;
  const { status, text } = await post(path, { secret, body });
  expect(status).toBe(200);
  expect(text.length).toBeLessThan(1_024);
  expect(JSON.parse(text)).toMatchObject({ bytes: 2_002, body: `"${'ã'.repeat(199)}` });
  expect((await post(path, { secret, body: 'x'.repeat(1_048_577) })).status).toBe(413);
});

test('with no private networks allowed, as in production, an address on this machine is refused with the variable that allows it', async () => {
  const other = await startApp({ env: { WEBHOOK_ALLOW_NETWORKS: 'none' } });
  await other.openInstance('shop');
  const set = (url: string) => other.call('POST', '/webhook/set/shop', { enabled: true, url });
  const { status, body } = await set(`${other.url}/echo/shop`);
  expect(status).toBe(400);
  expect(JSON.stringify(body)).toContain('WEBHOOK_ALLOW_NETWORKS does not allow');
  await other.stop();
});
