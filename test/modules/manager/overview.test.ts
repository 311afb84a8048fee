/** The manager's first view: a thousand instances at a glance, in a real browser. */

import { Database } from 'bun:sqlite';
import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { createMigrated, temporaryFolder } from '../../helpers/database.ts';
import { inChromium, startInBrowser } from '../../helpers/in-browser.ts';
import { reload } from '../../helpers/manager-page.ts';
import { until } from '../../helpers/until.ts';

const COUNT = 1_000;
const { app, page } = startInBrowser({
  options: async () => ({
    dataDir: await folderOf(COUNT - 1),
    env: { AMQP_URL: 'amqp://127.0.0.1:1' },
  }),
  instances: ['west'],
});

/** A data directory with `shop 0` and so on, none connected: made by requests they would take a second of CPU. */
async function folderOf(count: number): Promise<string> {
  const folder = temporaryFolder();
  const path = join(folder, 'gatehouse.db');
  await createMigrated(path);
  const database = new Database(path);
  database.run(
    `INSERT INTO instances (id, name, provider, state, phase, key_hash, created_at, updated_at)
     SELECT printf('01900000-0000-7000-8000-%012d', value), 'shop ' || value, 'sandbox', 'close', 'created', 'hash ' || value, 0, 0
     FROM json_each(?)`,
    [JSON.stringify(Array.from({ length: count }, (_, index) => index))],
  );
  database.close();
  return folder;
}

/** What the rows of the table say, the first ones. */
const rows = (count: number): Promise<string[]> =>
  page.evaluate(
    `[...document.querySelectorAll('table[aria-label=Instances] tbody tr')].slice(0, ${count}).map((row) => row.innerText)`,
  );
const rowCount = () =>
  page.evaluate<number>("document.querySelectorAll('table[aria-label=Instances] tbody tr').length");

inChromium(() => {
  test('a thousand instances are shown a hundred at a time, and any of them is found by typing', async () => {
    await page.shows('900 more');
    expect(await rowCount()).toBe(100);
    await page.press('Show more');
    await page.shows('800 more');
    await page.fill('Search', '777');
    await until('one is found', async () => (await rowCount()) === 1);
    await page.press('shop 777');
    await page.shows('Sandbox: the phone');
    await page.press('Instances');
    await page.fill('Search', 'nobody');
    await page.shows('No matches.');
    await page.fill('Search', '');
    await until('all are there again', async () => (await rowCount()) === 100);
  });

  test('a figure of the totals filters the list, and the address keeps what is shown and searched', async () => {
    await page.fill('Connected', true);
    await until('the open one is found', async () => (await rowCount()) === 1);
    expect((await rows(1))[0]).toContain('west');
    await page.fill('Search', 'shop');
    await page.shows('No matches.');
    expect(await page.evaluate<string>('location.hash')).toBe('#/?show=open&search=shop');
    await reload(page);
    await page.shows('No matches.');
    const kept = `[document.querySelector('.tile :checked').value, document.querySelector('[name=search]').value]`;
    expect(await page.evaluate<string[]>(kept)).toEqual(['open', 'shop']);
    await page.fill('Search', '');
    await page.fill('Instances', true);
    await until('all are there again', async () => (await rowCount()) === 100);
    expect(await page.evaluate<string>('location.hash')).toBe('#/');
  });

  test('a row says the number of its account, its last activity, its messages of a day and how its endpoints are', async () => {
    await app.call('POST', '/webhook/set/west', {
      ...{ enabled: true, url: 'http://127.0.0.1:1/', events: ['CALL'] },
    });
    await page.fill('Search', 'west');
    await until('it is found', async () => (await rowCount()) === 1);
    const { body } = await app.call('GET', '/instance/overview?instanceName=west');
    const [{ ownerJid, lastActivityAt }] = body.instances;
    expect(lastActivityAt).not.toBeNull();
    await until(
      'its webhook is counted',
      async () => (await rows(1))[0]?.includes('\t1\t') === true,
    );
    const [row = ''] = await rows(1);
    expect(row.split('\t').map((cell) => cell.trim())).toEqual(
      expect.arrayContaining(['west', 'connected', ownerJid.split('@')[0], '1']),
    );
    const time = "document.querySelector('.dense tbody .time time').dateTime";
    expect(await page.evaluate<string>(time)).toBe(lastActivityAt);
    await page.fill('Search', 'nobody');
    await page.shows('No matches.');
    await page.press('Clear search');
    await until('all are there again', async () => (await rowCount()) === 100);
  });

  test('a head sorts all instances, not only those that are shown', async () => {
    const first = async () => (await rows(1))[0]?.split('\t')[0]?.trim();
    expect(await first()).toBe('shop 0');
    await page.press('Instance');
    await page.press('Instance');
    await until('the last of all is first', async () => (await first()) === 'west');
    expect(await rowCount()).toBe(100);
    await page.press('Instance');
    await until('they are as they came', async () => (await first()) === 'shop 0');
  });

  test('the address keeps how the list is sorted, beside what is searched, and a reload shows it so again', async () => {
    await page.fill('Search', 'shop 77');
    await until('some are found', async () => (await rowCount()) === 11);
    const first = async () => (await rows(1))[0]?.split('\t')[0]?.trim();
    await page.press('Instance');
    await page.press('Instance');
    await until('the last is first', async () => (await first()) === 'shop 779');
    expect(await page.evaluate<string>('location.hash')).toBe('#/?search=shop+77&sort=-1');
    await reload(page);
    await until('it is so again', async () => (await first()) === 'shop 779');
    await page.fill('Search', 'shop 77');
    expect(await page.evaluate<string>('location.hash')).toBe('#/?search=shop+77&sort=-1');
    await page.press('Instance');
    await until('they are as they came', async () => (await first()) === 'shop 77');
    await page.fill('Search', '');
    await until('all are there again', async () => (await rowCount()) === 100);
  });

  test('the only prominent button opens the form of a new instance, which leads to its first steps', async () => {
    const primary = "[...document.querySelectorAll('#main .primary')].map((one) => one.innerText)";
    expect(await page.evaluate<string[]>(primary)).toEqual(['New instance']);
    await page.press('New instance');
    await page.fill('Name', 'branch');
    await page.press('Create instance');
    await page.holds('its first steps are shown', "location.hash === '#/branch/start'");
    expect(await page.evaluate<boolean>("document.querySelector('dialog') === null")).toBe(true);
    await page.press('Instances');
    await until('all are there again', async () => (await rowCount()) === 100);
  });

  test('a broker that is down is shown with the reason and what to do about it, and channels that are off in one line', async () => {
    await page.shows('connection_refused');
    // What works is not worth a word.
    expect(await page.evaluate<string>('document.body.innerText')).not.toContain('Nodes');
    await page.shows('Start the broker, and see that AMQP_URL names its host and port.');
    const channels = "[...document.querySelectorAll('.rows .badge')].map((one) => one.innerText)";
    expect(await page.evaluate<string[]>(channels)).toEqual(['down']);
    await page.press('Operation');
    await page.shows('Nodes');
    expect(await page.evaluate<string[]>(channels)).toEqual(['up', 'down', 'up', 'up']);
    // Those that are off are named in one line.
    await page.shows('Off: NATS, Bucket for media');
    expect(await page.evaluate<string>('document.title')).toBe('Operation · Gatehouse');
    await page.press('← All instances');
    await until('all are there again', async () => (await rowCount()) === 100);
  });

  test('what needs attention comes to the top by itself, with its reason', async () => {
    expect((await rows(1))[0]).not.toContain('west');
    await app.call('POST', '/sandbox/west/message', {
      kind: 'text',
      text: 'Hi',
      from: '5511988887777',
    });
    await app.call('POST', '/sandbox/west/remove');
    await until('it is first', async () => {
      const [first = ''] = await rows(1);
      return first.includes('west') && first.includes('removed by the phone');
    });
    expect((await rows(1))[0]).toMatch(
      /not connected\s+logged out: removed by the phone · (now|\d+[smh] ago)\s+(\d{8,15}\s+)?(now|\d+[smh] ago)\s+\d+\s+(1 failing\s+)?(1\s+)?\d+(, \d+ retrying)?\s+0/,
    );
    expect(page.complaints).toEqual([]);
  });
});
