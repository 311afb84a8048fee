/** The manager page as somebody with the global key sees it. */
import { GLOBAL_KEY } from './app.ts';
import type { Browser, Page } from './browser.ts';

/** The page looks every two seconds, and at once when it is looked at again: that is what a test that waits does. */
export const LOOK_AGAIN = `if (!(globalThis.looked > performance.now() - 200)) {
  globalThis.looked = performance.now();
  document.dispatchEvent(new Event('visibilitychange'));
}`;

export interface EnteredPage {
  /** The global key by default; with null none is entered. */
  readonly apikey?: string | null;
  readonly token?: string;
  /** The address after `/manager`. */
  readonly route?: string;
  /**
   * Whether the page looks for news whenever a test waits, which is the default. Beside a clock that stands still, it
   * would soon have asked too often in a minute.
   */
  readonly looksAgain?: boolean;
  /** Runs in the page ahead of its first request. */
  readonly before?: string;
}

/** Opens the page and enters credentials. */
export async function openManager(
  browser: Browser,
  { url }: { readonly url: string },
  { apikey = GLOBAL_KEY, token, route = '', looksAgain = true, before }: EnteredPage = {},
): Promise<Page> {
  const page = await browser.page(looksAgain ? LOOK_AGAIN : '');
  await page.open(`${url}/manager${route}`);
  if (before !== undefined) await page.evaluate(before);
  if (apikey !== null) await page.fill('apikey', apikey);
  if (token !== undefined) await page.fill('api_access_token', token);
  await page.press('Sign in');
  return page;
}

/** Loads the page again, as a person does; resolves once the new one is there. */
export async function reload(page: Page): Promise<void> {
  await page.evaluate('globalThis.isLeft = true; void location.reload()');
  await page.holds(
    'the page is loaded again',
    "globalThis.isLeft === undefined && document.readyState === 'complete'",
  );
}

/** Goes back as the browser's button does. From another document, the page that is left would not answer. */
export const goBack = (page: Page): Promise<void> =>
  page.evaluate('void setTimeout(() => history.back())');

/** Opens a link whose secret the page removes from its address. */
export async function follow(page: Page, link: string): Promise<void> {
  await page.open('about:blank');
  await page.evaluate(`void (location.href = ${JSON.stringify(link)})`);
  await page.holds(
    'the page is there',
    `location.pathname === ${JSON.stringify(new URL(link).pathname)} && document.readyState === 'complete'`,
  );
}
