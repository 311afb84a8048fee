/** The URL of a webhook may hold a token: only whoever may change the webhook sees it. */
import { beforeAll, describe, expect, test } from 'bun:test';
import { startReceiver } from '../../../doubles/receiver.ts';
import type { Answer } from '../../../helpers/app.ts';
import { openCustomerPage } from '../../../helpers/portal.ts';
import { shared, sharedApp } from '../../../helpers/shared.ts';
import { until } from '../../../helpers/until.ts';

const TOKEN = 'T0P-SECRET';
const PATH = '/webhook/endpoints/shop';

/** The keys and the page that may not change webhooks, by what they are. */
let readers: Record<string, string>;
let key: string;
let page: string;
/** The ids of an endpoint of the operator and of one of the customer. */
let ids: { operator: string; customer: string };
/** A delivery whose body has the URL. */
let deliveryId: string;
const receiver = shared(startReceiver);
const app = sharedApp({ env: { EVOLUTION_MODE: 'true' } });
beforeAll(async () => {
  key = await app.openInstance('shop');
  const rotated = await app.call('POST', '/instance/key/rotate/shop', {
    scopes: ['read', 'connect'],
    graceSeconds: 3600,
  });
  page = (await openCustomerPage(app, 'shop')).credential;
  const modest = await openCustomerPage(app, 'shop', { scopes: ['deliveries:read', 'recovery'] });
  readers = { 'a key': rotated.body.key ?? rotated.body.apikey, 'a page': modest.credential };
  const url = `${receiver.url}/hook?token=${TOKEN}`;
  await app.call('POST', '/webhook/set/shop', { enabled: true, url, events: ['MESSAGE'] }, key);
  const made = await Promise.all([
    app.call('POST', PATH, { name: 'theirs', url: `${url}-1`, events: ['MESSAGE'] }, key),
    app.call('POST', PATH, { name: 'mine', url: `${url}-2`, events: ['MESSAGE'] }, page),
  ]);
  ids = { operator: made[0].body.id, customer: made[1].body.id };
  const from = '5511988887777';
  await app.call('POST', '/sandbox/shop/message', { kind: 'text', from, text: 'hi' });
  await until('all were delivered', () => receiver.requests.length === 3);
  const found = await app.call('GET', `/delivery/search?endpoint=${ids.customer}`);
  deliveryId = found.body.deliveries[0].id;
});

const textOf = ({ body }: Answer) => JSON.stringify(body);

describe.each(['a key', 'a page'])('%s that may not change webhooks', (who) => {
  test('sees no token of a URL in any answer', async () => {
    const apikey = readers[who] ?? '';
    const ask = (method: string, path: string, body?: object) =>
      app.call(method, path, body, apikey);
    const { endpoint, ...trial } = { endpoint: ids.customer, filter: null };
    const byDestination = (text: string) => ({ destination: { $contains: text } });
    const answers = await Promise.all([
      ask('GET', PATH),
      ask('GET', `${PATH}/${ids.customer}`),
      ask('GET', `/delivery/${deliveryId}`),
      ask('GET', `/delivery/request/${deliveryId}`),
      ask('GET', '/delivery/search'),
      ask('POST', `${PATH}/transform/test`, { transform: null, endpoint }),
      ask('POST', `${PATH}/filter/test`, { ...trial, endpoint }),
      ...(who === 'a page'
        ? []
        : [
            ask('GET', '/webhook/find/shop'),
            ask('GET', '/instance/fetchInstances?instanceName=shop'),
            ask('POST', '/instance/connect', { immediate: true }),
          ]),
    ]);
    for (const answer of answers) {
      expect(answer.status).toBeLessThan(300);
      expect(textOf(answer)).not.toContain(TOKEN);
    }
    expect(textOf(await ask('GET', PATH))).toContain('/hook?token=********');
    const shown = await ask('GET', `/delivery/request/${deliveryId}`);
    expect(JSON.parse(shown.body.body).destination).toBe(`${receiver.url}/hook?token=********`);
    for (const text of [TOKEN, TOKEN.slice(0, 2)]) {
      const guess = { endpoint, filter: byDestination(text) };
      expect((await ask('POST', `${PATH}/filter/test`, guess)).body.matched).toBe(0);
    }
  });
});

test('whoever may change a webhook sees its URL whole', async () => {
  for (const apikey of [undefined, key]) {
    const { body } = await app.call('GET', `${PATH}/${ids.operator}`, undefined, apikey);
    expect(body.url).toContain(TOKEN);
    const found = await app.call('GET', '/webhook/find/shop', undefined, apikey);
    expect(found.body.url).toContain(TOKEN);
  }
  const own = await app.call('GET', `${PATH}/${ids.customer}`, undefined, page);
  expect(own.body.url).toContain(TOKEN);
});

test('a masked URL that is sent back is taken as unchanged, whichever way a webhook is changed', async () => {
  const masked = `${receiver.url}/hook?token=********`;
  const answers = await Promise.all([
    app.call('PATCH', `${PATH}/${ids.operator}`, { url: masked, description: 'a' }, key),
    app.call('PATCH', `${PATH}/${ids.customer}`, { url: masked, description: 'b' }, page),
    app.call('POST', '/webhook/set/shop', { enabled: true, url: masked }, key),
    app.call('POST', '/instance/connect', { webhookUrl: masked, immediate: true }, key),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  const { endpoints } = (await app.call('GET', PATH)).body;
  const urls = endpoints.flatMap(({ url }: { url: string | null }) => url ?? []);
  expect(urls.toSorted()).toEqual(
    ['', '-1', '-2'].map((end) => `${receiver.url}/hook?token=${TOKEN}${end}`),
  );
});

test('400 for a masked URL that stands for nothing: the token never goes elsewhere', async () => {
  const elsewhere = `${receiver.url}/other?token=********`;
  const problem = 'must be given whole: ******** keeps the stored URL while nothing else changes';
  const answers = await Promise.all([
    app.call('PATCH', `${PATH}/${ids.operator}`, { url: elsewhere }, key),
    app.call('POST', PATH, { name: 'new', url: elsewhere }, key),
    app.call('POST', '/webhook/set/shop', { enabled: true, url: elsewhere }, key),
    app.call('POST', '/instance/connect', { webhookUrl: elsewhere, immediate: true }, key),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([400, 400, 400, 400]);
  const mask = '********';
  const unset = await app.openInstance('unset');
  answers.push(
    await app.call('POST', PATH, { name: 'new', url: mask }, key),
    await app.call('POST', '/webhook/set/unset', { enabled: true, url: mask }, unset),
  );
  for (const answer of answers) expect(textOf(answer)).toContain(problem);
});
