/** The manager of an installation that leaves the accounts out. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { GLOBAL_KEY, type RunningApp, startApp } from '../../helpers/app.ts';
import { type Browser, startBrowser } from '../../helpers/browser.ts';
import { isBrowserMissing } from '../../helpers/chromium.ts';

let browser: Browser;
let app: RunningApp;
beforeAll(async () => {
  if (isBrowserMissing) return;
  app = await startApp({ env: { GATEHOUSE_WITHOUT: 'crm' } });
  browser = await startBrowser();
});
afterAll(async () => {
  await browser?.close();
  await app?.stop();
});

describe.skipIf(isBrowserMissing)('in Chromium', () => {
  test('it asks for no token, leads to no view of accounts, and opens the instances at their addresses', async () => {
    const page = await browser.page();
    await page.open(`${app.url}/manager#crm/pipelines`);
    await page.fill('apikey', GLOBAL_KEY);
    expect(await page.evaluate('document.getElementsByName("api_access_token").length')).toBe(0);
    await page.press('Sign in');
    await page.shows('Instances');
    expect(await page.evaluate('document.querySelectorAll("a[href^=\\"#crm\\"]").length')).toBe(0);
  });
});
