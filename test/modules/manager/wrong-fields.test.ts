/** Forms of the manager in Portuguese, whose wrong fields are named in Portuguese. */
import { expect, test } from 'bun:test';
import { ACCESS_TOKEN, GLOBAL_KEY } from '../../helpers/app.ts';
import type { Page } from '../../helpers/browser.ts';
import { inChromium, startInBrowser } from '../../helpers/in-browser.ts';

const { app, browser } = startInBrowser({
  instances: ['loja'],
  async fill() {
    const page = await browser.page();
    await page.open(`${app.url}/manager`);
    await page.press('Português (Brasil)');
    // It is remembered for the next page.
    await page.holds('the page is in Portuguese', "document.documentElement.lang === 'pt-BR'");
  },
  entered: null,
});

inChromium(() => {
  /** A page in Portuguese, in which the key or the token has been entered. */
  async function enter(field: string, secret: string): Promise<Page> {
    const page = await browser.page();
    await page.open(`${app.url}/manager`);
    await page.fill(field, secret);
    await page.press('Entrar');
    return page;
  }
  const english = (page: Page) =>
    page.evaluate<string[]>(
      "[...document.querySelectorAll('.problem, .status')].map((one) => one.innerText).filter((text) => /\\b(must|is required)\\b/.test(text))",
    );

  test('wrong fields of an endpoint are named in Portuguese: a URL, a range, a length, an unknown value', async () => {
    const page = await enter('apikey', GLOBAL_KEY);
    await page.shows('loja');
    await page.open(`${app.url}/manager#/loja/endpoints`);
    await page.press('Adicionar endpoint');
    await page.fill('Nome', 'x'.repeat(300));
    await page.evaluate(
      "document.querySelector('dialog input[name=url]').value = 'ftp://loja.example.com'",
    );
    await page.press('Mais');
    await page.fill('Tentativas', '99');
    await page.fill('Pausas entre tentativas, ms', '5000');
    await page.evaluate(
      "{ const [one] = document.querySelector('select[name=ordering]').options; one.value = 'other'; one.selected = true; }",
    );
    await page.press('Criar');
    await page.shows('deve ter de 1 a 255 caracteres, sem caracteres de controle');
    await page.shows('deve começar com http:// ou https:// e um host');
    await page.shows('attempts deve ser um número inteiro de 1 a 20');
    await page.shows('deve ser um destes valores: ');
    expect(await english(page)).toEqual([]);
  });

  test('wrong fields of the CRM are named in Portuguese: one that is missing, and a pattern', async () => {
    const page = await enter('api_access_token', ACCESS_TOKEN);
    await page.shows('Função: Super Admin');
    await page.open(`${app.url}/manager#crm/accounts`);
    await page.press('Nova conta');
    await page.fill('Idioma', 'português');
    await page.press('Criar');
    await page.shows('é obrigatório');
    await page.shows('deve ser um idioma, como en ou pt_BR');
    expect(await english(page)).toEqual([]);
  });
});
