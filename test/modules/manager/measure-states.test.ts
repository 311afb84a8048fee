/**
 * Measures what the manager shows only in some states: before a key is entered and before there is an instance, while one
 * is paired or its token has died, while a channel or a node is down, and to a customer whose endpoint is open.
 */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { type GraphDouble, startGraph } from '../../doubles/graph/server.ts';
import { respond } from '../../doubles/receiver.ts';
import { GLOBAL_KEY } from '../../helpers/app.ts';
import { inChromium, startInBrowser } from '../../helpers/in-browser.ts';
import { follow } from '../../helpers/manager-page.ts';
import { findingsAt, LANGUAGES, showIn, WIDTHS, WORDY_NAME } from '../../helpers/measured-page.ts';
import { customerLink } from '../../helpers/portal.ts';

let graph: GraphDouble;
const { app, browser, receiver, page } = startInBrowser({
  options: async () => {
    graph = await startGraph();
    return {
      env: {
        META_GRAPH_URL: graph.url,
        META_APP_SECRET: 's',
        AMQP_URL: 'amqp://127.0.0.1:1',
        WEBHOOK_MAX_ATTEMPTS: '1',
      },
    };
  },
  entered: null,
});
afterAll(() => graph?.stop());

/** Opens a view as on a phone and measures it in every language. `before` runs in the page ahead of its next request. */
async function findings(route: string, part: string, before = ''): Promise<string[]> {
  const found: string[] = [];
  await page.resize(WIDTHS[0] ?? 0, 850);
  await page.open(`${app.url}/manager${route}`);
  for (const language of LANGUAGES) {
    await showIn(page, language);
    await page.evaluate(before);
    found.push(...(await findingsAt(page, WIDTHS, part)).map((one) => `${language[0]}, ${one}`));
  }
  return found;
}

/** Runs in the page: nodes are as in a cluster that is in trouble, for which one process is not enough. */
const TROUBLED_NODES = `if (globalThis.ownFetch === undefined) {
  globalThis.ownFetch = fetch;
  const node = {
    id: 'a',
    name: 'gatehouse-2.gatehouse-headless.production.svc.cluster.local',
    isThis: true,
    version: '0.1.0',
    streams: 12345,
    leaseSeconds: 9,
    startedAt: new Date(0).toISOString(),
    takenOver: 123,
    fencedWrites: 45,
    draining: true,
    unreachableFrom: ['gatehouse-0', 'gatehouse-1.gatehouse-headless.production.svc.cluster.local'],
    url: 'http://gatehouse-2.gatehouse-headless.production.svc.cluster.local:8080',
  };
  const lapsed = { ...node, id: 'b', name: 'gatehouse-1', isThis: false, leaseSeconds: 0, draining: false };
  globalThis.fetch = async (url, options) =>
    new URL(url, location.href).pathname === '/nodes'
      ? new Response(JSON.stringify({ nodes: [node, lapsed] }), { headers: { 'content-type': 'application/json' } })
      : ownFetch(url, options);
}`;

inChromium(() => {
  test.each(['', '#crm'])(
    'the form for key and token at /manager%s breaks nothing',
    async (route) => {
      expect(await findings(route, '.gate form')).toEqual([]);
    },
  );

  test('nor does its refusal, nor the first steps of a person without an instance', async () => {
    const enter = async (key: string) => {
      await page.open(`${app.url}/manager`);
      await page.has('.gate form');
      await page.evaluate(`{
        const field = document.querySelector('[name=apikey]');
        field.value = ${JSON.stringify(key)};
        field.form.requestSubmit();
      }`);
    };
    await enter('a-key-that-opens-nothing');
    expect(await findingsAt(page, WIDTHS, '.gate [data-kind=failed]')).toEqual([]);
    await enter(GLOBAL_KEY);
    expect(await findings('#/', '.steps .step form')).toEqual([]);
  });

  describe('with instances', () => {
    beforeAll(fillInstances);

    test.each([
      ['#/pairing/connection', 'img.qr'],
      ['#/pairing/start', 'img.qr'],
      ['#/typing/connection', 'code.pairing'],
      ['#/number/connection', '.columns form'],
      ['#/number', '.panel form'],
      ['#/shop/connection', '.facts'],
      ['#/shop/start', '.step'],
      ['#/', '.rows .badge'],
      ['#service', '.rows .badge'],
      ['#/shop/endpoints', '.dense tbody tr'],
    ])('%s breaks nothing', async (route, part) => {
      expect(await findings(route, `#main ${part}`)).toEqual([]);
    });

    test('nodes that drain, that have lapsed and that cannot be reached break nothing', async () => {
      for (const route of ['#/', '#service'])
        expect(
          await findings(route, '#main .rows [data-kind=failed]:nth-of-type(5)', TROUBLED_NODES),
        ).toEqual([]);
    });

    test('an endpoint with the longest name breaks nothing on the page of its customer', async () => {
      const customer = await browser.page();
      const found: string[] = [];
      for (const [language] of LANGUAGES) {
        await follow(customer, await customerLink(app, 'shop', { language }));
        await customer.has('.portal .tabs');
        for (const [panel, part] of [
          ['', '.chart'],
          ['/deliveries', '.dense tbody tr'],
          ['/settings', 'form'],
          ['/replay', 'form'],
        ]) {
          await customer.resize(WIDTHS[0] ?? 0, 850);
          await customer.evaluate(`location.hash = '#/shop/endpoints/${endpoint}${panel}'`);
          const wrong = await findingsAt(customer, WIDTHS, `#main ${part}`);
          found.push(...wrong.map((one) => `${language}, ${panel}, ${one}`));
        }
      }
      expect(found).toEqual([]);
    });
  });
});

/** The id of an endpoint that belongs to a customer. */
let endpoint: string;

async function fillInstances(): Promise<void> {
  for (const name of ['pairing', 'typing'])
    await app.call('POST', '/instance/create', { instanceName: name, provider: 'sandbox' });
  await app.call('GET', '/instance/connect/pairing');
  await app.call('GET', '/instance/connect/typing?number=5511999990000');
  const { businessAccountId, phoneNumberId, accessToken } = graph.world.addAccount();
  await app.call('POST', '/instance/create', {
    instanceName: 'number',
    provider: 'whatsapp-cloud',
    phoneNumberId,
    businessAccountId,
    accessToken,
  });
  graph.world.tokens.delete(accessToken);
  await app.call('POST', '/instance/restart/number');
  await app.call('POST', '/instance/create', { instanceName: 'shop', provider: 'sandbox' });
  await app.call('GET', '/instance/connect/shop');
  await app.call('POST', '/sandbox/shop/scan', { pushName: WORDY_NAME });
  await app.call('POST', '/webhook/set/shop', { enabled: true, url: `${receiver.url}/shop` });
  receiver.script(respond(502, { body: '<html>Bad gateway</html>' }));
  const { body } = await app.call('POST', '/webhook/endpoints/shop', {
    name: WORDY_NAME,
    url: `${receiver.url}/orders/of/the/shop/in/the/high-street`,
    events: ['MESSAGE'],
    owner: 'customer',
  });
  endpoint = body.id;
  for (const text of ['Is it open?', 'It is']) {
    const message = { kind: 'text', from: '5511988887777', pushName: WORDY_NAME, text };
    await app.call('POST', '/sandbox/shop/message', message);
  }
}
