/** The pages below a path of a host that has other services too, in a real browser through a proxy. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { type PathProxy, startPathProxy } from '../doubles/path-proxy.ts';
import { GLOBAL_KEY, type RunningApp, startApp } from '../helpers/app.ts';
import { type Browser, type Page, startBrowser } from '../helpers/browser.ts';
import { isBrowserMissing } from '../helpers/chromium.ts';
import { liveClient } from '../helpers/live-client.ts';
import { until } from '../helpers/until.ts';

/** Drawing a group of operations takes a second of CPU, and more while other tests run. */
const DRAWN_MS = 30_000;

let browser: Browser;
beforeAll(async () => {
  if (!isBrowserMissing) browser = await startBrowser();
});
afterAll(() => browser?.close());

describe.skipIf(isBrowserMissing).each([
  ['a proxy that takes the path off', { isPassedOn: false, isConfigured: true }],
  ['a proxy that passes the path on', { isPassedOn: true, isConfigured: true }],
  ['a proxy of which PUBLIC_URL says nothing', { isPassedOn: false, isConfigured: false }],
])('behind %s', (_, { isPassedOn, isConfigured }) => {
  let proxy: PathProxy;
  let app: RunningApp;
  beforeAll(async () => {
    proxy = startPathProxy({ path: '/evolution', isPassedOn });
    app = await startApp({ env: isConfigured ? { PUBLIC_URL: proxy.url } : {} });
    proxy.target = app.url;
    await app.openInstance('shop');
  });
  afterAll(async () => {
    await browser.closePages();
    await app.stop();
    await proxy.stop();
  });

  const open = async (path: string) => {
    const page = await browser.page();
    await page.open(proxy.url + path);
    return page;
  };
  /** Nothing was asked for beside the path, and nothing failed. A browser complains of a page that is a 404. */
  const expectWhole = ({ requests, complaints }: Page) => {
    expect(requests.filter((url) => !url.startsWith(`${proxy.url}/`))).toEqual([]);
    expect(complaints.filter((one) => !one.includes('status of 404'))).toEqual([]);
  };

  test.each([
    '/',
    '/docs/start',
    '/docs/en/events',
    '/docs/start/',
    '/swagger',
    '/manager',
    '/manager/',
    '/nothing/at/all',
  ])('%s is whole, and every link on it leads below the path', async (path) => {
    const page = await open(path);
    const links = await page.evaluate<string[]>(
      "[...document.querySelectorAll('a[href]')].map(({ href }) => href)",
    );
    expect(links.length).toBeGreaterThan(5);
    const here = links.filter((link) => link.startsWith('http://127.0.0.1'));
    expect(here.filter((link) => !link.startsWith(`${proxy.url}/`))).toEqual([]);
    const columns = "getComputedStyle(document.querySelector('.header > div')).display";
    expect(await page.evaluate<string>(columns)).toBe('flex');
    expectWhole(page);
  });

  test('the docs begin with their first page, name the service as the browser reaches it, and are searched', async () => {
    const answer = await fetch(`${proxy.url}/docs`);
    expect([answer.status, answer.url]).toEqual([200, `${proxy.url}/docs/start`]);
    const page = await open('/docs/start');
    await page.shows(`GATE=${proxy.url}\n`);
    await page.press('Search /');
    await page.write('Search docs and API', 'sendText');
    await until('something is found', () =>
      page.evaluate<boolean>("document.querySelector('.results a') !== null"),
    );
    const found = await page.evaluate<string>("document.querySelector('.results a').href");
    expect(found).toStartWith(`${proxy.url}/`);
    expectWhole(page);
  });

  test('the manager takes the key and shows the instances', async () => {
    const page = await open('/manager');
    await page.fill('apikey', GLOBAL_KEY);
    await page.press('Sign in');
    await page.shows('shop');
    await page.shows('New instance');
    expectWhole(page);
  });

  test('an operation is tried out where the page came from', async () => {
    const page = await open('/swagger#/Instances/getInstanceFetchInstances');
    const operation = '[id="operations-Instances-getInstanceFetchInstances"]';
    for (const button of ['.try-out__btn', '.execute'])
      await until(
        `${button} is pressed`,
        () =>
          page.evaluate<boolean>(
            `(() => { const it = document.querySelector('${operation} ${button}'); it?.click(); return Boolean(it); })()`,
          ),
        DRAWN_MS,
      );
    const asked = `${proxy.url}/instance/fetchInstances`;
    await until('the operation is called', () => page.requests.some((url) => url === asked));
  }, 60_000);

  test.skipIf(!isConfigured)('the link for a customer opens', async () => {
    const { body } = await app.call('POST', '/portal/shop', {});
    expect(body.url).toStartWith(`${proxy.url}/manager/portal`);
    const page = await browser.page();
    await page.open(body.url.split('#')[0]);
    await page.evaluate(`void (location.hash = '${body.url.split('#')[1]}')`);
    await page.shows('shop');
    expectWhole(page);
  });

  test.skipIf(!isPassedOn)('the front door is whole without a slash at the end', async () => {
    const page = await open('');
    await page.shows('Gatehouse is running');
    const link = "[...document.querySelectorAll('a')].find(({ text }) => text === 'Manager').href";
    expect(await page.evaluate<string>(link)).toBe(`${proxy.url}/manager`);
    expect(page.complaints).toEqual([]);
  });

  test.skipIf(!isPassedOn)('events come by WebSocket', async () => {
    const live = liveClient(`${app.url.replace('http', 'ws')}/evolution/ws`, {
      headers: { apikey: GLOBAL_KEY },
    });
    await live.opened;
    live.close();
  });
});
