import type { gate as english } from '../en/gate.ts';

export const gate: typeof english = {
  title: 'Manager',
  key: 'Informe a chave global ou a chave de uma instância. A primeira inicialização exibiu a chave global; ela também está em `secrets.json`, na pasta de dados.',
  token:
    'Para o CRM, informe o token de acesso de uma pessoa. O primeiro é o `accessToken` do mesmo arquivo.',
  open: 'Entrar',
  either: 'Informe um dos dois ou ambos.',
  keep: 'Manter conectado neste navegador',
  keepHint:
    'Quem usar este navegador também terá a chave, até você sair. Sem marcar, a chave fica só nesta aba.',
  nothing: 'Informe uma chave, um token ou ambos',
  notPlain: (credential) => `${credential} não pode conter espaços nem caracteres especiais`,
  menu: 'Chave e token',
  linkIsOver:
    'O link já foi usado ou expirou após 15 minutos. As chaves estão em secrets.json, na pasta de dados.',
  linkNotHere:
    'O link só funciona na máquina que roda o serviço (localhost) ou por https. Fora disso, alguém poderia ler as chaves no caminho.',
  keepHere: 'Salvar chave neste navegador',
  keepTitle: 'Salvar a chave neste navegador?',
  keepWarning: 'Quem usar este navegador também terá a chave, até você sair.',
  keepAction: 'Salvar chave',
  forget: 'Sair e esquecer chave',
  forgotten: 'Chave esquecida',
  needsScript: 'O manager precisa de JavaScript. Você pode fazer o mesmo pela API.',
};
