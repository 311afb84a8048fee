/** The page of a customer in a real browser: opened by a link, in a frame of an origin that may show it. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { respond } from '../../doubles/receiver.ts';
import { type RunningApp, startApp } from '../../helpers/app.ts';
import { axeFindings } from '../../helpers/axe.ts';
import { inChromium, startInBrowser } from '../../helpers/in-browser.ts';
import { follow, LOOK_AGAIN, openManager } from '../../helpers/manager-page.ts';
import { codeIn, customerLink, exchange } from '../../helpers/portal.ts';
import { until } from '../../helpers/until.ts';

describe('the page as it is answered', () => {
  let app: RunningApp;
  beforeAll(async () => {
    const env = { PORTAL_FRAME_ANCESTORS: 'https://shop.example.com,http://localhost:3000' };
    app = await startApp({ env });
  });
  afterAll(() => app.stop());

  test('only it may be shown in a frame, and only by the origins that are named', async () => {
    const policyOf = async (path: string) =>
      (await fetch(app.url + path, { headers: { accept: 'text/html' } })).headers.get(
        'content-security-policy',
      ) ?? '';
    expect(await policyOf('/manager/portal')).toContain(
      'frame-ancestors https://shop.example.com http://localhost:3000;',
    );
    for (const path of ['/manager', '/manager/portal.js', '/', '/docs', '/swagger'])
      expect([path, await policyOf(path)]).toEqual([
        path,
        expect.stringContaining("frame-ancestors 'none'"),
      ]);
    const bare = await startApp();
    const { headers } = await fetch(`${bare.url}/manager/portal`);
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    await bare.stop();
  });

  test('its language and its colours are those of the link, which no cookie keeps', async () => {
    const answer = await fetch(`${app.url}/manager/portal?theme=dark&language=pt-BR`);
    expect(await answer.text()).toContain('<html lang="pt-BR" data-theme="dark">');
    expect(answer.headers.get('set-cookie')).toBeNull();
    expect(answer.headers.get('referrer-policy')).toBe('no-referrer');
    const plain = await (await fetch(`${app.url}/manager/portal?theme="><script>`)).text();
    expect(plain).toContain('<html lang="en">');
  });

  test('nothing of it leads to the other pages', async () => {
    const text = await (await fetch(`${app.url}/manager/portal`)).text();
    expect(text).not.toMatch(/<a |<header|<footer/);
  });
});

inChromium(() => {
  /** Pages around ours, of an origin that may show it and of one that may not. */
  let shop: Bun.Server<undefined>;
  let stranger: Bun.Server<undefined>;
  /** The address that the frame of that page shows. */
  let framed = '';
  const around = () =>
    Bun.serve({
      port: 0,
      hostname: '127.0.0.1',
      fetch: () =>
        new Response(`<!doctype html><title>Shop</title><iframe src="${framed}"></iframe>`, {
          headers: { 'content-type': 'text/html' },
        }),
    });
  const { app, browser, receiver, page } = startInBrowser({
    options: async () => {
      [shop, stranger] = [around(), around()];
      const PORTAL_FRAME_ANCESTORS = `http://127.0.0.1:${shop.port}`;
      return { env: { WEBHOOK_MAX_ATTEMPTS: '1', PORTAL_FRAME_ANCESTORS } };
    },
    instances: ['shop'],
    entered: null,
  });
  afterAll(async () => {
    await shop?.stop(true);
    await stranger?.stop(true);
  });

  const link = (asked?: object) => customerLink(app, 'shop', asked);
  const shown = () => page.evaluate<string>('document.body.innerText');
  const open = (address: string, tab = page) => follow(tab, address);
  const shows = (text: string) => page.shows(text);
  /** Only then the focus is back where it was. */
  const dialogIsGone = () => page.lacks('dialog');
  const say = (text: string) =>
    app.call('POST', '/sandbox/shop/message', { kind: 'text', from: '5511988887777', text });

  test('a customer adds an endpoint, tries it, sees what failed, and sends it again', async () => {
    await open(await link());
    await shows('Webhooks of shop');
    expect(await page.evaluate('location.hash')).toBe('#/');
    await page.press('Add endpoint');
    await page.fill('Name', 'orders');
    await page.fill('URL', `${receiver.url}/orders`);
    await page.press('Create');
    await shows('orders added');
    await page.press('Done');
    await shows(`${receiver.url}/orders`);
    receiver.script(respond(500, { body: 'no room' }), respond(200));
    await say('one');
    await until('it was posted', () => receiver.requests.length === 1);
    await page.press('Deliveries');
    await shows('Message #');
    await shows('orders');
    await page.evaluate(
      `document.querySelector('table[aria-label="Deliveries"] tbody th a').click()`,
    );
    await shows('no room');
    expect(await shown()).not.toContain('Show event');
    await page.press('Redeliver');
    await until('it was posted again', () => receiver.requests.length === 2);
    expect(receiver.requests.map(({ path }) => path)).toEqual(['/orders', '/orders']);
  });

  test('what failed last and the chart come first, of the endpoints of the customer alone', async () => {
    const internal = { name: 'internal', url: 'http://127.0.0.1:1/internal', events: ['MESSAGE'] };
    const { body } = await app.call('POST', '/webhook/endpoints/shop', internal);
    receiver.script(respond(503, { body: 'closed' }));
    await say('two');
    const discarded = async () =>
      (await app.call('GET', '/delivery/search?instance=shop&state=discarded')).body.deliveries;
    await until('both have failed', async () => (await discarded()).length === 2);
    await open(await link());
    await shows('Last failures');
    const rows =
      "[...document.querySelectorAll('table[aria-label=\"Last failures\"] tbody tr')].map((one) => one.innerText.replace(/\\s+/g, ' '))";
    await until('one is listed', async () => (await page.evaluate<string[]>(rows)).length === 1);
    expect((await page.evaluate<string[]>(rows))[0]).toMatch(/^Message #\d+ orders .*503/);
    const titles = "[...document.querySelectorAll('#main h2')].map((one) => one.innerText)";
    expect((await page.evaluate<string[]>(titles)).slice(0, 3)).toEqual([
      'Last failures',
      'Figures',
      'Endpoints',
    ]);
    expect(await shown()).not.toContain('internal');
    // Messages are none of a customer's: no count of them is shown, as it would be a wrong one.
    await page.evaluate(`(() => {
      const endpoint = { destination: 'webhook', endpoint: 'a', delivered: 321, failedAttempts: 1, discarded: 0, filtered: 0, latency: null };
      const part = { messagesReceived: 0, messagesSent: 0, destinations: [endpoint] };
      const figures = { bucketMinutes: 30, ...part, buckets: [{ from: '2026-01-05T10:00:00.000Z', ...part }] };
      const asked = globalThis.fetch;
      globalThis.fetch = (url, ...rest) =>
        String(url).includes('/instance/figures/') ? Promise.resolve(Response.json(figures)) : asked(url, ...rest);
    })()`);
    await page.press('7 d');
    await shows('321');
    expect(await shown()).not.toContain('Messages received');
    expect(await axeFindings(page)).toEqual([]);
    await app.call('DELETE', `/webhook/endpoints/shop/${body.id}`);
  });

  test('it has no way to anything else, is clean for axe in both colours, and fits a phone', async () => {
    for (const theme of ['light', 'dark']) {
      for (const panel of ['endpoints', 'deliveries']) {
        await open(await link({ theme }));
        await shows('Webhooks of shop');
        await page.evaluate(`location.hash = '#/shop/${panel}'`);
        await shows(panel === 'endpoints' ? 'Endpoints' : 'any endpoint');
        expect([theme, panel, await axeFindings(page)]).toEqual([theme, panel, []]);
        const links = await page.evaluate<string[]>(
          `[...document.querySelectorAll('a')].map((a) => a.getAttribute('href'))`,
        );
        expect(links.filter((one) => !/^#\/shop\/(endpoints|deliveries)/.test(one))).toEqual([]);
      }
    }
  });

  test('an address that leads nowhere, or to another instance, says so and leads on', async () => {
    await open(await link());
    for (const address of ['#/shop/foo', '#/other/endpoints', '#/other']) {
      await page.evaluate(`location.hash = '${address}'`);
      await shows('Nothing is stored at this address.');
      expect(await shown()).not.toContain('Add endpoint');
      await page.evaluate("document.querySelector('#main .card.empty a').click()");
      await shows('Add endpoint');
      expect(await page.evaluate<string>('location.hash')).toBe('#/shop/endpoints');
    }
    await open(await link({ scopes: ['endpoints:write'] }));
    await shows('Add endpoint');
    await page.evaluate("location.hash = '#/shop/deliveries'");
    await shows('Nothing is stored at this address.');
  });

  test('a link opens once; whoever comes later is told so in the language of the link', async () => {
    const once = await link({ language: 'es' });
    expect((await exchange(app, codeIn(once))).status).toBe(200);
    const other = await browser.page(LOOK_AGAIN);
    await open(once, other);
    await other.shows('El enlace ya se usó');
    expect(await other.evaluate('document.querySelectorAll("button, input").length')).toBe(0);
  });

  test('what an endpoint has missed is sent once more, and the page says how far that has come', async () => {
    await open(await link());
    await page.press('orders');
    await page.press('Replay');
    await shows('Only events that it missed');
    expect(await axeFindings(page)).toEqual([]);
    const posted = receiver.requests.length;
    await page.fill('Since', '2020-01-01T00:00');
    await page.fill('Only events that it missed', false);
    await page.press('Start replay');
    await until('it was posted once more', () => receiver.requests.length > posted);
    const sent = new Map(receiver.requests.at(-1)?.headers);
    expect(sent.get('x-gatehouse-replay')).toMatch(/^[\da-f-]{36}$/);
    await page.shows('done');
    expect(await axeFindings(page)).toEqual([]);
  });

  test('the manager makes a link, shows it once, lists it and ends it', async () => {
    const manager = await openManager(browser, app);
    await manager.open(`${app.url}/manager#/shop/endpoints`);
    await manager.press('Create customer link');
    await manager.shows('Valid for');
    await manager.fill('Everything', false);
    await manager.fill('view deliveries', true);
    await manager.fill('Language', 'es');
    await manager.press('Create');
    await manager.shows('Link created');
    const made = await manager.evaluate<string>(
      `/\\S+\\/manager\\/portal\\S+/.exec(document.querySelector('dialog').innerText)[0]`,
    );
    await manager.press('Done');
    await manager.shows('not yet');
    const times = '[...document.querySelectorAll(\'table[aria-label="Customer pages"] time\')]';
    await manager.holds('the exact time is shown on hover', `${times}.every((one) => one.title)`);
    const links = () => app.call('GET', '/portal/shop');
    expect((await links()).body.links[0].scopes).toEqual(['endpoints:read', 'deliveries:read']);
    await open(made.replace('http://localhost', 'http://127.0.0.1'));
    await shows('Esta página está abierta hasta');
    expect(await shown()).not.toContain('Agregar');
    expect(await axeFindings(manager)).toEqual([]);
    const before = (await links()).body.links.length;
    await manager.evaluate(
      `[...document.querySelectorAll('table[aria-label="Customer pages"] button')].at(0).click()`,
    );
    await manager.press('Revoke');
    await manager.press('Revoke link');
    await until('it is ended', async () => (await links()).body.links.length === before - 1);
    await shows('Esta página está cerrada');
  });

  test('what it asks in a dialog is clean for axe, and keys alone get there', async () => {
    const complaints = page.complaints.length;
    await open(await link());
    await shows('Add endpoint');
    await page.focus('Add endpoint');
    await page.key('Enter');
    await page.press('More');
    await shows('Extra headers');
    expect(await axeFindings(page)).toEqual([]);
    await page.key('Escape');
    await dialogIsGone();
    await page.press('orders');
    await page.focus('Replace secret');
    await page.key('Enter');
    await shows('Replace the signing secret?');
    await page.press('Replace');
    await shows('orders has a new secret.');
    await shows('whsec_');
    await page.press('Done');
    expect(await shown()).not.toContain('Show secret');
    expect(page.complaints.slice(complaints)).toEqual([]);
  });

  test('where the browser lets the page keep nothing, its forms work without a draft', async () => {
    await open(await link());
    await shows('Add endpoint');
    const complaints = page.complaints.length;
    await page.evaluate(
      "void Object.defineProperty(window, 'sessionStorage', { get() { throw new DOMException('no', 'SecurityError'); } })",
    );
    await page.press('Add endpoint');
    await page.fill('Name', 'kept by nobody');
    await page.fill('URL', `${receiver.url}/nobody`);
    await page.press('Create');
    await shows('kept by nobody added');
    await page.press('Done');
    expect(page.complaints.slice(complaints)).toEqual([]);
  });

  test('without the right to what is kept, neither replays nor trying on kept events is offered', async () => {
    const buttons = () =>
      page.evaluate<string[]>(
        `[...document.querySelectorAll('button, .tabs a')].map((one) => one.innerText)`,
      );
    for (const [scopes, isOffered] of [
      [['endpoints:write'], false],
      [['endpoints:write', 'recovery'], true],
    ] as const) {
      await open(await link({ scopes }));
      await page.press('orders');
      await page.press('Edit');
      await page.press('Filter and transform');
      await shows('Transform');
      const there = await buttons();
      expect(['Replay', 'Test filter'].map((text) => there.includes(text))).toEqual([
        isOffered,
        isOffered,
      ]);
    }
  });

  const isOpened = async () => (await app.call('GET', '/portal/shop')).body.links[0].opened;

  test('a frame of an origin that is named opens it without any cookie', async () => {
    framed = await link();
    await page.open(`http://127.0.0.1:${shop.port}/`);
    await until('the frame has opened the link', isOpened);
    const asked = (path: string) => page.requests.some((address) => address.includes(path));
    await until('the frame shows the endpoints', () => asked('/webhook/endpoints/shop'));
    const cookies = await page.evaluate<string>('document.cookie');
    expect(cookies).toBe('');
  });

  test('a frame of any other origin stays empty, and the link stays good', async () => {
    framed = await link();
    const other = await browser.page(LOOK_AGAIN);
    await other.evaluate(`location.href = 'http://127.0.0.1:${stranger.port}/'`);
    await until('the browser refuses', () =>
      other.complaints.some((text) => text.includes('frame-ancestors')),
    );
    expect(await isOpened()).toBe(false);
    expect((await exchange(app, codeIn(framed))).status).toBe(200);
  });

  test('it can be reloaded, and is closed once its link is taken back', async () => {
    const opened = await link();
    await open(opened);
    await shows('Webhooks of shop');
    await open(opened);
    await shows('Webhooks of shop');
    for (const { id } of (await app.call('GET', '/portal/shop')).body.links)
      await app.call('DELETE', `/portal/shop/${id}`);
    await shows('This page is closed');
  });
});
