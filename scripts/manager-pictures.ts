/**
 * Takes the pictures of the manager that the README shows, into docs/pictures: `bun run scripts/manager-pictures.ts`.
 * It starts a service with instances of the sandbox, and needs Chromium.
 */

import { manualClock } from '../test/doubles/manual-clock.ts';
import { respond, startReceiver } from '../test/doubles/receiver.ts';
import { ACCESS_TOKEN, GLOBAL_KEY, type RunningApp, startApp } from '../test/helpers/app.ts';
import { type Page, startBrowser } from '../test/helpers/browser.ts';
import { until } from '../test/helpers/until.ts';

const FOLDER = new URL('../docs/pictures/', import.meta.url).pathname;
/** Numbers that nobody can have. */
const SHOP = '12025550100';
const CUSTOMER = '12025550143';
const WIDE = { width: 1280, height: 800 };
const PHONE = { width: 390, height: 780 };

const env = { WEBHOOK_MAX_ATTEMPTS: '2', WEBHOOK_RETRY_DELAY_MS: '1000' };
const app = await startApp({ env });
const receiver = await startReceiver();
const browser = await startBrowser();
await prepareInstances(app);
await preparePipeline(app);
const page = await browser.page();
await page.resize(WIDE.width, WIDE.height);
await signIn(app);

await page.shows('removed by the phone');
await page.shows('Messages received');
await take('overview');
await page.scheme('dark');
await page.resize(PHONE.width, PHONE.height);
await take('overview-phone');
await page.scheme('light');
await page.resize(WIDE.width, WIDE.height);

await show(page, '#/Shop/conversations', 'It is. When will you come by?');
await page.evaluate("document.querySelector('.chat-row').click()");
await page.shows('Phone of Customer');
await until('the chat and the phone show the answer', async () => {
  const text = String(await page.evaluate('document.body.innerText'));
  return text.split('Good morning! Until eight.').length === 3;
});
await take('conversation');
await show(page, '#/Shop%20north', 'QR code 1 of 6');
await scrollTo('.tabs');
await take('pairing');
await show(page, '#/Warehouse/deliveries', 'Connection refused');
await page.shows('Messages received');
await take('deliveries');
const [pipeline] = (await app.call('GET', '/api/v1/pipelines')).body.data;
await show(page, `#crm/pipelines/${pipeline.id}`, 'Delivered');
await take('pipeline');
const day = await startDay();
await signIn(day);
await page.open(`${day.url}/manager#/Shop/endpoints/default`);
await page.shows('p95');
await take('endpoint');

await browser.close();
await receiver.stop();
await app.stop();
await day.stop();
process.exit(0);

async function signIn({ url }: RunningApp): Promise<void> {
  await page.open(`${url}/manager`);
  await page.fill('apikey', GLOBAL_KEY);
  await page.fill('api_access_token', ACCESS_TOKEN);
  await page.press('Sign in');
}

async function take(name: string): Promise<void> {
  await page.evaluate("document.documentElement.style.scrollbarWidth = 'none'");
  await page.screenshot(`${FOLDER}${name}.png`, 'window');
}

async function show(page: Page, route: string, text: string): Promise<void> {
  await page.open(`${app.url}/manager${route}`);
  await page.shows(text);
}

/** So that the picture shows what it is about. */
async function scrollTo(selector: string): Promise<void> {
  await page.evaluate(`document.querySelector('${selector}').scrollIntoView()`);
}

async function prepareInstances({ call, openInstance }: RunningApp): Promise<void> {
  for (const name of ['Shop', 'Warehouse', 'Kiosk']) await openInstance(name);
  for (const name of ['Shop north', 'Shop south', 'Workshop'])
    await call('POST', '/instance/create', {
      instanceName: name,
      provider: 'sandbox',
      number: SHOP,
    });
  await call('GET', '/instance/connect/Shop north');
  const say = (name: string, text: string) =>
    call('POST', `/sandbox/${name}/message`, {
      ...{ kind: 'text', from: CUSTOMER, pushName: 'Customer' },
      text,
    });
  const answer = (text: string) =>
    call('POST', '/message/sendText/Shop', { number: CUSTOMER, text });
  await call('POST', '/webhook/set/Shop', { enabled: true, url: `${receiver.url}/hook` });
  await call('POST', '/webhook/set/Warehouse', { enabled: true, url: 'http://127.0.0.1:9/hook' });
  await say('Shop', 'Hello, are you open today?');
  await answer('Good morning! Until eight.');
  await say('Shop', 'Is the blue one in stock?');
  await call('POST', '/message/sendPoll/Shop', {
    number: CUSTOMER,
    name: 'It is. When will you come by?',
    values: ['Today', 'Tomorrow'],
  });
  for (const text of ['Box 17 is packed', 'Box 18 is packed']) await say('Warehouse', text);
  await call('POST', '/sandbox/Kiosk/remove');
  await until('deliveries are discarded', async () => {
    const { body } = await call('GET', '/delivery/find/Warehouse?state=waiting');
    return body.deliveries.length === 0;
  });
  await until(
    'the figures are written',
    async () => (await call('GET', '/instance/figures')).body.messagesReceived >= 4,
    30_000,
  );
}

async function preparePipeline({ call }: RunningApp): Promise<void> {
  const stages = ['New', 'Quoted', 'Paid', 'Delivered'];
  const colors = ['#3B82F6', '#A855F7', '#F59E0B', '#22C55E'];
  const { body } = await call('POST', '/api/v1/pipelines', { pipeline: { name: 'Orders' } });
  for (const [index, name] of stages.entries())
    await call('POST', `/api/v1/pipelines/${body.data.id}/pipeline_stages`, {
      pipeline_stage: { name, color: colors[index] },
    });
}

/** Starts a service that a day of messages has passed through, some of them slower than others. */
async function startDay(): Promise<RunningApp> {
  const clock = manualClock(Date.now() - 24 * 3_600_000);
  const day = await startApp({ clock, env });
  await day.openInstance('Shop');
  const webhook = { enabled: true, url: `${receiver.url}/orders`, events: ['MESSAGE'] };
  await day.call('POST', '/webhook/set/Shop', webhook);
  for (let half = 0; half < 48; half++) {
    const failures = half % 9 === 4 ? 2 : 0;
    const texts = 4 + Math.round(4 * Math.sin(half / 5));
    receiver.script(...Array.from({ length: failures }, () => respond(503)));
    const wanted = receiver.requests.length + texts;
    for (let text = 0; text < texts; text++)
      await day.call('POST', '/sandbox/Shop/message', {
        ...{ kind: 'text', from: `${CUSTOMER.slice(0, -2)}${10 + text}`, text: 'Hello' },
      });
    await until('all were posted', () => receiver.requests.length >= wanted);
    await clock.advance(1_800_000);
  }
  return day;
}
