/** The manager of an installation that leaves the templates out. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { type RunningApp, startApp } from '../../helpers/app.ts';
import { type Browser, startBrowser } from '../../helpers/browser.ts';
import { isBrowserMissing } from '../../helpers/chromium.ts';
import { openManager } from '../../helpers/manager-page.ts';
import { says } from '../../helpers/played.ts';

const ANA = '5511988887777';

let browser: Browser;
let app: RunningApp;
beforeAll(async () => {
  if (isBrowserMissing) return;
  [browser, app] = await Promise.all([
    startBrowser(),
    startApp({ env: { GATEHOUSE_WITHOUT: 'templates,graph' } }),
  ]);
});
afterAll(async () => {
  await browser?.close();
  await app?.stop();
});

describe.skipIf(isBrowserMissing)('in Chromium', () => {
  test('no instance has a tab of templates, no chat offers to send one, and the accounts are there', async () => {
    await app.openInstance('shop');
    await says(app.call, 'shop', ANA, { kind: 'text', text: 'Good morning' });
    const page = await openManager(browser, app);
    await page.shows('Messages/24 h');
    const linksTo = (part: string) =>
      page.evaluate<number>(`document.querySelectorAll('a[href^="#${part}"]').length`);
    expect(await linksTo('crm')).toBeGreaterThan(0);
    const chat = encodeURIComponent(`${ANA}@s.whatsapp.net`);
    await page.open(`${app.url}/manager#/shop/conversations/${chat}`);
    await page.shows('Good morning');
    expect(await linksTo('/shop/labels')).toBe(1);
    expect(await linksTo('/shop/templates')).toBe(0);
    await page.press('Attach a file or choose another message type');
    await page.shows('Buttons');
    const buttons = await page.evaluate<string[]>(
      "[...document.querySelectorAll('button')].map((one) => one.textContent)",
    );
    expect(buttons).not.toContain('Template');
  });
});
