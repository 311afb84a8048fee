/** An instance with three endpoints: each gets its own events, however the others are. */
import { afterEach, expect, test } from 'bun:test';
import { Webhook } from 'standardwebhooks';
import { Webhook as SvixWebhook } from 'svix';
import {
  type Answer,
  hang,
  type ReceivedRequest,
  type Receiver,
  respond,
  startReceiver,
} from '../doubles/receiver.ts';
import { type RunningApp, startApp } from '../helpers/app.ts';
import { until } from '../helpers/until.ts';

const open: { stop(): Promise<unknown> }[] = [];
afterEach(() => Promise.all(open.splice(0).map((one) => one.stop())));

async function receiving(...answers: Answer[]): Promise<Receiver> {
  const receiver = await startReceiver();
  open.push(receiver);
  receiver.script(...answers);
  return receiver;
}

const opened = <T extends { stop(): Promise<unknown> }>(one: T): T => {
  open.push(one);
  return one;
};

const say = (app: RunningApp, text: string, from = '5511888880000') =>
  app.call('POST', '/sandbox/shop/message', { kind: 'text', from, text });
const add = async (app: RunningApp, name: string, url: string, fields: object = {}) => {
  const body = { name, url, ...fields };
  const { status, body: made } = await app.call('POST', '/webhook/endpoints/shop', body);
  expect(status).toBe(201);
  return made as { readonly id: string; readonly secret: string };
};
const healthOf = async (app: RunningApp, id: string) =>
  (await app.call('GET', `/webhook/endpoints/shop/${id}`)).body.health;
const eventIn = ({ body }: ReceivedRequest) => JSON.parse(body);
const textsAt = (receiver: Receiver) =>
  receiver.requests
    .map(eventIn)
    .filter(({ event }) => event === 'Message')
    .map(({ data }) => data.Message.conversation);

test('each endpoint gets its own events with its own signature, and one that hangs delays no other', async () => {
  const app = opened(await startApp());
  await app.openInstance('shop');
  const [first, second, hanging] = [await receiving(), await receiving(), await receiving(hang)];
  await app.call('POST', '/webhook/set/shop', { enabled: true, url: first.url, events: ['CALL'] });
  const orders = await add(app, 'orders', `${second.url}/orders`, { events: ['MESSAGE'] });
  const slow = await add(app, 'slow', `${hanging.url}/slow`, { events: ['MESSAGE'] });
  for (const text of ['one', 'two', 'three']) await say(app, text);
  await until('the one that listens has them', () => second.requests.length === 3);
  expect(textsAt(second)).toEqual(['one', 'two', 'three']);
  expect(hanging.requests).toHaveLength(1);
  expect(first.requests).toHaveLength(0);
  for (const request of second.requests) {
    const headers = Object.fromEntries(
      request.headers.map(([name, value]) => [name.toLowerCase(), value]),
    );
    new Webhook(orders.secret).verify(request.body, headers);
    new SvixWebhook(orders.secret).verify(request.body, headers);
    for (const Library of [Webhook, SvixWebhook])
      expect(() => new Library(slow.secret).verify(request.body, headers)).toThrow();
  }
  const { body } = await app.call('GET', `/delivery/search?instance=shop&endpoint=${orders.id}`);
  const { deliveries } = body;
  expect(deliveries).toHaveLength(3);
  for (const delivery of deliveries)
    expect(delivery).toMatchObject({ destination: 'webhook', endpoint: orders.id });
  const all = await app.call('GET', '/delivery/search?instance=shop&destination=webhook');
  expect(all.body.deliveries).toHaveLength(6);
});

test('an endpoint that is deleted in the middle of a delivery gets nothing after the answer', async () => {
  const app = opened(await startApp());
  await app.openInstance('shop');
  const hanging = await receiving(hang);
  const { id } = await add(app, 'slow', hanging.url, { events: ['MESSAGE'] });
  await say(app, 'one');
  await say(app, 'two');
  await until('one is under way', () => hanging.requests.length === 1);
  const deleted = await app.call('DELETE', `/webhook/endpoints/shop/${id}`);
  expect([deleted.status, deleted.body]).toEqual([200, { id }]);
  await say(app, 'three');
  await until('both are discarded', async () => {
    const { body } = await app.call('GET', '/delivery/find/shop?state=discarded');
    return body.deliveries.length === 2;
  });
  const { body } = await app.call('GET', '/delivery/find/shop');
  expect(body.deliveries.map(({ lastError }: { lastError: string }) => lastError)).toEqual([
    'endpoint deleted',
    'endpoint deleted',
  ]);
  expect(hanging.requests).toHaveLength(1);
});

test('one that answers 410 is off at once, the others are told, and what it missed comes in order when it is enabled', async () => {
  const before = await startApp();
  const { dataDir } = before;
  await before.openInstance('shop');
  const [first, gone] = [await receiving(), await receiving(respond(410))];
  const news = ['EndpointFailing', 'EndpointDisabled', 'EndpointRecovered'];
  await before.call('POST', '/webhook/set/shop', { enabled: true, url: first.url, events: news });
  const { id } = await add(before, 'orders', `${gone.url}/?token=secret`, {
    events: ['MESSAGE', ...news],
    retry: { attempts: 2, delaysMs: [1_000] },
  });
  await say(before, 'one');
  await until('the other is told', () => first.requests.length === 1);
  expect(eventIn(first.requests[0]!)).toMatchObject({
    event: 'EndpointDisabled',
    data: {
      id,
      name: 'orders',
      url: `${gone.url}/?token=********`,
      failures: 1,
      reason: expect.stringContaining('http_status: 410'),
    },
  });
  expect(await healthOf(before, id)).toMatchObject({ state: 'disabled', failures: 1 });
  for (const text of ['two', 'three']) await say(before, text);
  await before.stop();

  const after = opened(await startApp({ dataDir }));
  await after.call('GET', '/instance/connect/shop');
  expect(await healthOf(after, id)).toMatchObject({ state: 'disabled' });
  await say(after, 'four');
  const waiting = await after.call('GET', `/delivery/search?instance=shop&endpoint=${id}`);
  expect(waiting.body.deliveries.map(({ state }: { state: string }) => state)).toEqual(
    Array(4).fill('waiting'),
  );
  expect(gone.requests).toHaveLength(1);
  await after.call('PATCH', `/webhook/endpoints/shop/${id}`, { enabled: true });
  await until('it has them all', () => textsAt(gone).length === 5);
  expect(textsAt(gone).filter((text) => text !== 'one')).toEqual(['two', 'three', 'four']);
  await until('the other is told again', () => first.requests.length === 2);
  expect(eventIn(first.requests[1]!)).toMatchObject({
    event: 'EndpointRecovered',
    data: { id, name: 'orders' },
  });
  expect(gone.requests.map(eventIn).every(({ event }) => event === 'Message')).toBe(true);
  expect(await healthOf(after, id)).toMatchObject({ state: 'healthy', failures: 0 });
});

test('an account’s webhook that answers 410 is off, and the other webhooks of the account are told', async () => {
  const app = opened(await startApp());
  const [first, gone] = [await receiving(), await receiving(respond(410))];
  const create = async (body: object) =>
    (await app.call('POST', '/api/v1/webhooks', body)).body.data;
  const retry = { attempts: 3, delays_ms: [1_000] };
  const made = await create({ name: 'gone', url: gone.url, retry, ordering: 'none' });
  expect(made).toMatchObject({ retry, ordering: 'none', auto_disable: true, description: '' });
  await create({
    name: 'news',
    url: first.url,
    events: ['webhook.failing', 'webhook.disabled', 'webhook.recovered'],
  });
  const pipeline = { pipeline: { name: 'Sales' } };
  const { body } = await app.call('POST', '/api/v1/pipelines', pipeline);
  const stage = (name: string) =>
    app.call('POST', `/api/v1/pipelines/${body.data.id}/pipeline_stages`, {
      pipeline_stage: { name },
    });
  await stage('New');
  await until('the other is told', () => first.requests.length === 1);
  expect(eventIn(first.requests[0]!)).toMatchObject({
    event: 'webhook.disabled',
    data: { current: { id: made.id, name: 'gone', health: { state: 'disabled', failures: 1 } } },
  });
  const health = async () =>
    (await app.call('GET', `/api/v1/webhooks/${made.id}/health`)).body.data;
  expect(await health()).toMatchObject({
    state: 'disabled',
    reason: expect.stringContaining('410'),
  });
  await stage('Won');
  const sent = gone.requests.length;
  await app.call('PATCH', `/api/v1/webhooks/${made.id}`, { enabled: true });
  await until('it has what waited', () => gone.requests.length >= sent + 2);
  await until('the other is told again', () => first.requests.length === 2);
  expect(eventIn(first.requests[1]!).event).toBe('webhook.recovered');
  expect(await health()).toMatchObject({ state: 'healthy' });
});
