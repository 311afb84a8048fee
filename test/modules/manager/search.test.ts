/** The search of the manager, by keyboard and by pointer. */
import { expect, test } from 'bun:test';
import { axeFindings } from '../../helpers/axe.ts';
import { inChromium, startInBrowser } from '../../helpers/in-browser.ts';
import { until } from '../../helpers/until.ts';

const { app, page } = startInBrowser({
  instances: ['shop', 'kiosk'],
  async fill() {
    await app.call('POST', '/webhook/endpoints/shop', {
      ...{ name: 'orders', url: 'http://127.0.0.1:1/warehouse', events: ['MESSAGE'] },
    });
    const message = { kind: 'text', from: '5511988887777', pushName: 'José Álvares', text: 'Hi' };
    await app.call('POST', '/sandbox/shop/message', message);
  },
});

const SEARCH = 'Search instances, chats, endpoints, deliveries, settings and docs';
const isOpen = () => page.evaluate<boolean>("document.querySelector('.palette') !== null");
const isClosed = () => page.lacks('.palette');
const options = () =>
  page.evaluate<string[]>(
    "[...document.querySelectorAll('[role=option]')].map((one) => one.innerText.replace(/\\s+/g, ' ').trim())",
  );
const finds = (text: string, option: string) => async () => {
  await page.write(SEARCH, text);
  await until(`${option} is found by ${text}`, async () =>
    (await options()).some((one) => one.startsWith(option)),
  );
};
/** Opens the search at an address, as a person does who types nothing at the moment. */
const openAt = async (address: string) => {
  await page.open(`${app.url}/manager${address}`);
  await page.has('.search-button');
  await page.key('/');
  await until('the search is open', isOpen);
};
const address = () => page.evaluate<string>('location.hash');

inChromium(() => {
  test('the key / opens it, Escape closes it, and the focus is where it was', async () => {
    await page.focus('New instance');
    await page.key('/');
    await until(
      'the field has the focus',
      async () =>
        (await page.evaluate<string>("document.activeElement.getAttribute('role')")) === 'combobox',
    );
    await page.key('Escape');
    await isClosed();
    expect(await page.evaluate<string>('document.activeElement.innerText')).toBe('New instance');
    // Where something is typed, it is a letter.
    await page.evaluate("document.querySelector('[name=search]').focus()");
    await page.key('/');
    expect(await isOpen()).toBe(false);
  });

  test('instances, chats, endpoints, settings and docs are found, accents or not', async () => {
    await openAt('#/shop/settings');
    await finds('kios', 'kiosk Instance')();
    await finds('jose alv', 'José Álvares 5511988887777')();
    await finds('8888', 'José Álvares 5511988887777')();
    await finds('warehouse', 'orders http://127.0.0.1:1/warehouse')();
    const { body } = await app.call('GET', '/webhook/endpoints/shop');
    const { id } = body.endpoints.find(({ name }: { name: string }) => name === 'orders');
    expect(await page.evaluate<string>("document.querySelector('[role=option]').hash")).toBe(
      `#/shop/endpoints/${id}`,
    );
    await finds('proxy', 'Proxy shop View')();
    await finds('scheduled backups', 'Scheduled backups')();
    await finds('nothing has this name', 'Deliveries with')();
    expect(await axeFindings(page)).toEqual([]);
    await page.key('Escape');
    await isClosed();
  });

  test('arrow keys move through what was found while the focus stays in the field, and Enter goes there', async () => {
    await openAt('#/shop/settings');
    await finds('conn', 'Connection shop')();
    const active = () =>
      page.evaluate<string>(
        "document.getElementById(document.activeElement.getAttribute('aria-activedescendant'))?.innerText ?? ''",
      );
    expect(await active()).toContain('Connection');
    await page.key('ArrowDown');
    const second = await active();
    expect(second).not.toContain('Connection');
    await page.key('ArrowUp');
    await until('the first is active again', async () => (await active()).includes('Connection'));
    await page.key('Enter');
    await isClosed();
    expect(await address()).toBe('#/shop/connection');
  });

  test('a delivery is found by its id, from wherever one is', async () => {
    const { body } = await app.call('GET', '/delivery/search?instance=shop&limit=1');
    const [{ id, sequence }] = body.deliveries;
    await openAt('#/');
    await finds(id, `Message #${sequence} shop Delivery`)();
    await page.key('Enter');
    await until('it is shown', async () => (await address()) === `#/shop/deliveries/${id}`);
    await isClosed();
  });

  test('what an instance has is read once, however much is typed', async () => {
    await openAt('#/shop/settings');
    const before = page.requests.length;
    await finds('jos', 'José')();
    await finds('jose a', 'José')();
    await finds('jose alv', 'José')();
    const asked = page.requests.slice(before);
    const times = (part: string) => asked.filter((url) => url.includes(part)).length;
    expect([times('/findChats/'), times('/webhook/endpoints/')]).toEqual([1, 1]);
    expect(times('/docs/search/')).toBeLessThanOrEqual(1);
    await page.key('Escape');
    await isClosed();
  });

  test('what cannot be read is said, and what else was found stays', async () => {
    await openAt('#/shop/settings');
    await page.evaluate(`(() => {
      const asked = globalThis.fetch;
      globalThis.fetch = (url, ...rest) =>
        String(url).includes('/findChats/') ? Promise.reject(new Error('gone')) : asked(url, ...rest);
    })()`);
    await finds('kiosk', 'kiosk Instance')();
    await page.shows('Cannot reach the service: gone');
  });
});
