/** How long frames take in a large conversation of the manager, while one scrolls, types and receives. */
import { GLOBAL_KEY, type RunningApp } from '../test/helpers/app.ts';
import type { Page } from '../test/helpers/browser.ts';
import { until } from '../test/helpers/until.ts';
import { median, percentile, rate } from './measure.ts';

const CHATS = 200;
const MESSAGES = 5_000;
const INSTANCE = 'conversations';
const ANA = '5511988887777';
const FIRST = 'The first message';
const FRAMES = 300;
/** A message in every so many frames. */
const RECEIVED_EVERY = 15;
/** How long reading all of it back may take. */
const READ_MS = 300_000;

export const CONVERSATION = `/manager#/${INSTANCE}/conversations/${ANA}%40s.whatsapp.net`;
export const SHOWN = "document.querySelector('.log .message') !== null";

/** Fills an instance with chats, one of which is long. */
export async function fillConversations(app: RunningApp): Promise<void> {
  await app.openInstance(INSTANCE);
  const say = (from: string, pushName: string, text: string) =>
    app.call('POST', `/sandbox/${INSTANCE}/message`, { kind: 'text', from, pushName, text });
  await say(ANA, 'Ana', FIRST);
  await rate(CHATS - 1, 16, (index) =>
    say(`55119${10_000_000 + index}`, `Person ${index}`, 'Hello'),
  );
  await rate(MESSAGES - 1, 16, (index) =>
    say(ANA, 'Ana', `Message ${index}: ${'some more words '.repeat(index % 12)}`),
  );
}

/** Runs in the page: calls `step` in so many frames, and resolves with how many ms each of them took. */
const TIMED = `(count, step) => new Promise((done) => {
  const times = [];
  const next = (time) => {
    times.push(time);
    if (times.length > count) return done(times.slice(1).map((one, index) => one - times[index]));
    step(times.length);
    requestAnimationFrame(next);
  };
  requestAnimationFrame(next);
})`;

/** Runs in the page: lets Ana write, and the page look for it. */
const RECEIVE = `async () => {
  await fetch('/sandbox/${INSTANCE}/message', {
    method: 'POST',
    headers: { apikey: '${GLOBAL_KEY}', 'content-type': 'application/json' },
    body: JSON.stringify({ kind: 'text', from: '${ANA}', pushName: 'Ana', text: 'One more' }),
  });
  document.dispatchEvent(new Event('visibilitychange'));
}`;

const scrolled = (place: string, pixels: number) =>
  `() => document.querySelector('${place}').scrollBy(0, ${pixels})`;
const TYPED = "() => document.execCommand('insertText', false, 'a')";
const received = `(frame) => frame % ${RECEIVED_EVERY} === 0 && (${RECEIVE})()`;

/** Measures the conversation that `page` shows. */
export async function frames(page: Page) {
  const row = async (what: string, step: string) => {
    const times = await page.evaluate<number[]>(`(${TIMED})(${FRAMES}, ${step})`);
    const ms = (value: number) => `${value.toFixed(1)} ms`;
    return {
      ...{ frames: what, median: ms(median(times)), p95: ms(percentile(times, 95)) },
      longest: ms(Math.max(...times)),
      elements: await page.evaluate<number>("document.querySelectorAll('*').length"),
    };
  };
  for (const count of [150, CHATS]) {
    await page.press('More chats');
    await page.holds(
      `${count} are listed`,
      `document.querySelectorAll('.chat-row').length === ${count}`,
    );
  }
  const isFirstDrawn = `(log => {
    log.scrollTop = 0;
    return [...log.querySelectorAll('.said')].some((one) => one.textContent === '${FIRST}');
  })(document.querySelector('.log'))`;
  await until('the first message is drawn', () => page.evaluate<boolean>(isFirstDrawn), READ_MS);
  const above = [
    // What the rest of the machine does to frames.
    await row('nothing happens', '() => {}'),
    await row('a message comes while one reads the first', received),
    await row('down the messages', scrolled('.log', 120)),
    await row('up the messages', scrolled('.log', -120)),
    await row('down the chats', scrolled('.chat-scroller', 30)),
    await row('up the chats', scrolled('.chat-scroller', -30)),
  ];
  await page.evaluate("document.querySelector('.to-end').click()");
  await page.holds('it is at its end', "document.querySelector('.to-end') === null");
  const atEnd = [await row('a message comes at the end', received)];
  await page.evaluate("document.querySelector('.composer textarea').focus()");
  return [...above, ...atEnd, await row('a letter is typed', TYPED)];
}
