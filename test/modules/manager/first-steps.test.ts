/** The first visit of a person who has just started the service: from the printed link to the first delivery. */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import type { LanguageCode } from '../../../src/core/languages/choose.ts';
import { en } from '../../../src/core/languages/en.ts';
import { es } from '../../../src/core/languages/es.ts';
import { ptBR } from '../../../src/core/languages/pt-BR.ts';
import { PAGES } from '../../../src/modules/docs/pages.ts';
import {
  cleanUp,
  freshDataDir,
  isolated,
  spawnService,
} from '../../core/process/spawned-process.ts';
import { startReceiver } from '../../doubles/receiver.ts';
import { axeFindings } from '../../helpers/axe.ts';
import { type Browser, type Page, startBrowser } from '../../helpers/browser.ts';
import { isBrowserMissing } from '../../helpers/chromium.ts';
import { inChromium } from '../../helpers/in-browser.ts';
import { follow, LOOK_AGAIN } from '../../helpers/manager-page.ts';

let browser: Browser;
/** What the start has printed for the person. */
let link: string;
beforeAll(async () => {
  if (isBrowserMissing) return;
  browser = await startBrowser();
  const service = spawnService(isolated(await freshDataDir()));
  [link] = await service.printed(/http:\S+#first\/\S+/);
});
afterAll(async () => {
  await browser?.close();
  await cleanUp();
});

/** A page on which whatever a person does is counted. */
function counted(page: Page) {
  let steps = 0;
  const count =
    <Arguments extends unknown[]>(act: (...values: Arguments) => Promise<void>) =>
    (...values: Arguments) => {
      steps++;
      return act(...values);
    };
  return {
    follow: count((url: string) => follow(page, url)),
    /** Without a mouse: by the Tab key to the button of that name, and Enter. */
    press: count((name: string) => pressByKeys(page, name)),
    fill: count(page.fill),
    steps: () => steps,
  };
}

/** What the first page of the docs says is to be done, and which of it is a button. */
function actionsIn(markdown = '') {
  const actions = markdown.match(/(?<=^\d\. ).+$/gm) ?? [];
  return { actions, buttons: actions.flatMap((one) => one.match(/(?<=^\*\*).+(?=\*\*$)/) ?? []) };
}

/** It takes a person less than these to find a button and press it, or to put an address into a field. */
const SECONDS_FOR_ONE = 10;

/** More than any view has to pass. */
const TABS_MAX = 60;

async function pressByKeys(page: Page, name: string): Promise<void> {
  const has = (where: string) =>
    page.evaluate<boolean>(`${where}.innerText?.trim() === ${JSON.stringify(name)}`);
  await page.shows(name);
  for (let passed = 0; passed < TABS_MAX; passed++) {
    if (await has('document.activeElement')) return page.key('Enter');
    await page.key('Tab');
  }
  throw new Error(`Tab does not lead to "${name}"`);
}

test.each(Object.values({ en, ptBR, es }))(
  'the docs in each language name the buttons as the manager does',
  ({ formats, instances, start }) => {
    // The locale of the formats is the code of the language.
    const { buttons } = actionsIn(PAGES.get('start')?.texts[formats.locale as LanguageCode]);
    expect(buttons).toEqual([instances.create, start.sandboxScans, start.save, start.sendIn]);
  },
);

inChromium(() => {
  test('the six actions that the docs list lead from the printed link to the first delivery, without a phone and without a mouse', async () => {
    const receiver = await startReceiver();
    const page = await browser.page(LOOK_AGAIN);
    const person = counted(page);
    const { actions, buttons } = actionsIn(PAGES.get('start')?.texts.en);
    const [create = '', scan = '', save = '', write = ''] = buttons;
    await page.resize(1360, 850);
    await person.follow(link);
    await page.shows('Create an instance');
    expect(await page.evaluate<string>('location.hash')).toBe('#/');
    expect(await axeFindings(page)).toEqual([]);

    await person.press(create);
    await page.shows('QR code 1 of 6');
    expect(await axeFindings(page)).toEqual([]);
    await person.press(scan);
    await page.shows('Who receives them?');
    expect(await axeFindings(page)).toEqual([]);
    await person.fill('URL', `${receiver.url}/hook`);
    await person.press(save);
    await person.press(write);
    await page.shows(`Message was delivered to ${new URL(receiver.url).host}: status 200`);
    await page.shows('From now on, every event of this instance goes there.');
    expect(await axeFindings(page)).toEqual([]);

    expect(person.steps()).toBe(actions.length);
    expect(person.steps() * SECONDS_FOR_ONE).toBeLessThan(90);
    expect(JSON.parse(receiver.requests[0]?.body ?? '').data.Message.conversation).toBe('Hello');
    expect(page.complaints).toEqual([]);
    await receiver.stop();
  });

  test('a link that was used says so, and asks for the key', async () => {
    const page = await browser.page();
    await counted(page).follow(link);
    await page.shows('The link was already used or has expired after 15 minutes.');
    await page.shows('Enter the global key');
    expect(await page.evaluate<string>('location.hash')).toBe('#/');
  });
});
