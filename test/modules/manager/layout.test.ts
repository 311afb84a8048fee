/** How the manager page lays out what real use brings: many chats, long conversations, full tables. */
import { expect, test } from 'bun:test';
import { axeFindings } from '../../helpers/axe.ts';
import { inChromium, startInBrowser } from '../../helpers/in-browser.ts';

const ANA = '5511988887777';
const CHATS = 40;
const MESSAGES = 60;
const NOBODY_LISTENS = 'http://127.0.0.1:1/hooks/gatehouse/receiver-of-the-shop-in-the-high-street';

const { app, page } = startInBrowser({
  instances: ['shop'],
  async fill() {
    await app.call('POST', '/webhook/set/shop', { enabled: true, url: NOBODY_LISTENS });
    for (let chat = 0; chat < CHATS; chat++) await hears(`55119777${10_000 + chat}`, 'Hello');
    for (let line = 1; line <= MESSAGES; line++) await hears(ANA, `Line ${line}`);
  },
});

async function hears(from: string, text: string): Promise<void> {
  const message = { kind: 'text', from, pushName: `Person ${from}`, text };
  expect((await app.call('POST', '/sandbox/shop/message', message)).status).toBe(201);
}

const evaluate = <T>(expression: string) => page.evaluate<T>(expression);
const show = async (route: string, selector: string) => {
  await page.open(`${app.url}/manager${route}`);
  await page.has(selector);
};

/** Words of letters and digits that are on more than one line. */
const BROKEN_WORDS = `[...document.querySelectorAll('.dense')].flatMap((table) => {
  const broken = [];
  const texts = document.createTreeWalker(table, NodeFilter.SHOW_TEXT);
  for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
    if (text.parentElement.closest('.address')) continue;
    for (const { index, 0: word } of text.nodeValue.matchAll(/[\\p{L}\\p{N}]+/gu)) {
      const range = document.createRange();
      range.setStart(text, index);
      range.setEnd(text, index + word.length);
      if (new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1) broken.push(word);
    }
  }
  return broken;
})`;

inChromium(() => {
  const CONVERSATION = `#/shop/conversations/${ANA}%40s.whatsapp.net`;
  test.each([
    [1360, 850, CONVERSATION, '.log'],
    [1280, 600, CONVERSATION, '.log'],
    [390, 780, '#/shop/conversations', '.chat-scroller'],
  ])(
    'many chats and messages scroll within their place at %i × %i, and the page does not',
    async (width, height, route, place) => {
      await page.resize(width, height);
      await show(route, place);
      const isLonger = `(({ scrollHeight, clientHeight }) => clientHeight > 0 && scrollHeight > 2 * clientHeight)(document.querySelector('${place}'))`;
      await page.holds(`${place} is longer than it shows`, isLonger);
      expect(await evaluate<number>('document.documentElement.scrollHeight - innerHeight')).toBe(0);
    },
  );

  test.each(['#/', '#/shop/deliveries', '#deliveries', '#/shop/endpoints', '#/shop/events'])(
    'the table at %s breaks no word, and the page is no wider than its window',
    async (route) => {
      for (const width of [1360, 1000, 700]) {
        await page.resize(width, 850);
        await show(route, '.dense tbody tr');
        expect([width, await evaluate<string[]>(BROKEN_WORDS)]).toEqual([width, []]);
        const wider = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
        expect([width, await evaluate<number>(wider)]).toEqual([width, 0]);
      }
      expect(await axeFindings(page)).toEqual([]);
    },
    60_000,
  );

  test('on a phone no entry of the bar is cut, and its menu leads to the other pages', async () => {
    await page.resize(390, 780);
    await show('#/shop/settings', '.tabs');
    const cut = `[...document.querySelectorAll('.header nav, .header a, .header button')]
      .filter((one) => one.checkVisibility() && (one.scrollWidth > one.clientWidth + 1 || one.getBoundingClientRect().right > innerWidth))
      .map((one) => one.textContent)`;
    expect(await evaluate<string[]>(cut)).toEqual([]);
    await page.press('Key and token');
    const links =
      "[...document.querySelectorAll('.header .menu-list a')].filter((one) => one.checkVisibility()).map((one) => new URL(one.href).pathname)";
    expect(await evaluate<string[]>(links)).toEqual(['/', '/docs', '/swagger']);
    await page.resize(1360, 850);
    expect(await evaluate<string[]>(links)).toEqual([]);
    await page.key('Escape');
  });

  test('the colours of a label are beside each other, not one a line', async () => {
    await page.resize(1360, 850);
    await show('#/shop/labels', 'fieldset.choices');
    const [count, lines] = await evaluate<[number, number]>(`(() => {
      const tops = [...document.querySelectorAll('fieldset.choices .choice')].map((one) =>
        Math.round(one.getBoundingClientRect().top),
      );
      return [tops.length, new Set(tops).size];
    })()`);
    expect(count).toBe(20);
    expect(lines).toBeLessThan(5);
  });
});
