/** Lists of the manager page that are longer than anybody reads. */
import { expect, test } from 'bun:test';
import { inChromium, startInBrowser } from '../../helpers/in-browser.ts';
import { until } from '../../helpers/until.ts';

const GROUPS = 100_000;
/** Runs in the page: the account is in so many groups. */
const IN_MANY_GROUPS = `{
  const { fetch } = globalThis;
  const groups = Array.from({ length: ${GROUPS} }, (_, place) => ({
    ...{ id: place + '@g.us', subject: 'Group ' + place, size: ${GROUPS} - place },
    ...{ announce: false, restrict: false, isCommunity: false },
  }));
  globalThis.fetch = async (url, options) =>
    String(url).includes('fetchAllGroups') ? Response.json(groups) : fetch(url, options);
}`;

const { app, page } = startInBrowser({ instances: ['shop'], entered: { before: IN_MANY_GROUPS } });

inChromium(() => {
  test('a list of 100,000 rows draws a part of them, is sorted whole, and draws more when asked', async () => {
    await page.open(`${app.url}/manager#/shop/groups`);
    await page.shows('Show more rows: 99,800 left');
    const rows = () => page.evaluate<number>("document.querySelectorAll('.dense tbody tr').length");
    const first = () =>
      page.evaluate<string>("document.querySelector('.dense tbody th').innerText");
    expect([await rows(), await first()]).toEqual([200, 'Group 0']);
    await page.press('Members');
    await until('the smallest is first', async () => (await first()) === 'Group 99999');
    expect(await rows()).toBe(200);
    await page.press('Show more rows: 99,800 left');
    await page.shows('Show more rows: 99,600 left');
    expect(await rows()).toBe(400);
  });
});
