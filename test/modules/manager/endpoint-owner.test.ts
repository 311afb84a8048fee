/** Whose an endpoint is, in the manager and on the page of a customer, in a real browser. */
import { expect, test } from 'bun:test';
import { axeFindings } from '../../helpers/axe.ts';
import { inChromium, startInBrowser } from '../../helpers/in-browser.ts';
import { follow, LOOK_AGAIN } from '../../helpers/manager-page.ts';
import { customerLink } from '../../helpers/portal.ts';
import { until } from '../../helpers/until.ts';

inChromium(() => {
  const {
    app,
    browser,
    page: manager,
  } = startInBrowser({
    instances: ['shop'],
    async fill() {
      await app.call('POST', '/webhook/endpoints/shop', {
        name: 'theirs',
        url: 'https://theirs.test/?token=T0P',
        enabled: false,
      });
    },
  });

  /** Opens the page of a customer with a new link. */
  async function openPage() {
    const page = await browser.page(LOOK_AGAIN);
    await follow(page, await customerLink(app, 'shop'));
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
