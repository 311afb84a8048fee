/** The manager of an installation that leaves the accounts out. */
import { expect, test } from 'bun:test';
import { GLOBAL_KEY } from '../../helpers/app.ts';
import { inChromium, startInBrowser } from '../../helpers/in-browser.ts';

const { app, browser } = startInBrowser({
  options: { env: { GATEHOUSE_WITHOUT: 'crm' } },
  entered: null,
});

inChromium(() => {
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
