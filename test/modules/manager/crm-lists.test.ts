/** Lists of an account that are longer than a page: searched and sorted by the service, as the address says. */
import { beforeEach, expect, test } from 'bun:test';
import { ACCESS_TOKEN, GLOBAL_KEY } from '../../helpers/app.ts';
import { axeFindings } from '../../helpers/axe.ts';
import { inChromium, startInBrowser } from '../../helpers/in-browser.ts';
import { goBack, reload } from '../../helpers/manager-page.ts';
import { until } from '../../helpers/until.ts';

/** More than a page, besides the person whom every service has. */
const INBOXES = 45;

const { app, page } = startInBrowser({
  async fill() {
    const { body } = await app.call('GET', '/api/v1/accounts');
    const headers = { 'account-id': body.data[0].id };
    const make = (path: string, record: object) =>
      app.call('POST', `/api/v1${path}`, record, GLOBAL_KEY, headers);
    for (let index = 0; index < INBOXES; index++) await make('/inboxes', { name: `Desk ${index}` });
    await make('/inboxes', { name: 'Área de João' });
    for (let index = 0; index < INBOXES; index++)
      await make('/mcp-servers', {
        ...{ name: `Tool ${index + 10}`, config_type: 'sse', description: 'Made to be found' },
      });
  },
  entered: { apikey: null, token: ACCESS_TOKEN, route: '#crm' },
});

const show = (address: string) => page.open(`${app.url}/manager${address}`);
const count = () => page.evaluate<number>("document.querySelectorAll('.dense tbody tr').length");
const first = () =>
  page.evaluate<string | undefined>("document.querySelector('.dense tbody th')?.innerText");
const isFirst = (name: string) => until(`${name} is first`, async () => (await first()) === name);
const isAt = (address: string) =>
  page.holds(`the address is ${address}`, `location.hash === ${JSON.stringify(address)}`);
const searched = () => page.evaluate<string>("document.querySelector('[name=search]').value");

inChromium(() => {
  beforeEach(() => show('about:blank'));

  test('a search finds records of every page, and a reload and a step back find them again', async () => {
    await show('#crm/inboxes');
    await page.shows('Page 1 of 3, 46 in all');
    await page.fill('Search', 'joao');
    await isFirst('Área de João');
    expect(await count()).toBe(1);
    await isAt('#crm/inboxes?search=joao');
    expect(await axeFindings(page)).toEqual([]);
    await reload(page);
    await isFirst('Área de João');
    expect(await searched()).toBe('joao');
    await page.press('Área de João');
    await page.shows('← All inboxes');
    await goBack(page);
    await isFirst('Área de João');
    expect(await searched()).toBe('joao');
    await page.press('Inboxes');
    await page.shows('Page 1 of 3, 46 in all');
    expect(await searched()).toBe('');
  });

  test('a search that finds nothing says so and ends at a press', async () => {
    await show('#crm/inboxes?search=nobody');
    await page.shows('No matches.');
    expect(await axeFindings(page)).toEqual([]);
    await page.press('Clear search');
    await page.shows('Page 1 of 3, 46 in all');
    expect(await searched()).toBe('');
    await isAt('#crm/inboxes');
  });

  test('a search that the service refuses says why, and can be changed', async () => {
    await show(`#crm/inboxes?search=${'x'.repeat(101)}`);
    await page.shows('search must have at most 100 characters');
    await page.fill('Search', 'desk 44');
    await isFirst('Desk 44');
  });

  test('a head sorts the records of all pages, and the address keeps how', async () => {
    await show('#crm/mcp-servers');
    await page.shows('Page 1 of 3, 45 in all');
    await page.press('Next page');
    await isFirst('Tool 30');
    await page.press('Name');
    await isFirst('Tool 10');
    await page.press('Name');
    await isFirst('Tool 54');
    await isAt('#crm/mcp-servers?sort=-1');
    await page.press('Next page');
    await isFirst('Tool 34');
    await reload(page);
    await isFirst('Tool 54');
    await page.fill('Search', 'tool 2');
    await isFirst('Tool 29');
    await isAt('#crm/mcp-servers?search=tool+2&sort=-1');
    await page.press('Name');
    await isFirst('Tool 20');
  });

  test('a column that the service does not sort by has a head that sorts once the whole list is shown', async () => {
    const heads = "[...document.querySelectorAll('.dense th button')].map((one) => one.innerText)";
    await show('#crm/mcp-servers');
    await page.shows('Page 1 of 3, 45 in all');
    expect(await page.evaluate<string[]>(heads)).toEqual([
      ...['Name', 'Configuration', 'Type', 'Description'],
    ]);
    await page.fill('Search', 'tool 2');
    await isFirst('Tool 20');
    expect(await page.evaluate<string[]>(heads)).toContain('Tools');
  });

  test('a record that opens beside the list leaves the search and the order as they are', async () => {
    await show('#crm/mcp-servers?search=tool&sort=-1');
    await isFirst('Tool 54');
    await page.press('Tool 53');
    await page.holds('it is open', "document.title.startsWith('Tool 53 · ')");
    expect([await first(), await searched()]).toEqual(['Tool 54', 'tool']);
    await page.press('Close');
    await isAt('#crm/mcp-servers?search=tool&sort=-1');
    await isFirst('Tool 54');
  });

  test('a list of one page needs no search, and is sorted by each column as before', async () => {
    await show('#crm/roles');
    await page.shows('Account Owner');
    await page.lacks('[name=search]');
    await page.press('Permissions');
    await isAt('#crm/roles?sort=4');
    await isFirst('Agent');
    await reload(page);
    await isFirst('Agent');
  });
});
