/** What most tests of pages begin with: a service, a browser and a receiver of webhooks for all tests of a file. */
import { afterAll, beforeAll, describe } from 'bun:test';
import { type Receiver, startReceiver } from '../doubles/receiver.ts';
import { type AppOptions, type RunningApp, startApp } from './app.ts';
import { type Browser, type Page, startBrowser } from './browser.ts';
import { isBrowserMissing } from './chromium.ts';
import { late } from './late.ts';
import { type EnteredPage, LOOK_AGAIN, openManager } from './manager-page.ts';
import { STARTED_MS } from './shared.ts';

/** Tests in a real browser, which are skipped on a machine that has none. */
export const inChromium = (tests: () => void): void =>
  describe.skipIf(isBrowserMissing)('in Chromium', tests);

interface Parts {
  readonly app: RunningApp;
  /** For pages of one test, which it may close. */
  readonly browser: Browser;
  /** For pages that stay. */
  readonly lasting: Browser;
  readonly receiver: Receiver;
  /** A page that all tests use: loading one costs as much as what they do in it. */
  readonly page: Page;
  /** Starts a service that was stopped again, at its address and with its data. */
  readonly startAgain: () => Promise<void>;
}

interface Start {
  /** How the service is started. */
  readonly options?: AppOptions | (() => Promise<AppOptions>);
  /** The names of sandbox instances that are open. */
  readonly instances?: readonly string[];
  /** Fills the service before the page is opened. */
  readonly fill?: () => Promise<void>;
  /** What is entered on the page of the manager; with null the page stays empty. */
  readonly entered?: EnteredPage | null;
}

/** Starts the parts before the first test of the file and stops them after the last; `fill` can use them already. */
export function startInBrowser({
  options = {},
  instances = [],
  fill,
  entered = {},
}: Start = {}): Parts {
  const parts: { -readonly [Name in keyof Parts]?: Parts[Name] } = {};
  beforeAll(async () => {
    if (isBrowserMissing) return;
    const asked = typeof options === 'function' ? await options() : options;
    const app = await startApp(asked);
    const lasting = await startBrowser();
    Object.assign(parts, {
      ...{ app, lasting, browser: await startBrowser(), receiver: await startReceiver() },
      async startAgain() {
        const env = { ...asked.env, PORT: new URL(app.url).port };
        parts.app = await startApp({ ...asked, dataDir: app.dataDir, env });
      },
    });
    for (const name of instances) await app.openInstance(name);
    await fill?.();
    const page = entered
      ? await openManager(lasting, app, entered)
      : await lasting.page(LOOK_AGAIN);
    if (entered) await page.lacks('.gate');
    parts.page = page;
  }, STARTED_MS);
  afterAll(async () => {
    await parts.browser?.close();
    await parts.lasting?.close();
    await parts.receiver?.stop();
    await parts.app?.stop();
  });
  return {
    ...{ app: late(() => parts.app), page: late(() => parts.page) },
    ...{ browser: late(() => parts.browser), lasting: late(() => parts.lasting) },
    receiver: late(() => parts.receiver),
    startAgain: async () => parts.startAgain?.(),
  };
}
