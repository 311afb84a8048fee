/** How large the pages for browsers are, how soon something is drawn, and how long frames take: in Chromium, without a cache. */
import { GLOBAL_KEY, startApp } from '../test/helpers/app.ts';
import { type Page, startBrowser } from '../test/helpers/browser.ts';
import { until } from '../test/helpers/until.ts';
import { CONVERSATION, fillConversations, frames, SHOWN } from './frames.ts';
import { median, table } from './measure.ts';

const RUNS = 5;
const INSTANCES = 1_000;

interface Load {
  readonly files: number;
  readonly kilobytes: number;
  readonly scriptKilobytes: number;
  readonly firstPaintMs: number;
  readonly shownMs: number;
}

/** Bytes as they came over the network, headers included. */
const ENTRIES = `(() => {
  const entries = [
    ...performance.getEntriesByType('navigation'),
    ...performance.getEntriesByType('resource').filter(({ name }) => name.startsWith(location.origin)),
  ];
  return {
    files: entries.length,
    kilobytes: Math.round(entries.reduce((sum, { transferSize }) => sum + transferSize, 0) / 1000),
    scriptKilobytes: Math.round(
      entries.reduce((sum, { name, encodedBodySize }) => sum + (name.includes('.js') ? encodedBodySize : 0), 0) / 1000,
    ),
    firstPaintMs: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0,
    shownMs: performance.now(),
  };
})()`;

const app = await startApp();
const browser = await startBrowser();
const fresh = async (url: string, prepare?: (page: Page) => Promise<void>) => {
  const page = await browser.page();
  await page.forgetFiles();
  await prepare?.(page);
  await page.open(url);
  return page;
};

/** A page that nobody has opened before, until `isShown` is true in it. */
async function load(
  path: string,
  isShown: string,
  prepare?: (page: Page) => Promise<void>,
): Promise<Load> {
  const page = await fresh(app.url + path, prepare);
  await until(`${path} is shown`, () => page.evaluate<boolean>(isShown), 30_000);
  await until('it is painted', async () => (await page.evaluate<Load>(ENTRIES)).firstPaintMs > 0);
  return page.evaluate<Load>(ENTRIES);
}

async function row(page: string, run: () => Promise<Load>) {
  const loads: Load[] = [];
  for (let index = 0; index < RUNS; index++) loads.push(await run());
  const of = (value: (one: Load) => number) => median(loads.map(value));
  return {
    page,
    files: of(({ files }) => files),
    bytes: `${of(({ kilobytes }) => kilobytes)} kB`,
    script: `${of(({ scriptKilobytes }) => scriptKilobytes)} kB`,
    'first paint': `${Math.round(of(({ firstPaintMs }) => firstPaintMs))} ms`,
    'all there': `${Math.round(of(({ shownMs }) => shownMs))} ms`,
  };
}

const signedIn = async (page: Page) => {
  await page.open(`${app.url}/manager/main.css`);
  await page.evaluate(`sessionStorage.setItem('gatehouse.apikey', '${GLOBAL_KEY}')`);
};
await fillConversations(app);
const conversation = await row('/manager, a chat of 5 000 messages', () =>
  load(CONVERSATION, SHOWN, signedIn),
);
const opened = await fresh(app.url + CONVERSATION, signedIn);
await until('the chat is shown', () => opened.evaluate<boolean>(SHOWN), 30_000);
await opened.resize(1360, 850);
const frameRows = await frames(opened);
await browser.closePages();
for (let at = 0; at < INSTANCES; at += 50)
  await Promise.all(
    Array.from({ length: 50 }, (_, index) =>
      app.call('POST', '/instance/create', {
        instanceName: `shop ${at + index}`,
        provider: 'sandbox',
      }),
    ),
  );
// The manager last: its pages go on asking while others are loaded.
const rows = [
  await row('/', () => load('/', "document.querySelector('main h1') !== null")),
  await row('/docs/start', () => load('/docs/start', "document.querySelector('main h1') !== null")),
  await row('/docs/variables, the longest', () =>
    load('/docs/variables', "document.querySelector('.search-button')?.hidden === false"),
  ),
  await row('/swagger, all groups', () =>
    load('/swagger', "document.querySelectorAll('.overview li').length > 30"),
  ),
  await row('/swagger#/Messages, its operations', () =>
    load('/swagger#/Messages', "document.querySelectorAll('.opblock').length > 20"),
  ),
  await row('/manager, the form for the key', () =>
    load('/manager', "document.querySelector('.gate') !== null"),
  ),
  await row(`/manager, ${INSTANCES} instances`, () =>
    load(
      '/manager',
      "document.querySelectorAll('table[aria-label=Instances] tbody tr').length === 100",
      signedIn,
    ),
  ),
  conversation,
];
table(rows);
table(frameRows);
await browser.close();
await app.stop();
process.exit(0);
