/** The pages in a real browser: at the size of a desk and of a phone, light and dark, and by keyboard alone. */
import { expect, test } from 'bun:test';
import { PAGES, titleOf } from '../../../src/modules/docs/pages.ts';
import { axeFindings } from '../../helpers/axe.ts';
import { inChromium, startInBrowser } from '../../helpers/in-browser.ts';
import { until } from '../../helpers/until.ts';

/** Looking at all pages takes seconds of CPU, and more while other tests run. */
const LOOKED_AT_MS = 90_000;

const { app, page } = startInBrowser({ entered: null });

const text = (selector: string) =>
  page.evaluate<string>(`document.querySelector('${selector}')?.innerText ?? ''`);
const focused = () => page.evaluate<string>('document.activeElement.innerText');
const open = async (path: string, width: number, height: number) => {
  await page.resize(width, height);
  await page.open(app.url + path);
};

inChromium(() => {
  /** The browser itself notes that the page of an unknown path is a 404. */
  const expectQuiet = (seen: number) => {
    const complaints = page.complaints.slice(seen);
    expect(complaints.filter((one) => !one.includes('status of 404'))).toEqual([]);
    expect(page.requests.filter((url) => !url.startsWith(`${app.url}/`))).toEqual([]);
  };

  test.each(['/', '/docs/receiving', '/nothing'])(
    '%s fits both sizes, axe finds nothing wrong, light and dark, and no other host is asked',
    async (path) => {
      const seen = page.complaints.length;
      await open(path, 1360, 850);
      expect(await axeFindings(page)).toEqual([]);
      expectQuiet(seen);
    },
    LOOKED_AT_MS,
  );

  /** Loading each page, and axe into it, would cost as much as looking at it. */
  const turnTo = (path: string) =>
    page.evaluate<string>(`(async () => {
      const text = await (await fetch('${path}')).text();
      const { body } = new DOMParser().parseFromString(text, 'text/html');
      document.body.replaceChildren(...body.children);
      return document.querySelector('article h1').textContent;
    })()`);

  test(
    'every page of the docs fits both sizes, and axe finds nothing wrong with what it is made of',
    async () => {
      await open('/docs/start', 1360, 850);
      for (const [name, { texts }] of PAGES) {
        expect(await turnTo(`/docs/${name}`)).toBe(titleOf(texts.en));
        expect([name, await axeFindings(page, 'quick')]).toEqual([name, []]);
      }
    },
    LOOKED_AT_MS,
  );

  test('by keyboard the first key leads past the header, and the focus is seen on every link', async () => {
    await open('/', 1360, 850);
    await page.key('Tab');
    expect(await focused()).toBe('Skip to content');
    const names: string[] = [];
    for (let pressed = 0; pressed < 6; pressed++) {
      await page.key('Tab');
      const outline = 'getComputedStyle(document.activeElement).outlineStyle';
      expect(await page.evaluate<string>(outline)).toBe('solid');
      names.push(await focused());
    }
    expect(names).toEqual(['Gatehouse', 'Home', 'Docs', 'API', 'Manager', 'Open the manager']);
  });

  test('a search is opened, gone through and followed by keyboard alone', async () => {
    await open('/docs/start', 1360, 850);
    await page.key('/');
    await page.holds('the field has the focus', "document.activeElement.matches('dialog input')");
    await page.evaluate(`(() => {
      document.activeElement.value = 'voice notes';
      document.activeElement.dispatchEvent(new Event('input', { bubbles: true }));
    })()`);
    await until('something is found', async () => (await text('dialog .results')) !== '');
    await page.key('ArrowDown');
    expect(await focused()).toContain('Voice notes');
    await page.key('ArrowUp');
    expect(await page.evaluate<boolean>("document.activeElement.matches('dialog input')")).toBe(
      true,
    );
    await page.key('ArrowDown');
    await page.key('Enter');
    await page.holds(
      'the section is shown',
      "location.pathname + location.hash === '/docs/sending#voice-notes'",
    );
    await page.key('/');
    await page.key('Escape');
    await page.holds('the search is closed', "!document.querySelector('dialog').open");
  });

  test('axe finds nothing wrong in an open search', async () => {
    await open('/docs/start', 1360, 850);
    await page.press('Search /');
    await page.evaluate(`(() => {
      const field = document.querySelector('dialog input');
      field.value = 'text';
      field.dispatchEvent(new Event('input', { bubbles: true }));
    })()`);
    await until('something is found', async () => (await text('dialog .results')) !== '');
    expect(await axeFindings(page)).toEqual([]);
  });

  test('code is copied whole, with this service as the browser sees it', async () => {
    await open('/docs/start', 1360, 850);
    const inBlock = (rest: string) =>
      page.evaluate<string>(
        `[...document.querySelectorAll('.code')].find((one) => one.textContent.includes('GATE='))${rest}`,
      );
    await inBlock(".querySelector('.copy').click()");
    await until(
      'the button says so',
      async () => (await inBlock(".querySelector('.copy').innerText")) === 'Copied',
    );
    const code = await inBlock(".querySelector('code').innerText");
    expect(code).toContain(`GATE=${app.url}`);
    expect(code).not.toContain('localhost:8080');
  });

  test('on a phone the pages and the contents are closed until somebody opens them', async () => {
    await open('/docs/sending', 390, 844);
    const isShown = (selector: string) =>
      page.evaluate<boolean>(`document.querySelector('${selector}').checkVisibility()`);
    expect([await isShown('.pages nav'), await isShown('.contents nav')]).toEqual([false, false]);
    await page.focus('Docs pages');
    await page.key('Enter');
    await until('the pages are listed', () => isShown('.pages nav'));
    await page.press('Receiving webhooks');
    // Nothing can be asked of a page while it makes way for the next.
    await until('its page is there', () =>
      page
        .evaluate<boolean>(
          "location.pathname === '/docs/receiving' && document.readyState === 'complete'",
        )
        .catch(() => false),
    );
    await page.resize(1360, 850);
    expect([await isShown('.pages nav'), await isShown('.contents nav')]).toEqual([true, true]);
  });
});
