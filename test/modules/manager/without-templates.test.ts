/** The manager of an installation that leaves the templates out. */
import { expect, test } from 'bun:test';
import { inChromium, startInBrowser } from '../../helpers/in-browser.ts';
import { says } from '../../helpers/played-content.ts';

const ANA = '5511988887777';

const { app, page } = startInBrowser({
  options: { env: { GATEHOUSE_WITHOUT: 'templates,graph' } },
  instances: ['shop'],
  async fill() {
    await says(app.call, 'shop', ANA, { kind: 'text', text: 'Good morning' });
  },
});

inChromium(() => {
  test('no instance has a tab of templates, no chat offers to send one, and the accounts are there', async () => {
    await page.shows('Messages/24 h');
    const linksTo = (part: string) =>
      page.evaluate<number>(`document.querySelectorAll('a[href^="#${part}"]').length`);
    expect(await linksTo('crm')).toBeGreaterThan(0);
    const chat = encodeURIComponent(`${ANA}@s.whatsapp.net`);
    await page.open(`${app.url}/manager#/shop/conversations/${chat}`);
    await page.shows('Good morning');
    expect(await linksTo('/shop/labels')).toBe(1);
    expect(await linksTo('/shop/templates')).toBe(0);
    await page.press('Attach a file or choose another message type');
    await page.shows('Buttons');
    const buttons = await page.evaluate<string[]>(
      "[...document.querySelectorAll('button')].map((one) => one.textContent)",
    );
    expect(buttons).not.toContain('Template');
  });
});
