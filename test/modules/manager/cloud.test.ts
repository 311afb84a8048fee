/** A number of WhatsApp's official API is made on the manager page, and given another token there. */
import { afterAll, expect, test } from 'bun:test';
import { type GraphDouble, startGraph } from '../../doubles/graph/server.ts';
import { inChromium, startInBrowser } from '../../helpers/in-browser.ts';

let double: GraphDouble;
const { page } = startInBrowser({
  options: async () => {
    double = await startGraph();
    return { env: { META_GRAPH_URL: double.url, META_APP_SECRET: 's' } };
  },
});
afterAll(() => double?.stop());

inChromium(() => {
  test('a number of the official API is made with its token, which is replaced when it has died', async () => {
    const account = double.world.addAccount();
    await page.fill('Name', 'shop');
    await page.fill('Provider', 'whatsapp-cloud');
    await page.fill('Phone number ID', account.phoneNumberId);
    await page.fill('Business account ID', account.businessAccountId);
    await page.fill('Access token', 'EAAGwrong0123456789');
    await page.press('Create instance');
    await page.shows('Malformed access token ********');
    await page.fill('Access token', account.accessToken);
    await page.press('Create instance');
    await page.shows('Copy the key of');
    await page.press('Connection');
    await page.shows('This instance is connected.');

    double.world.tokens.delete(account.accessToken);
    await page.press('Actions for shop');
    await page.press('Restart');
    await page.shows('failed');
    await page.fill('Access token', double.world.addToken(account.businessAccountId));
    await page.press('Replace token');
    await page.shows('Meta accepted the token. The instance is connected.');
    await page.shows('This instance is connected.');
    await page.press('Actions for shop');
    await page.press('Log out');
    await page.shows('It keeps its number and token');
    expect(page.complaints.filter((one) => !one.includes('400'))).toEqual([]);
    expect(await page.evaluate<string>('document.body.innerText')).not.toContain('EAAG');
  });
});
