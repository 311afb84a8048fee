/** What the manager does when a key may not read, ends, or the service goes away; and names of every kind. */
import { expect, test } from 'bun:test';
import type { Page } from '../../helpers/browser.ts';
import { inChromium, startInBrowser } from '../../helpers/in-browser.ts';
import { openManager } from '../../helpers/manager-page.ts';
import { until } from '../../helpers/until.ts';

const { app, browser } = startInBrowser({ entered: null });

/** Creates an instance and replaces its key; returns the new one. */
const keyOf = async (name: string, scopes: readonly string[]): Promise<string> => {
  await app.call('POST', '/instance/create', { instanceName: name, provider: 'sandbox' });
  const { body } = await app.call('POST', `/instance/key/rotate/${name}`, { scopes });
  return body.apikey;
};
const enter = (apikey: string, route: string) => openManager(browser, app, { apikey, route });
const rows = (page: Page) =>
  page.evaluate<number>("document.querySelectorAll('.dense tbody tr').length");

inChromium(() => {
  test('a key that may not read is told so, by the first view and by that of an instance', async () => {
    const page = await enter(await keyOf('sender', ['send']), '#/');
    for (const address of ['#/', '#/sender', '#service']) {
      await page.open(`${app.url}/manager${address}`);
      await page.shows('(403 FORBIDDEN)');
    }
  });

  test('a key that ends while a view is open is asked for again, and the same view is shown', async () => {
    const key = await keyOf('ending', ['read', 'settings']);
    const page = await enter(key, '#/ending/settings');
    await page.shows('Reject calls');
    const { body } = await app.call('POST', '/instance/key/rotate/ending', {
      scopes: ['read', 'settings'],
    });
    await page.shows('(401 UNAUTHORIZED)');
    await page.fill('apikey', body.apikey);
    await page.press('Sign in');
    await page.shows('Reject calls');
    expect(await page.evaluate<string>('location.hash')).toBe('#/ending/settings');
  });

  test('while the service is away the last state stays with the reason, and the view recovers by itself', async () => {
    await app.openInstance('shop');
    const page = await openManager(browser, app);
    for (const address of ['#/', '#service/audit']) {
      await page.open(`${app.url}/manager${address}`);
      await until('it is filled', async () => (await rows(page)) > 0);
      const before = await rows(page);
      await page.evaluate(
        "globalThis.away = globalThis.fetch; globalThis.fetch = () => Promise.reject(new Error('away'))",
      );
      await page.shows('Cannot reach the service: away');
      expect(await rows(page)).toBe(before);
      await page.evaluate('globalThis.fetch = globalThis.away');
      await page.holds('it is well again', "!document.body.innerText.includes('Cannot reach')");
    }
  });

  test('names of full length and names from right to left leave every view as wide as its window', async () => {
    const names = ['w'.repeat(64), 'متجر الرياض (2)'];
    for (const name of names) await app.openInstance(name);
    const [long = ''] = names;
    await app.call('POST', `/webhook/endpoints/${long}`, {
      ...{
        name: 'n'.repeat(64),
        url: `http://127.0.0.1:1/${'p'.repeat(255)}`,
        events: ['MESSAGE'],
      },
    });
    await app.call('POST', `/sandbox/${long}/message`, {
      ...{ kind: 'text', from: '5511988887777', pushName: 'م'.repeat(255), text: 'Hi' },
    });
    const page = await openManager(browser, app);
    await page.shows('New instance');
    for (const address of [
      '#/',
      '#service/audit',
      ...names.flatMap((name) =>
        ['', '/connection', '/endpoints'].map((panel) => `#/${encodeURIComponent(name)}${panel}`),
      ),
    ])
      for (const width of [390, 1360]) {
        await page.resize(width, 850);
        await page.open(`${app.url}/manager${address}`);
        await page.has('#main :is(.card, .chat)');
        const wider = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
        expect([address, width, await page.evaluate<number>(wider)]).toEqual([address, width, 0]);
      }
  });
});
