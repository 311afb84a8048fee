/** Endpoints in the manager under bad input: names of any length and direction, huge answers, drafts, keys that end, a service that is gone. */
import { expect, test } from 'bun:test';
import { respond } from '../../doubles/receiver.ts';
import { ACCESS_TOKEN } from '../../helpers/app.ts';
import { axeFindings } from '../../helpers/axe.ts';
import { inChromium, startInBrowser } from '../../helpers/in-browser.ts';
import { openManager, reload } from '../../helpers/manager-page.ts';
import { until } from '../../helpers/until.ts';

const RESTORED = 'Your unsaved changes are back.';
const LONG = 'x'.repeat(255);
const FROM_RIGHT = 'طلبات المتجر (الفرع الرئيسي)!';

/** The ids of the endpoints by their names. */
const ids: Record<string, string> = {};
const { app, browser, receiver, page } = startInBrowser({
  options: { env: { WEBHOOK_MAX_ATTEMPTS: '1' } },
  instances: ['shop'],
  async fill() {
    for (const name of [LONG, FROM_RIGHT, 'orders']) {
      const url = `${receiver.url}/${Object.keys(ids).length}`;
      const endpoint = { name, url, events: ['CALL'] };
      const { body } = await app.call('POST', '/webhook/endpoints/shop', endpoint);
      ids[name] = body.id;
    }
  },
  entered: { token: ACCESS_TOKEN },
});

const show = (address: string, on = page) => on.open(`${app.url}/manager${address}`);
const address = (name: string, part = '') => `#/shop/endpoints/${ids[name]}${part}`;
const filledIn = (name: string, on = page) =>
  on.evaluate<string | undefined>(`document.querySelector('[name="${name}"]')?.value`);
/** How much wider the page, or a table in it, is than its place. */
const overflow = () =>
  page.evaluate<number>(
    "Math.max(...[document.documentElement, ...document.querySelectorAll('.table-place')].map((one) => one.scrollWidth - one.clientWidth))",
  );

inChromium(() => {
  test('names of 255 characters and from right to left fit the list and the page of an endpoint', async () => {
    for (const width of [390, 1360]) {
      await page.resize(width, 850);
      for (const route of ['#/shop/endpoints', address(LONG), address(FROM_RIGHT)]) {
        await show(route);
        await page.shows(route.endsWith('endpoints') ? 'Other channels' : 'Signing secret');
        expect([width, route, await overflow()]).toEqual([width, route, 0]);
      }
    }
    await show('#/shop/endpoints');
    await page.shows(FROM_RIGHT);
    const whole = `(() => {
      const name = [...document.querySelectorAll('.dense th bdi')].find((one) => one.textContent.startsWith('xxx'));
      name.dispatchEvent(new PointerEvent('pointerover', { bubbles: true }));
      return name.title;
    })()`;
    expect(await page.evaluate<string>(whole)).toBe(LONG);
    await show(address(FROM_RIGHT));
    await until('the title has it too', async () =>
      (await page.evaluate<string>('document.title')).startsWith(FROM_RIGHT),
    );
    // The mark at the end of a name from right to left is at its left.
    const direction = "getComputedStyle(document.querySelector('.page-line h2')).unicodeBidi";
    expect(await page.evaluate<string>(direction)).toBe('plaintext');
  });

  test('an answer of 1 MB of HTML is shown as text, in part, and the page stays as wide as its window', async () => {
    const html = `<html><script>document.title = 'no'</script>${'<p>no</p>'.repeat(116_509)}</html>`;
    receiver.script(respond(500, { body: html, headers: { 'content-type': 'text/html' } }));
    await show(address('orders'));
    await page.fill('Event', 'CallOffer');
    await page.press('Send test');
    await page.shows('Not delivered: status 500');
    await page.shows('<p>no</p>');
    expect(await overflow()).toBe(0);
    expect(await page.evaluate<string>('document.title')).toStartWith('orders');
    const shown = "[...document.querySelectorAll('pre')].map((one) => one.textContent.length)";
    expect(Math.max(...(await page.evaluate<number[]>(shown)))).toBeLessThan(10_000);
    expect(await axeFindings(page)).toEqual([]);
  });

  test('what was typed of an endpoint is back after another tab, a reload and Escape', async () => {
    await show(address('orders', '/settings'));
    await page.press('More');
    await page.fill('Description', 'unsaved');
    await page.press('Overview');
    await page.shows('Signing secret');
    await page.press('Edit');
    await page.shows(RESTORED);
    await reload(page);
    await until('the new page has it', () =>
      page.evaluate("document.querySelector('[name=description]')?.value === 'unsaved'"),
    );
    await page.shows(RESTORED);
    await page.press('Discard');
    await until('it is as it is stored', async () => (await filledIn('description')) === '');
    await show('#/shop/endpoints');
    await page.press('Add endpoint');
    await page.fill('Name', 'stock');
    await page.press('Filter and transform');
    await page.press('Only groups');
    await page.key('Escape');
    await page.press('Add endpoint');
    await page.shows(RESTORED);
    expect([await filledIn('name'), await filledIn('filter')]).toEqual([
      'stock',
      expect.stringContaining('@g.us'),
    ]);
    await page.press('Cancel');
  });

  test('an endpoint that somebody else has changed meanwhile is not written over, and what was typed is kept', async () => {
    const path = `/webhook/endpoints/shop/${ids.orders}`;
    await show(address('orders', '/settings'));
    await page.press('More');
    await page.fill('Description', 'mine');
    await app.call('PATCH', path, { url: `${receiver.url}/theirs`, description: 'theirs' });
    await page.press('Save');
    await page.shows('Somebody else has changed this');
    const stored = async () => (await app.call('GET', path)).body;
    expect((await stored()).description).toBe('theirs');
    await page.shows(RESTORED);
    expect([await filledIn('url'), await filledIn('description')]).toEqual([
      `${receiver.url}/theirs`,
      'mine',
    ]);
    await page.press('Save');
    await until('it is saved', async () => (await stored()).description === 'mine');
    expect((await stored()).url).toBe(`${receiver.url}/theirs`);
    // What others change while nothing is typed is shown at once.
    await app.call('PATCH', path, { description: '' });
    await until('it is shown', async () => (await filledIn('description')) === '');
  });

  test('a key that ends while a form is open is asked for again, and what was typed is back', async () => {
    const rotate = async () => (await app.call('POST', '/instance/key/rotate/shop', {})).body;
    const entered = { apikey: (await rotate()).apikey, token: ACCESS_TOKEN };
    const own = await openManager(browser, app, entered);
    await own.shows('shop');
    await show(address('orders', '/settings'), own);
    await own.shows('Save');
    await own.fill('URL', `${receiver.url}/typed`);
    const { apikey } = await rotate();
    await own.fill('apikey', apikey);
    await own.press('Sign in');
    await own.shows(RESTORED);
    expect(await filledIn('url', own)).toBe(`${receiver.url}/typed`);
    await own.press('Save');
    await own.shows('Saved');
  });

  test('while the service cannot be reached the page says so, keeps what was typed, and recovers by itself', async () => {
    await show(address('orders', '/settings'));
    const saved = `${receiver.url}/typed`;
    await until('what was saved is shown', async () => (await filledIn('url')) === saved);
    await page.fill('URL', `${receiver.url}/kept`);
    await page.evaluate(`{
      globalThis.reached = globalThis.fetch;
      globalThis.fetch = () => Promise.reject(new TypeError('Failed to fetch'));
    }`);
    await page.press('Save');
    await page.shows('Cannot reach the service: Failed to fetch');
    expect(await filledIn('url')).toBe(`${receiver.url}/kept`);
    await page.evaluate('globalThis.fetch = globalThis.reached');
    await page.press('Save');
    await page.shows('Saved');
    await page.holds(
      'no failure is shown any more',
      "!document.body.innerText.includes('Cannot reach')",
    );
    const { body } = await app.call('GET', `/webhook/endpoints/shop/${ids.orders}`);
    expect(body.url).toBe(`${receiver.url}/kept`);
  });
});
