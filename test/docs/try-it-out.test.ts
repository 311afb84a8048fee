/** The page of the API in a real browser: what it shows, and trying operations out on it. */
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
  await page.open(`${app.url}/swagger`);
}, 60_000);
afterAll(async () => {
  await browser?.close();
  await app?.stop();
});

/** Drawing hundreds of operations takes seconds of CPU, and more while other tests run. */
const DRAWN_MS = 30_000;
const WIDTH = 1280;

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
const SEND: Operation = { tag: 'Messages', id: 'postMessageSendTextByInstanceName' };
const selectorOf = ({ tag, id }: Operation) => `[id="operations-${tag}-${id}"]`;

async function authorize(page: Page): Promise<void> {
  await once(page, '.auth-wrapper .authorize', 'it.click()');
  await once(page, '.auth-container input', type(GLOBAL_KEY));
  await once(page, '.auth-btn-wrapper .authorize', 'it.click()');
  await once(page, '.auth-btn-wrapper .btn-done', 'it.click()');
}

/** What an operation answers to "Try it out", with whatever the page has filled in. */
async function triedOut(page: Page, tried: Operation): Promise<string> {
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
  'a key that is typed once serves every operation until the tab is closed, and a text is sent with what the page fills in',
  async () => {
    await authorize(page);
    expect(await triedOut(page, LIST)).toStartWith('200');
    await page.open(`${app.url}/swagger`);
    expect(await triedOut(page, SEND)).toStartWith('201');
    const beforehand = await page.evaluate<string>(
      `document.querySelector('${selectorOf(SEND)} .responses-table:not(.live-responses-table)').innerText`,
    );
    expect(beforehand).toContain('"status": "PENDING"');
    // What a tab stores for itself goes with it, and no other has it.
    const places = '[sessionStorage.length, localStorage.length, document.cookie]';
    expect(await page.evaluate<unknown>(places)).toEqual([1, 0, '']);
    expect(page.complaints).toEqual([]);
    expect(page.requests.filter((url) => !url.startsWith(`${app.url}/`))).toEqual([]);
  },
  90_000,
);

test.skipIf(isBrowserMissing)(
  'every operation and every event is on the page once its group is open',
  async () => {
    const { body } = await app.call('GET', '/swagger/json');
    const shown = [...Object.values<object>(body.paths), ...Object.values<object>(body.webhooks)];
    await once(page, '.opblock-tag', '');
    // Of a long page only what is on the screen is drawn.
    await page.resize(WIDTH, 40_000);
    await page.evaluate(`void [...document.querySelectorAll('.opblock-tag')].forEach(({ dataset }) =>
      page.getSystem().layoutActions.show(['operations-tag', dataset.tag], true))`);
    const drawn = "new Set([...document.querySelectorAll('.opblock')].map(({ id }) => id)).size";
    const operations = shown.flatMap(Object.keys).length;
    const isAllDrawn = async () => (await page.evaluate<number>(drawn)) === operations;
    await until('all are drawn', isAllDrawn, DRAWN_MS);
    await page.resize(WIDTH, 900);
  },
  90_000,
);
