/** A phone is paired on the manager page, by QR code and by typed code, and the page shows what is so at each step. */
import { afterAll, expect, test } from 'bun:test';
import jsQR from 'jsqr';
import { PNG } from 'pngjs';
import { type FakeWhatsApp, startFakeWhatsApp } from '../../doubles/whatsapp/server.ts';
import { inChromium, startInBrowser } from '../../helpers/in-browser.ts';
import { until } from '../../helpers/until.ts';
import { whatsAppVariables } from '../../helpers/whatsapp.ts';

let whatsapp: FakeWhatsApp;
const { page } = startInBrowser({
  options: async () => {
    whatsapp = await startFakeWhatsApp();
    whatsapp.makesPairingShort = true;
    return { env: whatsAppVariables(whatsapp) };
  },
});
afterAll(() => whatsapp?.stop());

inChromium(() => {
  test('a WhatsApp instance is made, scanned, written to, removed and paired by code', async () => {
    const phone = whatsapp.phone({ number: '5511999990000' });
    const ana = whatsapp.contact({ number: '5511888880000', name: 'Ana' });
    const isShown = (selector: string) =>
      page.evaluate<boolean>(
        `[...document.querySelectorAll(${JSON.stringify(selector)})].some((one) => one.checkVisibility())`,
      );

    await page.fill('Name', 'shop');
    await page.fill('Provider', 'whatsapp');
    await page.press('Create instance');
    await page.shows('Copy the key of');
    await page.shows('QR code 1 of 6');
    await page.press('Connection');
    await page.shows('Linked devices, Link a device.');
    await page.shows('QR code 1 of 6');
    await page.shows('waiting for the QR code to be scanned');

    // The phone looks again, since WhatsApp declares the secret of the first code void.
    await phone.scan(async () => {
      const source = await page.evaluate<string>("document.querySelector('img.qr').src");
      const { data, width, height } = PNG.sync.read(
        Buffer.from(source.split(',')[1] ?? '', 'base64'),
      );
      return jsQR(new Uint8ClampedArray(data), width, height)?.data ?? '';
    });
    await page.shows('This instance is connected.');
    // Nothing is left that would pair it again, and nothing of a sandbox.
    expect(await isShown('.panel form')).toBe(false);
    expect(await page.evaluate<string>('document.body.innerText')).not.toContain('Sandbox:');

    await page.press('Events');
    await ana.writes(phone, { text: 'Are you open?' });
    await page.shows('Ana: Are you open?');
    ana.creates({ subject: 'Crew', members: [phone] });
    await page.shows('JoinedGroup\tCrew');

    await page.press('Conversations');
    const row =
      "[...document.querySelectorAll('.chat-row')].find((one) => one.innerText.includes('Ana'))";
    await until('the chat with Ana is listed', () => page.evaluate<boolean>(`!!${row}`));
    await page.evaluate(`${row}.click()`);
    await page.write('Message', 'Until nine');
    await page.press('Send');
    const { id } = await ana.receives(({ text }) => text === 'Until nine');
    const isAt = (status: string) =>
      page.evaluate<boolean>(`!!document.querySelector('.bubble [data-status=${status}]')`);
    await until('it is delivered', () => isAt('Delivered'));
    ana.reads(phone, [id]);
    await until('it is read', () => isAt('Read'));
    await ana.reactsTo(phone, id, '🎉');
    await page.shows('🎉 Ana');
    await ana.writes(phone, { text: 'spoilt' }, { undecryptable: true });
    await page.shows('This message cannot be read. The message could not be deciphered');

    await page.press('Templates');
    await page.shows('A paired phone sends templates as texts');
    await page.fill('Name', 'opening_hours');
    await page.fill('Text', 'We are open until nine.');
    await page.press('Create template');
    await page.shows('Created: APPROVED');

    await page.press('Connection');
    phone.removeDevice();
    await page.shows('logged out');
    await until('it can be connected again', () => isShown('.panel form'));
    await page.evaluate(`(() => {
      const number = document.querySelector('.panel input[name=number]');
      number.value = '+55 (11) 99999-0000';
      number.form.requestSubmit();
    })()`);
    await page.shows('Link with phone number instead');
    await page.shows('Type this on the phone:');
    await phone.type(
      await page.evaluate<string>("document.querySelector('code.pairing').textContent"),
    );
    await page.shows('This instance is connected.');
    expect(page.complaints).toEqual([]);
  });
});
