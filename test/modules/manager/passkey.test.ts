/** An account that asks for its passkey is paired on the manager page: the link, the code, and a person who confirms. */
import { afterAll, expect, test } from 'bun:test';
import { Authenticator } from '../../doubles/authenticator.ts';
import { type FakeWhatsApp, startFakeWhatsApp } from '../../doubles/whatsapp/server.ts';
import { inChromium, startInBrowser } from '../../helpers/in-browser.ts';
import { inProcessVariables, qrOnShow } from '../../helpers/whatsapp.ts';

let whatsapp: FakeWhatsApp;
const { app, page } = startInBrowser({
  options: async () => {
    whatsapp = await startFakeWhatsApp();
    whatsapp.makesPairingShort = true;
    return { env: inProcessVariables(whatsapp) };
  },
});
afterAll(() => whatsapp?.stop());

inChromium(() => {
  test('the page opens WhatsApp for the passkey, shows the code, and links nothing before it is confirmed', async () => {
    await page.fill('Name', 'shop');
    await page.fill('Provider', 'whatsapp');
    await page.press('Create instance');
    await page.shows('Copy the key of');
    await page.shows('QR code 1 of 6');
    await page.press('Connection');
    await page.shows('QR code 1 of 6');
    const phone = whatsapp.phone({ number: '5511999990000', name: 'Shop' });
    phone.passkey = new Authenticator();
    const linked = phone.scan(qrOnShow(app.call));
    await page.shows('WhatsApp asks for the passkey of this account.');
    const link = `document.querySelector('a[href^="https://web.whatsapp.com/#wapk="]')`;
    expect(await page.evaluate<string>(`${link}.textContent`)).toBe('Open WhatsApp Web');

    const state = async () =>
      (await app.call('GET', '/instance/connectionState/shop')).body.instance;
    const path = new URL((await state()).passkey.ceremonyUrl).pathname;
    const { publicKey } = (await app.call('GET', path, undefined, null)).body;
    await app.call('POST', `${path}/response`, phone.passkey.use(publicKey), null);
    await page.shows('Does the phone show this code?');
    const shown = await page.evaluate<string>(
      "[...document.querySelectorAll('code.pairing')].find((one) => one.checkVisibility()).textContent",
    );
    expect(await state()).toMatchObject({
      phase: 'passkey_confirm',
      passkey: { stage: 'confirmation', code: shown },
    });
    await page.press('Confirm code');
    await linked;
    await page.shows('This instance is connected.');
    expect(page.complaints).toEqual([]);
    expect(page.requests.filter((url) => !url.startsWith(`${app.url}/`))).toEqual([]);
  });
});
