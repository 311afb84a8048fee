/** A receiver gets only the events that it asked for by their content. */
import { afterAll, expect, test } from 'bun:test';
import { startReceiver } from '../doubles/receiver.ts';
import { startApp } from '../helpers/app.ts';
import { until } from '../helpers/until.ts';

const running: { stop(): Promise<void> }[] = [];
afterAll(() => Promise.all(running.map((one) => one.stop())));

async function begin() {
  const receiver = await startReceiver();
  const app = await startApp();
  running.push(app, receiver);
  await app.openInstance('shop');
  const say = (from: string, text: string) =>
    app.call('POST', '/sandbox/shop/message', { kind: 'text', from, text });
  const texts = () =>
    receiver.requests.map(({ body }) => {
      const { data } = JSON.parse(body);
      return data.Message?.conversation ?? data.message?.conversation;
    });
  return { app, receiver, say, texts };
}

test('an endpoint of an instance gets what fits its filter, from the moment that it is changed', async () => {
  const { app, receiver, say, texts } = await begin();
  const { body } = await app.call('POST', '/webhook/endpoints/shop', {
    name: 'orders',
    url: `${receiver.url}/orders`,
    events: ['MESSAGE'],
    filter: { 'data.Message.conversation': { $contains: 'order' } },
  });
  await say('5511888880000', 'hello');
  await say('5511888880000', 'my order please');
  await until('the order came', () => receiver.requests.length === 1);
  const path = `/webhook/endpoints/shop/${body.id}`;
  await app.call('PATCH', path, {
    format: 'evolution-api',
    filter: { 'data.key.remoteJid': { $startsWith: '5521' } },
  });
  await say('5511888880000', 'another order');
  await say('5521888880000', 'from Rio');
  await until('the one from Rio came', () => receiver.requests.length === 2);
  await app.call('PATCH', path, { filter: null });
  await say('5511888880000', 'goodbye');
  await until('everything comes again', () => receiver.requests.length === 3);
  expect(texts()).toEqual(['my order please', 'from Rio', 'goodbye']);
  const { deliveries } = (await app.call('GET', `/delivery/search?endpoint=${body.id}`)).body;
  expect(deliveries).toHaveLength(3);
});

test('a webhook of an account gets the changes that fit its filter', async () => {
  const receiver = await startReceiver();
  const app = await startApp();
  running.push(app, receiver);
  const url = `${receiver.url}/crm`;
  const filter = { data: { previous: { name: { $startsWith: 'mail' } } } };
  const made = await app.call('POST', '/api/v1/webhooks', { name: 'app', url, filter });
  expect(made.body.data.filter).toEqual(filter);
  const remove = async (name: string) => {
    const server = { name, config_type: 'sse' };
    const { body } = await app.call('POST', '/api/v1/mcp-servers', server);
    await app.call('DELETE', `/api/v1/mcp-servers/${body.data.id}`);
  };
  await remove('files');
  await remove('mail one');
  await until('the one that fits came', () => receiver.requests.length === 1);
  const path = `/api/v1/webhooks/${made.body.data.id}`;
  const refused = await app.call('PATCH', path, { filter: { data: { $exist: true } } });
  expect([refused.status, refused.body.error.details]).toEqual([
    422,
    { 'filter.data.$exist': ['is not an operator: did you mean $exists?'] },
  ]);
  await app.call('PATCH', path, { filter: null });
  await remove('files again');
  await until('everything comes again', () => receiver.requests.length === 2);
  const names = receiver.requests.map(({ body }) => JSON.parse(body).data.previous.name);
  expect(names).toEqual(['mail one', 'files again']);
});
