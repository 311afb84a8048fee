/** Trials of filters and transforms on a customer's page: on samples, or on what was sent to the customer. */
import { beforeAll, expect, test } from 'bun:test';
import { startReceiver } from '../../../doubles/receiver.ts';
import { openCustomerPage } from '../../../helpers/portal.ts';
import { shared, sharedApp } from '../../../helpers/shared.ts';
import { until } from '../../../helpers/until.ts';

let page: string;
/** The id of an endpoint of the customer, which gets messages. */
let mine: string;
const receiver = shared(startReceiver);
const app = sharedApp({ instances: ['shop'] });
beforeAll(async () => {
  ({ credential: page } = await openCustomerPage(app, 'shop'));
  await say('before there was an endpoint');
  const made = await ask(PATH, { name: 'mine', url: `${receiver.url}/mine`, events: ['MESSAGE'] });
  mine = made.body.id;
  await say('sent to the customer');
  await until('it was delivered', () => receiver.requests.length === 1);
});

const PATH = '/webhook/endpoints/shop';
const ask = (path: string, body: object) => app.call('POST', path, body, page);
const say = (text: string) =>
  app.call('POST', '/sandbox/shop/message', { kind: 'text', from: '5511988887777', text });
const tryFilter = (asked: object, apikey = page) =>
  app.call('POST', `${PATH}/filter/test`, { filter: null, limit: 100, ...asked }, apikey);
const tryTransform = (asked: object, apikey = page) =>
  app.call('POST', `${PATH}/transform/test`, { transform: null, ...asked }, apikey);
const kept = async () =>
  (await app.call('POST', `${PATH}/filter/test`, { filter: null, limit: 100 })).body.events;

test('a filter is tried on what was sent to the customer, and on nothing else that is kept', async () => {
  const all = await kept();
  const { body } = await tryFilter({});
  expect(body.lookedAt).toBe(1);
  expect(all.length).toBeGreaterThan(1);
  expect((await tryFilter({ endpoint: mine })).body.matched).toBe(1);
  const says = (text: string) => ({ 'data.Message.conversation': { $contains: text } });
  expect((await tryFilter({ filter: says('before') })).body.matched).toBe(0);
  expect((await tryFilter({ filter: says('customer') })).body.matched).toBe(1);
  const [found] = body.events;
  expect((await tryFilter({ before: found.sequence })).body.lookedAt).toBe(0);
});

test('a transform is tried on an event that was sent to the customer, otherwise on a sample', async () => {
  const all = await kept();
  const [sent] = (await tryFilter({})).body.events;
  for (const { id } of all)
    expect((await tryTransform({ eventId: id })).status).toBe(id === sent.id ? 200 : 404);
  const byId = await tryTransform({ eventId: sent.id });
  expect(byId.body.body).toContain('sent to the customer');
  const newest = await tryTransform({});
  expect([newest.body.sequence, newest.body.event]).toEqual([sent.sequence, 'Message']);
  const sampled = await tryTransform({ event: 'PairSuccess' });
  expect([sampled.status, sampled.body.sequence]).toEqual([200, null]);
});

test('of codes that pair the instance a page gets samples alone, also when they were sent to the customer', async () => {
  const { body: made } = await ask(PATH, {
    name: 'codes',
    url: `${receiver.url}/codes`,
    events: ['QRCODE'],
  });
  await app.call('DELETE', '/instance/logout/shop');
  await app.call('GET', '/instance/connect/shop');
  await until('a code was delivered', () =>
    receiver.requests.some(({ path }) => path === '/codes'),
  );
  const request = receiver.requests.find(({ path }) => path === '/codes');
  const { code } = JSON.parse(request?.body ?? '').data;
  expect(code).toBeString();
  const events = (await kept()).filter(({ event }: { event: string }) => event === 'QRCode');
  expect(events.length).toBeGreaterThan(0);
  for (const { id } of events) expect((await tryTransform({ eventId: id })).status).toBe(404);
  const answers = [
    await tryTransform({ event: 'QRCode' }),
    await tryTransform({ endpoint: made.id }),
    await tryFilter({ endpoint: made.id }),
  ];
  const found = await app.call('GET', '/delivery/search?event=QRCode', undefined, page);
  for (const { id } of found.body.deliveries)
    answers.push(await app.call('GET', `/delivery/request/${id}`, undefined, page));
  for (const { body } of answers) expect(JSON.stringify(body)).not.toContain(code);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  expect(answers[2]?.body.matched).toBe(0);
  expect(answers.at(-1)?.body).toMatchObject({
    body: null,
    reason: "a customer's page shows no codes that pair the instance",
  });
});

test('with `recovery` alone a page sends an endpoint no events that the endpoint does not get', async () => {
  const modest = (await openCustomerPage(app, 'shop', { scopes: ['recovery'] })).credential;
  const since = new Date(Date.now() - 60_000).toISOString();
  const recover = (types: string[], apikey: string) =>
    app.call('POST', `${PATH}/${mine}/recover`, { since, types }, apikey);
  const refused = await recover(['QRCODE', 'CONNECTION'], modest);
  expect([refused.status, refused.body.error.message]).toEqual([
    400,
    'types must have an event that the endpoint gets',
  ]);
  const begun = await recover(['ALL'], modest);
  expect([begun.status, begun.body.types]).toEqual([202, ['Message']]);
});
