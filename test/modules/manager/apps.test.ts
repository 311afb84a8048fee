/** Connecting Chatwoot and Typebot to an instance on the manager page: what is pasted there, and what comes back. */
import { beforeEach, expect, test } from 'bun:test';
import { startChatwoot } from '../../clients/chatwoot-inbox.ts';
import { startTypebot } from '../../clients/typebot-bot.ts';
import { axeFindings } from '../../helpers/axe.ts';
import { isBrowserMissing } from '../../helpers/chromium.ts';
import { inChromium, startInBrowser } from '../../helpers/in-browser.ts';
import { says } from '../../helpers/played-content.ts';

const { app, page } = startInBrowser({ instances: ['shop'] });
beforeEach(async () => {
  if (isBrowserMissing) return;
  await page.open(`${app.url}/manager#/shop/apps`);
  await page.shows('Connect an app');
});

const shop = async () => (await app.call('GET', '/instance/fetchInstances')).body[0];
const endpoints = async () => (await app.call('GET', '/webhook/endpoints/shop')).body.endpoints;
/** The texts of the values that the page shows, in their order. */
const values = () =>
  page.evaluate<string[]>(
    "[...document.querySelectorAll('.facts code')].map((one) => one.innerText)",
  );
/** Who the apps are for: they ask for these alone. */
const stage = async () => {
  const { phoneNumberId, ownerJid } = await shop();
  return { phoneNumberId, number: `${ownerJid}`.split('@')[0] ?? '' };
};
const MESSAGE = { kind: 'text', from: '5511888880000', text: 'Hello', pushName: 'Ana' };
const arrives = async (): Promise<string> =>
  (await app.call('POST', '/sandbox/shop/message', MESSAGE)).body.messageId;

inChromium(() => {
  test('the four values are there to copy, with a new key that may do what such apps do, and is shown until one leaves', async () => {
    const { phoneNumberId, wabaId } = await shop();
    expect(await values()).toEqual([`${app.url}/graph`, phoneNumberId, wabaId]);
    await page.press('Copy Phone number ID');
    await page.shows('Copied');
    await page.press('Create a new key');
    await page.shows('An instance has one key.');
    await page.press('Replace key');
    await page.shows('Shown until you leave this page.');
    const [, , , key = ''] = await values();
    const headers = { authorization: `Bearer ${key}` };
    const answer = await fetch(`${app.url}/graph/v25.0/${phoneNumberId}`, { headers });
    expect(await answer.json()).toMatchObject({ id: phoneNumberId });
    expect(await shop()).toMatchObject({ keyScopes: ['read', 'send', 'settings'] });
    expect(await axeFindings(page)).toEqual([]);
    await page.open(`${app.url}/manager`);
    await page.shows('Messages/24 h');
    expect(await page.evaluate<string>('document.documentElement.outerHTML')).not.toContain(key);
  });

  test('Chatwoot is connected in one action, by keyboard too, and again at another address', async () => {
    let secret = '';
    const chatwoot = startChatwoot(await stage(), () => secret);
    await page.fill('Callback URL', chatwoot.callbackUrl);
    await page.fill('Verify token', 'another-token');
    await page.focus('Connect Chatwoot');
    await page.key('Enter');
    await page.shows('challenge');
    expect(await endpoints()).not.toContainEqual(expect.objectContaining({ name: 'Chatwoot' }));
    await page.fill('Verify token', chatwoot.verifyToken);
    await page.press('Connect Chatwoot');
    await page.shows('Chatwoot accepted the verify token and receives events from now on.');
    secret = (await values()).at(-1) ?? '';
    expect(secret).toStartWith('whsec_');
    expect(await endpoints()).toContainEqual(expect.objectContaining(chatwoot.endpoint));
    expect(await chatwoot.has(await arrives())).toMatchObject({ content: 'Hello', name: 'Ana' });
    expect(await axeFindings(page)).toEqual([]);

    await page.fill('Callback URL', `${chatwoot.callbackUrl}?moved`);
    await page.fill('Verify token', chatwoot.verifyToken);
    await page.press('Connect Chatwoot');
    await page.shows('Chatwoot is connected. Events go to this address.');
    const own = (await endpoints()).filter(({ name }: { name: string }) => name === 'Chatwoot');
    expect(own).toMatchObject([{ url: `${chatwoot.callbackUrl}?moved` }]);
    await chatwoot.stop();
  });

  test('Typebot is connected with what it takes, and nothing else comes to it', async () => {
    const typebot = startTypebot();
    await page.fill('Typebot', true);
    await page.fill('Callback URL', typebot.callbackUrl);
    await page.fill('Verify token', typebot.verifyToken);
    await page.press('Connect Typebot');
    await page.shows('Typebot accepted the verify token');
    expect(await endpoints()).toContainEqual(expect.objectContaining(typebot.endpoint));
    const about = await arrives();
    await says(app.call, 'shop', '5511888880000', { kind: 'edit', about, text: 'Hi' });
    await app.call('POST', '/sandbox/shop/message', { ...MESSAGE, text: 'the last one' });
    await typebot.has(({ text }) => text === 'the last one');
    expect(typebot.messages.map(({ text }) => text)).toEqual(['Hello', 'the last one']);
    expect(typebot.refused).toEqual([]);
    await typebot.stop();
  });

  test('it is there in Portuguese and Spanish, and as wide as a phone', async () => {
    const choose = async (language: string, text: string) => {
      await page.press(language);
      const isShown = `document.body?.innerText.includes(${JSON.stringify(text)}) ?? false`;
      // Nothing can be asked of a page while it makes way for the next.
      await page.holds('the page is in that language', isShown);
    };
    await choose('Português (Brasil)', 'Conectar um aplicativo');
    await page.shows('Conectar Chatwoot');
    await page.resize(390, 844);
    const excess = 'document.documentElement.scrollWidth - innerWidth';
    expect(await page.evaluate<number>(excess)).toBeLessThanOrEqual(0);
    await page.resize(1360, 850);
    await choose('Español', 'Conectar una aplicación');
    await choose('English', 'Connect an app');
  });
});
