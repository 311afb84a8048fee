/** The CRM of the manager in another language than that in which the service answers. */
import { expect, test } from 'bun:test';
import { GLOBAL_KEY } from '../../helpers/app.ts';
import type { Page } from '../../helpers/browser.ts';
import { inChromium, startInBrowser } from '../../helpers/in-browser.ts';
import { until } from '../../helpers/until.ts';

const { app, browser } = startInBrowser({ entered: null });

const make = async (path: string, body: object, headers: Record<string, string>) =>
  (await app.call('POST', `/api/v1${path}`, body, GLOBAL_KEY, headers)).body.data;

/** The CRM in Portuguese, which a cookie keeps for the pages after the first. */
async function openCrm(token: string, route: string): Promise<Page> {
  const page = await browser.page();
  await page.open(`${app.url}/manager${route}`);
  const isPortuguese = "document.documentElement?.lang === 'pt-BR'";
  if (!(await page.evaluate<boolean>(isPortuguese))) await page.press('Português (Brasil)');
  await page.holds('it is Portuguese', isPortuguese);
  await page.fill('api_access_token', token);
  await page.press('Entrar');
  return page;
}

/** Waits for the line, and for the sentence of the service's own answer to be nowhere. */
async function says(page: Page, line: string): Promise<void> {
  const lines =
    "[...document.querySelectorAll('.crm [role=status]')].map((one) => one.textContent)";
  await until(line, async () => (await page.evaluate<string[]>(lines)).includes(line));
  expect(await page.evaluate<string>('document.body.innerText')).not.toContain('successfully');
}

inChromium(() => {
  test('what became of a change of the CRM is said in the language of its reader alone', async () => {
    const accounts = (await app.call('GET', '/api/v1/accounts')).body.data;
    const home = { 'account-id': accounts[0].id };
    const bia = await make('/users', { name: 'Bia', email: 'bia@example.com' }, home);
    const { token } = await make('/access_tokens', { name: 'bound' }, home);
    const page = await openCrm(token, '#crm/pipelines');
    await page.press('Novo funil');
    await page.fill('Nome', 'Vendas');
    await page.press('Criar');
    await says(page, 'Você criou Vendas');
    await page.press('Ações Vendas');
    await page.press('Editar Vendas');
    await page.fill('Descrição', 'do ano');
    await page.press('Salvar');
    await says(page, 'Salvo');
    await page.press('Ações Vendas');
    await page.press('Excluir Vendas');
    await page.press('Excluir Vendas agora');
    await says(page, 'Excluído');

    const inbox = await make('/inboxes', { name: 'Balcão', channel_type: 'api' }, home);
    await page.open(`${app.url}/manager#crm/inboxes/${inbox.id}`);
    await page.fill('Pessoa', bia.id);
    await page.press('Adicionar');
    await says(page, 'Salvo');
    await page.press('Ações Bia');
    await page.press('Remover Bia');
    await page.press('Remover Bia agora');
    await page.shows('Nenhum membro ainda.');
    await says(page, 'Salvo');

    await page.press('Tokens de acesso');
    await page.press('Novo token de acesso');
    await page.fill('Nome', 'robô');
    await page.press('Criar');
    await page.press('Concluir');
    await says(page, 'Você criou robô');
    await page.press('Ações robô');
    await page.press('Trocar segredo robô');
    await page.press('Trocar o segredo de robô');
    await page.press('Concluir');
    await says(page, 'robô tem um novo segredo');
  });

  test('an invitation is sent, answered and left in the language of the reader alone', async () => {
    const accounts = (await app.call('GET', '/api/v1/accounts')).body.data;
    const home = { 'account-id': accounts[0].id };
    const shop = await make('/accounts', { name: 'Loja' }, {});
    const there = { 'account-id': shop.id };
    const boss = { name: 'Ana', email: 'ana@example.com', role: 'account_owner' };
    const owner = await make('/users', boss, there);
    const owning = await make('/access_tokens', { name: 'ana', user_id: owner.id }, there);
    const guest = await make('/users', { name: 'Davi', email: 'davi@example.com' }, home);
    const wide = { name: 'davi', user_id: guest.id, account_id: null };
    const guestToken = await make('/access_tokens', wide, home);
    // Once they have replaced the secret, nobody else knows it.
    const mine = { api_access_token: guestToken.token };
    const own = await make(`/access_tokens/${guestToken.id}/rotate`, {}, mine);

    const page = await openCrm(owning.token, '#crm/people');
    const link = async () => {
      await page.has('dialog code');
      const shown = await page.evaluate<string>("document.querySelector('dialog code').innerText");
      await page.press('Concluir');
      return shown.slice(shown.indexOf('#'));
    };
    await page.press('Nova pessoa');
    await page.fill('Nome', 'Davi');
    await page.fill('E-mail', 'davi@example.com');
    await page.press('Criar');
    await link();
    await says(page, 'Convite para davi@example.com');
    await page.press('Ações davi@example.com');
    await page.press('Novo link davi@example.com');
    const first = await link();

    const other = await openCrm(own.token, first);
    await other.press('Recusar Loja');
    await says(other, 'Convite recusado.');
    const invited = { name: 'Davi', email: 'davi@example.com' };
    const again = await make('/users', invited, there);
    await other.fill('Link ou segredo', again.secret);
    await other.press('Mostrar convite');
    await other.press('Aceitar Loja');
    await says(other, 'Convite aceito. Escolha a conta em Contas para trabalhar nela.');
    await other.press('Contas');
    await other.press('Ações Loja');
    await other.press('Usar Loja');
    await other.holds(
      'it is used',
      "document.querySelector('.crm-nav strong')?.innerText === 'Loja'",
    );
    await other.press('Ações Loja');
    await other.press('Sair de Loja');
    await other.press('Sair de Loja agora');
    await says(other, 'Você saiu de Loja');
  });
});
