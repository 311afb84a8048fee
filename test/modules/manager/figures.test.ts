/** The figures in the manager: numbers with units, and a chart that is read by pointer, by keys and as a table. */
import { expect, test } from 'bun:test';
import { manualClock } from '../../doubles/manual-clock.ts';
import { respond } from '../../doubles/receiver.ts';
import { axeFindings } from '../../helpers/axe.ts';
import { inChromium, startInBrowser } from '../../helpers/in-browser.ts';
import { until } from '../../helpers/until.ts';

const HOUR_MS = 3_600_000;
/** Counts are written this often. */
const WRITTEN_MS = 10_000;
const ENDED = ['delivered', 'discarded'];

const clock = manualClock();
const { app, receiver, page } = startInBrowser({
  options: { clock, env: { WEBHOOK_MAX_ATTEMPTS: '1' } },
  instances: ['shop'],
  async fill() {
    const webhook = { enabled: true, url: receiver.url, events: ['MESSAGE'] };
    await app.call('POST', '/webhook/set/shop', webhook);
  },
});

async function say(texts: number): Promise<void> {
  const wanted = receiver.requests.length + texts;
  for (let n = 0; n < texts; n++)
    await app.call('POST', '/sandbox/shop/message', {
      ...{ kind: 'text', from: `55119888877${10 + n}`, text: 'Hello' },
    });
  await until('all were posted', () => receiver.requests.length === wanted);
  // Only what has ended is counted.
  await until('no delivery is under way', async () => {
    const { body } = await app.call('GET', '/delivery/search?instance=shop&limit=100');
    return body.deliveries.every(({ state }: { state: string }) => ENDED.includes(state));
  });
}
const evaluate = <T>(expression: string) => page.evaluate<T>(expression);
const SLIDER = "document.querySelector('.chart input')";
const valueText = () => evaluate<string>(`${SLIDER}?.ariaValueText ?? ''`);
const facts = () =>
  evaluate<Record<string, string>>(
    `Object.fromEntries([...document.querySelectorAll('.figures > div')].map((one) => one.innerText.split('\\n')))`,
  );

inChromium(() => {
  test('what was delivered and what failed are numbers with units, without waiting for half a minute', async () => {
    await page.open(`${app.url}/manager#/shop/deliveries`);
    await page.shows('Nothing in this time yet.');
    receiver.script(respond(500), ...Array.from({ length: 11 }, () => respond(200)));
    await say(4);
    await clock.advance(WRITTEN_MS);
    await until('they are shown', async () => (await facts())['Failed attempts'] === '1');
    expect(await facts()).toMatchObject({
      ...{
        'Messages received': '4',
        Delivered: '3',
        'Delivery success rate': '75%',
        Discarded: '1',
      },
      p50: expect.stringMatching(/^[\d.]+ (ms|sec)$/),
      p95: expect.stringMatching(/^[\d.]+ (ms|sec)$/),
    });
  });

  test('the arrow keys read the bars, the pointer reads the one beneath it, and a table has them all', async () => {
    await clock.advance(3 * HOUR_MS);
    await say(8);
    await clock.advance(WRITTEN_MS);
    await page.open('about:blank');
    await page.open(`${app.url}/manager#/shop/deliveries`);
    await until('the newest bar is read', async () =>
      (await valueText()).endsWith('Delivered 8 · Failed attempts 0'),
    );
    await evaluate(`${SLIDER}.focus()`);
    for (let pressed = 0; pressed < 6; pressed++) await page.key('ArrowLeft');
    await until('the bar of three hours ago is read', async () =>
      (await valueText()).endsWith('Delivered 3 · Failed attempts 1'),
    );
    await page.shows('Delivered 3 · Failed attempts 1');
    await evaluate(`{
      const { left, width, top } = ${SLIDER}.getBoundingClientRect();
      const at = { clientX: left + width * 0.999, clientY: top + 9, bubbles: true };
      ${SLIDER}.dispatchEvent(new PointerEvent('pointermove', at));
    }`);
    await page.shows('Delivered 8 · Failed attempts 0');
    await page.press('As a table');
    const rows = 'table[aria-label="Deliveries over time"] tbody tr';
    const count = () => evaluate<number>(`document.querySelectorAll('${rows}').length`);
    await until('each half hour of a day is a row', async () => (await count()) === 48);
    expect(await axeFindings(page)).toEqual([]);
    await page.press('7 d');
    await until('each four hours of a week are a row', async () => (await count()) === 42);
    const names = "[...document.querySelectorAll('.hours > span')].length";
    expect(await evaluate<number>(names)).toBeOneOf([6, 7]);
    await page.press('1 h');
    await until('each five minutes of an hour are a row', async () => (await count()) === 12);
    expect(await evaluate<number>(names)).toBeOneOf([5, 6]);
    expect(page.complaints).toEqual([]);
  });

  test('the name of an hour that has just begun leaves the page as wide as its window', async () => {
    await page.resize(768, 850);
    // One of four hours has a name, wherever the browser is.
    for (let hour = 0; hour < 4; hour++) {
      await clock.advance(HOUR_MS);
      await page.open('about:blank');
      await page.open(`${app.url}/manager#/shop/deliveries`);
      await page.has('.hours span');
      const wider = '(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)';
      expect(await evaluate(`${wider}(document.documentElement)`)).toBe(0);
    }
  });
});
