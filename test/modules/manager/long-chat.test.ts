/** A chat with thousands of stored messages, read back to its beginning in a real browser. */
import { expect, test } from 'bun:test';
import { connectChromium } from '../../helpers/chromium.ts';
import { inChromium, startInBrowser } from '../../helpers/in-browser.ts';
import { until } from '../../helpers/until.ts';

const MESSAGES = 3_200;
const FROM = '5511988887777';
const FIRST = 'The first of them';

async function say(text: string): Promise<void> {
  const message = { kind: 'text', from: FROM, pushName: 'Ana', text };
  const { status } = await app.call('POST', '/sandbox/shop/message', message);
  expect(status).toBe(201);
}

const { app, page } = startInBrowser({
  instances: ['shop'],
  async fill() {
    await say(FIRST);
    let next = 1;
    const sayOn = async () => {
      while (next < MESSAGES)
        await say(`Message ${next}: ${'some more words '.repeat(next++ % 12)}`);
    };
    await Promise.all(Array.from({ length: 16 }, sayOn));
  },
});

/**
 * Runs in the page: goes to the top again and again until the first message is drawn. Its value is how often messages came
 * above, the most rows that were drawn, and the furthest that the first message in sight was moved, in pixels.
 */
const READ_BACK = `(async () => {
  const log = document.querySelector('.log');
  const rows = () => [...log.querySelectorAll('.message')];
  // The place of the log in the page may change while its surroundings load.
  const topOf = (row) => row.getBoundingClientRect().top - log.getBoundingClientRect().top;
  const frame = () => new Promise(requestAnimationFrame);
  const found = { times: 0, most: 0, moved: 0 };
  while (!log.querySelector('.message .said').textContent.startsWith('${FIRST}')) {
    log.scrollTop = 0;
    const [first] = rows();
    const top = topOf(first);
    while (rows()[0] === first) await frame();
    found.times++;
    found.most = Math.max(found.most, rows().length);
    found.moved = Math.max(found.moved, Math.abs(topOf(first) - top));
  }
  return found;
})()`;

/** Returns how many nodes the page keeps, drawn or not, and the bytes of its objects, once it has let go of the rest. */
async function memoryOfPage() {
  const devtools = await connectChromium();
  try {
    const { targetInfos } = await devtools.send('Target.getTargets');
    const { targetId } = targetInfos.find(({ url }: { url: string }) => url.startsWith(app.url));
    const target = { targetId, flatten: true };
    const { sessionId } = await devtools.send('Target.attachToTarget', target);
    const send = (method: string) => devtools.send(method, {}, sessionId);
    for (const method of ['Performance.enable', 'HeapProfiler.collectGarbage']) await send(method);
    const { metrics } = await send('Performance.getMetrics');
    const metric = (wanted: string): number =>
      metrics.find(({ name }: { name: string }) => name === wanted).value;
    return { nodes: metric('Nodes'), bytes: metric('JSHeapUsedSize') };
  } finally {
    devtools.close();
  }
}

inChromium(() => {
  test('thousands of messages are read back without a jump, while few are drawn and the page keeps no more', async () => {
    await page.resize(1360, 850);
    await page.open(`${app.url}/manager#/shop/conversations/${FROM}%40s.whatsapp.net`);
    await page.has('.log .message');
    const before = await memoryOfPage();
    const found = await page.evaluate<Record<'times' | 'most' | 'moved', number>>(READ_BACK);
    expect(found.times).toBeGreaterThanOrEqual(Math.floor(MESSAGES / 50) - 6);
    expect(found.most).toBe(300);
    expect(found.moved).toBeLessThan(1);
    await page.key('End');
    await page.shows(`Message ${MESSAGES - 1}:`);
    // Preact lets go of rows that are not drawn any more once what is around the log is drawn again.
    await say('One more');
    await page.shows('One more');
    expect(
      await page.evaluate<number>("document.querySelectorAll('.log .message').length"),
    ).toBeLessThanOrEqual(300);
    // A message that is not drawn has no nodes: 300 rows instead of 50 are about 8,000 of them.
    await until('the page keeps no more', async () => {
      const after = await memoryOfPage();
      const isBounded = after.bytes - before.bytes < MESSAGES * 4_000 + 10_000_000;
      return isBounded && after.nodes - before.nodes < 20_000;
    });
  }, 300_000);
});
