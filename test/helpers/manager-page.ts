/** The manager page as somebody with the global key sees it. */
import { GLOBAL_KEY } from './app.ts';
import type { Browser, Page } from './browser.ts';
import { until } from './until.ts';

/** The page looks every two seconds, and at once when it is looked at again: that is what a test that waits does. */
export const LOOK_AGAIN = `if (!(globalThis.looked > performance.now() - 200)) {
  globalThis.looked = performance.now();
  document.dispatchEvent(new Event('visibilitychange'));
}`;

/** Opened with the key, and soon up to date whatever happens; `before` runs in the page ahead of its first request. */
export async function openManager(
  browser: Browser,
  { url }: { readonly url: string },
  before?: string,
): Promise<Page> {
  const page = await browser.page(LOOK_AGAIN);
  await page.open(`${url}/manager`);
  if (before !== undefined) await page.evaluate(before);
  await page.fill('apikey', GLOBAL_KEY);
  await page.press('Sign in');
  return page;
}

/** Loads the page again, as a person does; resolves once the new one is there. */
export async function reload(page: Page): Promise<void> {
  await page.evaluate('globalThis.isLeft = true; void location.reload()');
  const isThere = "globalThis.isLeft === undefined && document.readyState === 'complete'";
  // A page that is being left answers nothing.
  await until('the page is loaded again', () => page.evaluate<boolean>(isThere).catch(() => false));
}
