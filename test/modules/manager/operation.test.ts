/** The view of the service as a whole, for its operator. */
import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { rememberBackup } from '../../../src/core/db/last-backup.ts';
import { es } from '../../../src/core/languages/es.ts';
import { ptBR } from '../../../src/core/languages/pt-BR.ts';
import { AUDITED } from '../../../src/modules/manager/page/gateway/words.ts';
import { axeFindings } from '../../helpers/axe.ts';
import { inChromium, startInBrowser } from '../../helpers/in-browser.ts';
import { openManager, reload } from '../../helpers/manager-page.ts';
import { until } from '../../helpers/until.ts';

const { app, browser, page } = startInBrowser({
  options: { env: { SEND_PER_MINUTE: '7' } },
  async fill() {
    for (let one = 0; one < 30; one++)
      await app.call('POST', '/instance/create', {
        instanceName: `shop-${one}`,
        provider: 'sandbox',
      });
  },
});

const textOf = (selector: string) =>
  page.evaluate<string>(`document.querySelector(${JSON.stringify(selector)})?.innerText ?? ''`);
const rows = () =>
  page.evaluate<string[]>(
    "[...document.querySelectorAll('table[aria-label=Audit] tbody tr')].map((one) => one.innerText.replace(/\\s+/g, ' '))",
  );

test.each([es, ptBR])(
  'every action of the audit has a name in $formats.locale',
  async (language) => {
    const summaries = await language.summaries();
    expect(Object.keys(AUDITED).length).toBeGreaterThan(50);
    expect(Object.values(AUDITED).filter((name) => summaries[name] === undefined)).toEqual([]);
  },
);

inChromium(() => {
  test('it says the version with what is new, the limits in force, and that no backup is known', async () => {
    await page.open(`${app.url}/manager#service`);
    await page.shows('New in this version');
    await page.shows('not known');
    expect(await textOf('table[aria-label="Limits in force"]')).toMatch(
      /Messages sent by one instance per minute\s+SEND_PER_MINUTE\s+7\s+0/,
    );
    expect(await axeFindings(page)).toEqual([]);
    const changelog =
      "[...document.querySelectorAll('a')].find((one) => one.innerText === 'New in this version').href";
    const answer = await fetch(await page.evaluate<string>(changelog));
    expect(await answer.text()).toContain('Changelog');
  });

  test('a backup that was made is shown with its age, and one older than a day as bad', async () => {
    const path = join(app.dataDir, 'gatehouse.db');
    const backup = { file: '/backups/newest.db', bytes: 2_000_000 };
    await rememberBackup(path, { ...backup, createdAt: Date.now() - 3_600_000 });
    await page.open(`${app.url}/manager#/`);
    await page.open(`${app.url}/manager#service`);
    await page.shows('/backups/newest.db');
    expect(await textOf('.facts .badge.good')).toBe('complete');
    await rememberBackup(path, { ...backup, createdAt: Date.now() - 48 * 3_600_000 });
    await until(
      'it is old',
      async () => (await textOf('.facts .badge.bad')) === 'older than a day',
    );
  });

  test('the audit is listed from the newest on, page by page, by action and by instance, and the address keeps it', async () => {
    await page.open(`${app.url}/manager#service/audit`);
    await until('the newest is first', async () => (await rows())[0]?.includes('shop-29') === true);
    await until('actions have names', async () =>
      /^Create an instance 201 Created global key shop-29/.test((await rows())[0] ?? ''),
    );
    expect(await rows()).toHaveLength(25);
    expect(await page.evaluate<string>('document.title')).toBe('Audit · Operation · Gatehouse');
    await page.press('Older');
    await until(
      'the oldest are shown',
      async () => (await rows()).at(-1)?.includes('shop-0') === true,
    );
    expect((await rows()).filter((one) => one.includes('shop-5 '))).toHaveLength(0);
    await page.fill('Instance', 'shop-7');
    await until('one is found', async () => (await rows()).length === 1);
    await reload(page);
    await until('it is found again', async () => (await rows()).length === 1);
    expect(await page.evaluate<string>('location.hash')).toBe('#service/audit?instance=shop-7');
    await page.fill('Action', 'instance.logout');
    await page.shows('Nothing here yet.');
    expect(await axeFindings(page)).toEqual([]);
  });

  test('an entry of the audit leads to what it made or changed, and one of a deletion nowhere', async () => {
    const endpoint = { name: 'orders', url: 'http://127.0.0.1:1/', events: ['CALL'] };
    const made = await app.call('POST', '/webhook/endpoints/shop-1', endpoint);
    const path = `/webhook/endpoints/shop-1/${made.body.id}`;
    await app.call('PATCH', path, { enabled: false });
    await app.call('DELETE', path);
    await page.open(`${app.url}/manager#service/audit?instance=shop-1`);
    const links =
      "[...document.querySelectorAll('.dense tbody th')].map((one) => [one.innerText, one.querySelector('a')?.hash ?? ''])";
    await until('the entries are there', async () =>
      Bun.deepEquals(await page.evaluate(links), [
        ['Delete an endpoint of an instance', ''],
        ['Change an endpoint of an instance', `#/shop-1/endpoints/${made.body.id}`],
        ['Add an endpoint to an instance', `#/shop-1/endpoints/${made.body.id}`],
        ['Create an instance', '#/shop-1/connection'],
      ]),
    );
  });

  test('an unknown part of it says so and leads on, and the key of an instance is told why it sees nothing', async () => {
    await page.open(`${app.url}/manager#service/foo`);
    await page.shows('Nothing is stored at this address.');
    const made = { instanceName: 'small', provider: 'sandbox' };
    const { body } = await app.call('POST', '/instance/create', made);
    const other = await openManager(browser, app, { apikey: body.apikey, route: '#service' });
    await other.shows('(403 FORBIDDEN)');
  });
});
