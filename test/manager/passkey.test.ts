/** An account that asks for its passkey is paired on the manager page: the link, the code, and a person who confirms. */
import { afterAll, describe, expect, test } from 'bun:test';
import { startApp } from '../helpers/app.ts';
import { startBrowser } from '../helpers/browser.ts';
import { isBrowserMissing } from '../helpers/chromium.ts';
import { openManager } from '../helpers/manager-page.ts';

const ending: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const end of ending.reverse()) await end();
});

describe.skipIf(isBrowserMissing)('in Chromium', () => {
  test('the page opens WhatsApp for the passkey, shows the code, and links nothing before it is confirmed', async () => {
    const app = await startApp();
    const browser = await startBrowser();
    ending.push(
      () => app.stop(),
      () => browser.close(),
    );
    const page = await openManager(browser, app);
    await page.fill('Name', 'shop');
    await page.press('Create instance');
    await page.shows('Copy the key of');
    await page.shows('QR code 1 of 6');
    await page.press('Connection');
    await page.shows('QR code 1 of 6');
    await page.fill('Ask for a passkey', true);
    await page.press('Scan QR code');
    await page.shows('WhatsApp asks for the passkey of this account.');
    const link = `document.querySelector('a[href^="https://web.whatsapp.com/#wapk="]')`;
    expect(await page.evaluate<string>(`${link}.textContent`)).toBe('Open WhatsApp Web');

    await page.press('Use passkey');
    await page.shows('Does the phone show this code?');
    const shown = await page.evaluate<string>(
      "[...document.querySelectorAll('code.pairing')].find((one) => one.checkVisibility()).textContent",
    );
    const { body } = await app.call('GET', '/instance/connectionState/shop');
    expect(body.instance).toMatchObject({
      phase: 'passkey_confirm',
      passkey: { stage: 'confirmation', code: shown },
    });
    await page.press('Confirm code');
    await page.shows('This instance is connected.');
    expect(page.complaints).toEqual([]);
    expect(page.requests.filter((url) => !url.startsWith(`${app.url}/`))).toEqual([]);
  });
});
