/** The page of the API in a real browser: what it shows, and trying operations out on it. */
import { beforeAll, expect, test } from 'bun:test';
import { GLOBAL_KEY } from '../../helpers/app.ts';
import { axeFindings } from '../../helpers/axe.ts';
import { inChromium, startInBrowser } from '../../helpers/in-browser.ts';
import { until } from '../../helpers/until.ts';

/** Drawing a group takes a second of CPU, and more while other tests run. */
const DRAWN_MS = 30_000;

const { app, page } = startInBrowser({ instances: ['shop'], entered: null });

const isThere = (expression: string) => () =>
  page.evaluate<boolean>(`Boolean(document.body && (${expression}))`);

/** Does it in the page once `selector` is there; `it` is the element. */
const once = (selector: string, action: string) =>
  until(
    `${selector} is on the page`,
    () =>
      page.evaluate<boolean>(
        `(() => { const it = document.querySelector('${selector}'); if (!it) return false; ${action}; return true; })()`,
      ),
    DRAWN_MS,
  );

interface Operation {
  readonly tag: string;
  readonly id: string;
}
const LIST: Operation = { tag: 'Instances', id: 'getInstanceFetchInstances' };
const SEND: Operation = { tag: 'Messages', id: 'postMessageSendTextByInstanceName' };
const selectorOf = ({ tag, id }: Operation) => `[id="operations-${tag}-${id}"]`;

/** What an operation answers to "Try it out", with whatever the page has filled in. */
async function triedOut(tried: Operation): Promise<string> {
  const operation = selectorOf(tried);
  await page.evaluate(`void (location.hash = '#/${tried.tag}/${tried.id}')`);
  await once(`${operation} .try-out__btn`, 'it.click()');
  await once(`${operation} .execute`, 'it.click()');
  let answer = '';
  await until('an answer is shown', async () => {
    answer = await page.evaluate<string>(
      `document.querySelector('${operation} .live-responses-table tr.response .response-col_status')?.textContent ?? ''`,
    );
    return answer !== '';
  });
  return answer;
}

inChromium(() => {
  beforeAll(async () => {
    await page.resize(1360, 850);
    await page.open(`${app.url}/swagger`);
  }, 60_000);

  test('the groups fit both sizes, and axe finds nothing wrong with them, light and dark', async () => {
    expect(await axeFindings(page)).toEqual([]);
  }, 60_000);

  test('an operation is found by a word of it, and opened by keyboard', async () => {
    await once('.filter', `it.value = 'send text'; it.dispatchEvent(new Event('input'))`);
    const shown =
      "[...document.querySelectorAll('.group li')].filter((one) => one.checkVisibility())";
    const paths = await page.evaluate<string[]>(`${shown}.map((one) => one.textContent)`);
    expect(paths).toContain('POST /message/sendText');
    expect(paths.length).toBeLessThan(20);
    await once(`.pages a[href$="${SEND.id}"]`, 'it.focus()');
    await page.key('Enter');
    await until(
      'it is open',
      isThere(`document.querySelector('${selectorOf(SEND)}.is-open')`),
      DRAWN_MS,
    );
  }, 60_000);

  test('a key that is typed once serves every operation until the tab is closed, and a text is sent with what the page fills in', async () => {
    await page.open(`${app.url}/swagger`);
    await page.press('Your keys');
    await page.fill('Key (apikey)', GLOBAL_KEY);
    expect(await triedOut(LIST)).toStartWith('200');
    await page.evaluate('globalThis.isLeft = true; location.reload()');
    // Nothing can be asked of a page while it makes way for the next.
    await until('it is loaded again', () =>
      isThere("!globalThis.isLeft && document.readyState === 'complete'")().catch(() => false),
    );
    expect(await triedOut(SEND)).toStartWith('201');
    const beforehand = await page.evaluate<string>(
      `document.querySelector('${selectorOf(SEND)} .responses-table:not(.live-responses-table)').innerText`,
    );
    expect(beforehand).toContain('"status": "PENDING"');
    // What a tab stores for itself goes with it, and no other has it. The manager asks for no key now.
    const places = '[Object.keys(sessionStorage), localStorage.length, document.cookie]';
    expect(await page.evaluate<unknown>(places)).toEqual([['gatehouse.apikey'], 0, '']);
  }, 90_000);

  test('axe finds nothing wrong with an operation that was tried out, and it fits a phone', async () => {
    await page.evaluate(
      `document.querySelector('${selectorOf(SEND)} [data-name="model"]').click()`,
    );
    expect(await axeFindings(page)).toEqual([]);
  }, 90_000);

  test('every operation and every event is on the page of its group', async () => {
    const { body } = await app.call('GET', '/openapi.json');
    const shown = [...Object.values<object>(body.paths), ...Object.values<object>(body.webhooks)];
    const groups = await page.evaluate<string[]>(
      "[...document.querySelectorAll('.overview li a')].map(({ hash }) => hash)",
    );
    let drawn = 0;
    for (const hash of groups) {
      await page.evaluate(`void (location.hash = '${hash}')`);
      const count = await page.evaluate<number>(
        `Number([...document.querySelectorAll('.overview li')].find((one) => one.querySelector('a').hash === '${hash}').querySelector('small').textContent)`,
      );
      const blocks = "document.querySelectorAll('.opblock').length";
      await until(`${hash} shows ${count}`, isThere(`${blocks} === ${count}`), DRAWN_MS);
      drawn += count;
    }
    expect(drawn).toBe(shown.flatMap(Object.keys).length);
    expect(page.complaints).toEqual([]);
    expect(page.requests.filter((url) => !url.startsWith(`${app.url}/`))).toEqual([]);
  }, 90_000);

  test('a reader of Portuguese reads what each operation does in Portuguese, and the rest is marked as English', async () => {
    await page.open(`${app.url}/swagger?language=pt-BR#/${SEND.tag}/${SEND.id}`);
    const summary = `${selectorOf(SEND)} .opblock-summary-description`;
    await once(summary, 'globalThis.summary = it');
    expect(
      await page.evaluate<unknown>(
        `[summary.textContent, summary.closest('[lang]').lang, document.getElementById('swagger-ui').lang]`,
      ),
    ).toEqual(['Enviar um texto', 'pt-BR', 'en']);
    await page.evaluate("void (location.hash = '#/webhooks')");
    await until(
      'the events are in Portuguese too',
      isThere("document.querySelector('.webhooks')?.textContent.includes('Uma ligação terminou')"),
      DRAWN_MS,
    );
  }, 90_000);
});
