/** The manager in the language of its reader. */
import { expect, test } from 'bun:test';
import { ACCESS_TOKEN } from '../../helpers/app.ts';
import { axeFindings } from '../../helpers/axe.ts';
import { inChromium, startInBrowser } from '../../helpers/in-browser.ts';
import { openManager } from '../../helpers/manager-page.ts';
import { until } from '../../helpers/until.ts';

const { app, browser } = startInBrowser({ entered: null });

inChromium(() => {
  test('a language is chosen at the end of the page, which stays where it is, with its key', async () => {
    await app.openInstance('loja');
    await app.call('POST', '/sandbox/loja/remove');
    const page = await openManager(browser, app);
    await page.shows('Messages/24 h');
    await page.open(`${app.url}/manager#/loja`);
    await page.shows('removed by the phone');
    const choose = async (language: string, text: string) => {
      await page.press(language);
      const isShown = `document.body?.innerText.includes(${JSON.stringify(text)})`;
      await page.holds('the page is in that language', isShown);
    };
    await choose('Português (Brasil)', 'sessão encerrada: removida pelo celular');
    await page.shows('Conectar');
    expect(await page.evaluate<string>('document.documentElement.lang')).toBe('pt-BR');
    expect(await page.evaluate<string>('location.pathname + location.search + location.hash')).toBe(
      '/manager#/loja',
    );
    expect(await axeFindings(page)).toEqual([]);
    // It is remembered.
    await page.open(`${app.url}/manager`);
    await page.shows('Instâncias');
    await choose('Español', 'Instancias');
    await choose('English', 'Instances');
    expect(page.complaints).toEqual([]);
  });

  test('the script of the CRM is at most 130 kB as it is sent, in every language', async () => {
    const page = await browser.page();
    await page.open(`${app.url}/manager#crm/pipelines`);
    await page.fill('api_access_token', ACCESS_TOKEN);
    await page.press('Sign in');
    const sizes = `performance.getEntriesByType('resource').filter(({ name }) => new URL(name).pathname.endsWith('.js')).map(({ encodedBodySize }) => encodedBodySize)`;
    for (const [code, language] of [
      ['en', 'English'],
      ['es', 'Español'],
      ['pt-BR', 'Português (Brasil)'],
      ['en', 'English'],
    ] as const) {
      const isThere = `document.documentElement.lang === '${code}' && document.querySelector('.crm h1') !== null`;
      if (language !== 'English' || (await page.evaluate("document.documentElement.lang !== 'en'")))
        await page.press(language);
      await until('it is there', () => page.evaluate<boolean>(isThere).catch(() => false));
      const sent = await page.evaluate<number[]>(sizes);
      expect(sent.length).toBeGreaterThan(3);
      expect([code, sent.reduce((sum, size) => sum + size, 0) <= 130_000]).toEqual([code, true]);
    }
  });

  test('a key is kept in the browser only for whoever wants that, after a warning, and forgotten everywhere', async () => {
    const page = await openManager(browser, app);
    await page.shows('Messages/24 h');
    const places = '[sessionStorage.length, localStorage.length]';
    expect(await page.evaluate<unknown>(places)).toEqual([1, 0]);
    await page.press('Key and token');
    await page.press('Save key in this browser');
    await page.shows('Anyone who uses this browser then has the key');
    await page.press('Save key');
    await until('it is kept', async () =>
      Bun.deepEquals(await page.evaluate<unknown>(places), [0, 1]),
    );
    const other = await browser.page();
    await other.open(`${app.url}/manager`);
    await other.shows('Messages/24 h');
    await other.press('Key and token');
    await other.press('Forget key');
    await other.shows('Enter the global key');
    expect(await other.evaluate<unknown>(places)).toEqual([0, 0]);
  });
});
