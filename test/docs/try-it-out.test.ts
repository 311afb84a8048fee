/** Trying operations out on the page of the API, in a real browser. */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { GLOBAL_KEY, type RunningApp, startApp } from '../helpers/app.ts';
import { type Browser, type Page, startBrowser } from '../helpers/browser.ts';
import { isBrowserMissing } from '../helpers/chromium.ts';
import { until } from '../helpers/until.ts';

let browser: Browser;
let app: RunningApp;
let page: Page;
beforeAll(async () => {
  if (isBrowserMissing) return;
  [browser, app] = await Promise.all([startBrowser(), startApp()]);
  await app.openInstance('shop');
  page = await browser.page();
});
afterAll(async () => {
  await browser?.close();
  await app?.stop();
});

/** Drawing hundreds of operations takes seconds of CPU, and more while other tests run. */
const DRAWN_MS = 30_000;

/** Does it in the page once `selector` is there; `it` is the element. */
const once = (page: Page, selector: string, action: string) =>
  until(
    `${selector} is on the page`,
    () =>
      page.evaluate<boolean>(
        `(() => { const it = document.querySelector('${selector}'); if (!it) return false; ${action}; return true; })()`,
      ),
    DRAWN_MS,
  );

/** React hears of a value only when it is set past its own setter. */
const type = (value: string) =>
  `Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(it, '${value}');
   it.dispatchEvent(new Event('input', { bubbles: true }))`;

interface Operation {
  readonly tag: string;
  readonly id: string;
}

const LIST: Operation = { tag: 'Instances', id: 'getInstanceFetchInstances' };
const selectorOf = ({ tag, id }: Operation) => `[id="operations-${tag}-${id}"]`;

async function authorize(page: Page): Promise<void> {
  await once(page, '.auth-wrapper .authorize', 'it.click()');
  await once(page, '.auth-container input', type(GLOBAL_KEY));
  await once(page, '.auth-btn-wrapper .authorize', 'it.click()');
  await once(page, '.auth-btn-wrapper .btn-done', 'it.click()');
}

/** What an operation answers to "Try it out", with whatever the page has filled in. */
async function triedOut(page: Page, tried = LIST): Promise<string> {
  const group = `#operations-tag-${tried.tag}`;
  await once(page, group, "if (it.dataset.isOpen !== 'true') it.click()");
  const operation = selectorOf(tried);
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
    await page.open(`${app.url}/swagger`);
    await authorize(page);
    expect(await triedOut(page)).toStartWith('200');
    await page.open(`${app.url}/swagger`);
    expect(await triedOut(page)).toStartWith('200');

    const other = await browser.page();
    await other.open(`${app.url}/swagger`);
    expect(await triedOut(other)).toStartWith('401');
    expect(page.requests.filter((url) => !url.startsWith(`${app.url}/`))).toEqual([]);
  },
  90_000,
);

test.skipIf(isBrowserMissing)(
  'a text is sent with what the page fills in, and what that answers is shown beforehand',
  async () => {
    await page.front();
    const send = { tag: 'Messages', id: 'postMessageSendTextByInstanceName' };
    expect(await triedOut(page, send)).toStartWith('201');
    const shown = await page.evaluate<string>(
      `document.querySelector('${selectorOf(send)} .responses-table:not(.live-responses-table)').innerText`,
    );
    expect(shown).toContain('"status": "PENDING"');
  },
  90_000,
);
