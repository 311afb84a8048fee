/** The manager's first view: a thousand instances at a glance, in a real browser. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { type RunningApp, startApp } from '../helpers/app.ts';
import { type Browser, type Page, startBrowser } from '../helpers/browser.ts';
import { isBrowserMissing } from '../helpers/chromium.ts';
import { openManager } from '../helpers/manager-page.ts';
import { until } from '../helpers/until.ts';

const COUNT = 1_000;
let browser: Browser;
let app: RunningApp;
let page: Page;
beforeAll(async () => {
  if (isBrowserMissing) return;
  [browser, app] = await Promise.all([
    startBrowser(),
    startApp({ env: { AMQP_URL: 'amqp://127.0.0.1:1' } }),
  ]);
  const create = (name: string) =>
    app.call('POST', '/instance/create', { instanceName: name, provider: 'sandbox' });
  const names = Array.from({ length: COUNT - 1 }, (_, index) => `shop ${index}`);
  for (let at = 0; at < names.length; at += 50)
    await Promise.all(names.slice(at, at + 50).map(create));
  await app.openInstance('west');
  page = await openManager(browser, app);
});
afterAll(async () => {
  await browser?.close();
  await app?.stop();
});

/** What the rows of the table say, the first ones. */
const rows = (count: number): Promise<string[]> =>
  page.evaluate(
    `[...document.querySelectorAll('.overview tbody tr')].slice(0, ${count}).map((row) => row.innerText)`,
  );
const rowCount = () =>
  page.evaluate<number>("document.querySelectorAll('.overview tbody tr').length");

describe.skipIf(isBrowserMissing)('in Chromium', () => {
  test('a thousand instances are shown a hundred at a time, and any of them is found by typing', async () => {
    await page.shows('900 more');
    expect(await rowCount()).toBe(100);
    await page.press('Show more');
    await page.shows('800 more');
    await page.fill('Search', '777');
    await until('one is found', async () => (await rowCount()) === 1);
    await page.press('shop 777');
    await page.shows('Sandbox: the phone');
    await page.press('← All instances');
    await page.fill('Search', 'nobody');
    await page.shows('None that is looked for.');
    await page.fill('Search', '');
    await page.fill('Show', 'open');
    await until('the open one is found', async () => (await rowCount()) === 1);
    await page.fill('Show', 'all');
    await until('all are there again', async () => (await rowCount()) === 100);
  });

  test('a broker that is down is shown with the reason and what to do about it', async () => {
    await page.shows('connection_refused');
    // One node is not worth a word.
    expect(await page.evaluate<string>('document.body.innerText')).not.toContain('Nodes');
    await page.shows('Start the broker, and see that AMQP_URL names its host and port.');
    const channels =
      "[...document.querySelectorAll('.home li .badge')].map((one) => one.innerText)";
    expect(await page.evaluate<string[]>(channels)).toEqual(['up', 'down', 'off', 'up', 'off']);
  });

  test('what needs attention comes to the top by itself, with its reason', async () => {
    expect((await rows(1))[0]).not.toContain('west');
    await app.call('POST', '/sandbox/west/message', {
      kind: 'text',
      text: 'Hi',
      from: '5511988887777',
    });
    await app.call('POST', '/sandbox/west/remove');
    await until('it is first', async () => {
      const [first = ''] = await rows(1);
      return first.includes('west') && first.includes('removed by the phone');
    });
    expect((await rows(1))[0]).toMatch(/close\s+logged out: removed by the phone\s+1\s+0\s+0/);
    expect(page.complaints).toEqual([]);
  });
});
