/** The manager page as somebody with the global key sees it. */
import { GLOBAL_KEY } from './app.ts';
import type { Browser, Page } from './browser.ts';

/** Opened with the key, and soon up to date whatever happens. */
export async function openManager(
  browser: Browser,
  { url }: { readonly url: string },
): Promise<Page> {
  const page = await browser.page();
  await page.open(`${url}/manager`);
  // The page looks every two seconds, and at once when it is looked at again.
  await page.evaluate(
    "void setInterval(() => document.dispatchEvent(new Event('visibilitychange')), 200)",
  );
  await page.fill('apikey', GLOBAL_KEY);
  await page.press('Open');
  return page;
}
