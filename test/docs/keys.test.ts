/** Credentials on the page of the API, in a real browser. */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { GLOBAL_KEY, type RunningApp, startApp } from '../helpers/app.ts';
import { type Browser, isBrowserMissing, type Page, startBrowser } from '../helpers/browser.ts';
import { until } from '../helpers/until.ts';

let browser: Browser;
let app: RunningApp;
beforeAll(async () => {
  if (isBrowserMissing) return;
  [browser, app] = await Promise.all([startBrowser(), startApp()]);
});
afterAll(async () => {
  await browser?.close();
  await app?.stop();
});

/** Does it in the page once `selector` is there; `it` is the element. */
const once = (page: Page, selector: string, action: string) =>
  until(`${selector} is on the page`, () =>
    page.evaluate<boolean>(
      `(() => { const it = document.querySelector('${selector}'); if (!it) return false; ${action}; return true; })()`,
    ),
  );

/** React hears of a value only when it is set past its own setter. */
const type = (value: string) =>
  `Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(it, '${value}');
   it.dispatchEvent(new Event('input', { bubbles: true }))`;

/** What an operation answers to "Try it out". */
async function triedOut(page: Page): Promise<string> {
  await once(page, '#operations-tag-Instances', "if (it.dataset.isOpen !== 'true') it.click()");
  const operation = '[id="operations-Instances-getInstanceFetchInstances"]';
  await once(page, `${operation} .opblock-summary-control`, 'it.click()');
  await once(page, `${operation} .try-out__btn`, 'it.click()');
  await once(page, `${operation} .execute`, 'it.click()');
  let answer = '';
  await until('an answer is shown', async () => {
    answer = await page.evaluate<string>(
      `document.querySelector('${operation} .live-responses-table tr.response .response-col_status')?.textContent ?? ''`,
    );
    return answer !== '';
  });
  return answer;
}

test.skipIf(isBrowserMissing)(
  'a key that is typed once serves every operation until the tab is closed',
  async () => {
    const page = await browser.page();
    await page.open(`${app.url}/swagger`);
    await once(page, '.auth-wrapper .authorize', 'it.click()');
    await once(page, '.auth-container input', type(GLOBAL_KEY));
    await once(page, '.auth-btn-wrapper .authorize', 'it.click()');
    await once(page, '.auth-btn-wrapper .btn-done', 'it.click()');
    expect(await triedOut(page)).toStartWith('200');
    await page.open(`${app.url}/swagger`);
    expect(await triedOut(page)).toStartWith('200');

    const other = await browser.page();
    await other.open(`${app.url}/swagger`);
    expect(await triedOut(other)).toStartWith('401');
    expect(page.requests.filter((url) => !url.startsWith(`${app.url}/`))).toEqual([]);
  },
  60_000,
);
