/** The list of chats and reading one on the manager page: filters, labels, what is unread, and where a chat scrolls to. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { type RunningApp, startApp } from '../../helpers/app.ts';
import { axeFindings } from '../../helpers/axe.ts';
import { type Browser, type Page, startBrowser } from '../../helpers/browser.ts';
import { isBrowserMissing } from '../../helpers/chromium.ts';
import { openManager } from '../../helpers/manager-page.ts';
import { says } from '../../helpers/played.ts';
import { until } from '../../helpers/until.ts';

const ANA = '5511988887777';
const BIA = '5511977776666';

let browser: Browser;
let app: RunningApp;
let page: Page;
beforeAll(async () => {
  if (isBrowserMissing) return;
  [browser, app] = await Promise.all([startBrowser(), startApp()]);
  page = await openManager(browser, app);
  await page.resize(1360, 850);
  await page.shows('Create instance');
});
afterAll(async () => {
  await browser?.close();
  await app?.stop();
});

const hears = (instance: string, from: string, text: string, pushName = 'Ana') =>
  says(app.call, instance, from, { kind: 'text', pushName, text });
const jidOf = (number: string) => `${number}@s.whatsapp.net`;
const open = (instance: string, number = '') =>
  page.open(
    `${app.url}/manager#/${instance}/conversations${number && `/${encodeURIComponent(jidOf(number))}`}`,
  );
const chatOf = async (instance: string, number: string) =>
  (await app.call('POST', `/chat/findChats/${instance}`, { where: { remoteJid: number } })).body[0];

const evaluate = <T>(expression: string) => page.evaluate<T>(expression);
/** What each row says beside its picture. */
const rows = () =>
  evaluate<string>(
    "[...document.querySelectorAll('.chat-list .chat-row')].map((row) => [...row.children].slice(1).map((one) => one.innerText).join(' ').replace(/\\s+/g, ' ')).join('; ')",
  );
const listed = (names: RegExp) =>
  until(`the list is ${names}`, async () => names.test(await rows()));
const current = () =>
  evaluate<string | undefined>(
    "document.querySelector('.chat-row[aria-current] strong')?.innerText",
  );
/** How far the reader is from the end of the open chat, in pixels. */
const toTheEnd = () =>
  evaluate<number>(
    "(({ scrollHeight, scrollTop, clientHeight }) => scrollHeight - scrollTop - clientHeight)(document.querySelector('.log'))",
  );

describe.skipIf(isBrowserMissing)('in Chromium', () => {
  test('the wheel never moves the page, over an empty chat and past the end of the list and of a chat', async () => {
    await app.openInstance('wheel');
    for (let one = 0; one < 40; one++) await hears('wheel', `${55119800}${10_000 + one}`, 'Hello');
    for (let one = 0; one < 40; one++) await hears('wheel', ANA, `message ${one}`);
    await open('wheel');
    await listed(/Ana/);
    const turned = async (selector: string) => {
      for (let turn = 0; turn < 4; turn++) await page.wheel(selector, 3_000);
      await page.wheel(selector, -10_000);
      await page.wheel(selector, 10_000);
      const { tall, top } = await evaluate<{ tall: number; top: number }>(
        '({ tall: document.documentElement.scrollHeight - innerHeight, top: scrollY })',
      );
      expect([selector, tall, top]).toEqual([selector, 0, 0]);
    };
    for (const part of ['.thread.nothing', '.chat-scroller']) await turned(part);
    await open('wheel', ANA);
    await page.shows('message 39');
    for (const part of ['.log', '.chat-scroller', '.composer', '.thread-head']) await turned(part);
    await open('wheel', BIA);
    await page.shows('No messages yet.');
    await turned('.log');
  });

  test('a chat stays at its end when something in it grows, and leaves it only when the reader does', async () => {
    await app.openInstance('late');
    for (let one = 0; one < 30; one++) await hears('late', ANA, `message ${one}`);
    await open('late', ANA);
    await page.shows('message 29');
    await until('it is at its end', async () => (await toTheEnd()) < 2);
    // A picture that has loaded before the browser tells of the last time the chat was scrolled.
    await evaluate(`(() => {
      document.querySelector('.message:last-child .bubble').style.paddingBottom = '400px';
      document.querySelector('.log').dispatchEvent(new Event('scroll'));
    })()`);
    await until('it is held there', async () => (await toTheEnd()) < 2);
    await page.wheel('.log', -600);
    await page.shows('Go to newest messages');
    expect(await toTheEnd()).toBeGreaterThan(80);
  });

  test('a picture has its room before it has loaded', async () => {
    await app.openInstance('pictures');
    await hears('pictures', ANA, 'Look');
    const picture = { mimetype: 'image/jpeg', fileLength: 90_000, width: 600, height: 300 };
    const Info = { Chat: jidOf(ANA), Sender: jidOf(ANA), Type: 'media', MediaType: 'image' };
    const data = { Info, Message: { imageMessage: picture } };
    const { status } = await app.call('POST', '/sandbox/pictures/event', {
      event: 'Message',
      data,
    });
    expect(status).toBe(200);
    await open('pictures', ANA);
    await until('it has its room', () =>
      evaluate<boolean>("document.querySelector('.file') !== null"),
    );
    const [width = 0, height = 0] = await evaluate<number[]>(
      "(({ width, height }) => [width, height])(document.querySelector('.file').getBoundingClientRect())",
    );
    expect(width).toBeGreaterThan(300);
    expect(width / height).toBeCloseTo(2, 1);
  });
});
