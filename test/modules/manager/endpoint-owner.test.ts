/** Whose an endpoint is, in the manager and on the page of a customer, in a real browser. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { type RunningApp, startApp } from '../../helpers/app.ts';
import { axeFindings } from '../../helpers/axe.ts';
import { type Browser, startBrowser } from '../../helpers/browser.ts';
import { isBrowserMissing } from '../../helpers/chromium.ts';
import { LOOK_AGAIN, openManager } from '../../helpers/manager-page.ts';
import { until } from '../../helpers/until.ts';

describe.skipIf(isBrowserMissing)('in Chromium', () => {
  let browser: Browser;
  let app: RunningApp;
  beforeAll(async () => {
    [browser, app] = await Promise.all([startBrowser(), startApp()]);
    await app.openInstance('shop');
    await app.call('POST', '/webhook/endpoints/shop', {
      name: 'theirs',
      url: 'https://theirs.test/?token=T0P',
      enabled: false,
    });
  });
  afterAll(async () => {
    await browser?.close();
    await app?.stop();
  });

  /** Opens the page of a customer with a new link. */
  async function openPage() {
    const { body } = await app.call('POST', '/portal/shop', {});
    const page = await browser.page(LOOK_AGAIN);
    const address = body.url.replace('http://localhost', 'http://127.0.0.1');
    await page.open('about:blank');
    // The page removes the code from its address, which is therefore not waited for.
    await page.evaluate(`location.href = ${JSON.stringify(address)}`);
    const isThere = "location.pathname === '/manager/portal' && document.readyState === 'complete'";
    // A page that is being left answers nothing.
    const looked = () => page.evaluate<boolean>(isThere).catch(() => false);
    await until('the page is there', looked);
    await page.shows('Webhooks of shop');
    await page.shows('Endpoints');
    return page;
  }
  const ownerOf = async (wanted: string): Promise<string> => {
    const { endpoints } = (await app.call('GET', '/webhook/endpoints/shop')).body;
    return endpoints.find(({ name }: { name: string }) => name === wanted)?.owner;
  };

  test('an endpoint of the operator is shown to a customer once the manager has given it to the customer', async () => {
    const before = await openPage();
    await before.press('Add endpoint');
    await before.press('More');
    await before.shows('Extra headers');
    expect(await before.evaluate<string>('document.body.innerText')).not.toMatch(
      /theirs|T0P|Owner|evolution-go/,
    );
    const manager = await openManager(browser, app);
    await manager.open(`${app.url}/manager#/shop/endpoints`);
    await manager.press('theirs');
    await manager.press('Edit');
    await manager.press('More');
    await manager.shows('Customers can see and edit their endpoints');
    expect(await axeFindings(manager)).toEqual([]);
    await manager.fill('Owner', 'customer');
    await manager.press('Save');
    await until("it is the customer's", async () => (await ownerOf('theirs')) === 'customer');
    const after = await openPage();
    await after.shows('theirs');
    expect(await axeFindings(after)).toEqual([]);
  });
});
