import type { gate as english } from '../en/gate.ts';

export const gate: typeof english = {
  title: 'Manager',
  key: 'Informe a chave global ou a chave de uma instância. A chave global foi exibida na primeira inicialização e fica em `secrets.json`, na pasta de dados.',
  token:
    'Para o CRM, informe o token de acesso de uma pessoa; o primeiro é o `accessToken` do mesmo arquivo.',
  open: 'Entrar',
  either: 'Basta um dos dois.',
  keep: 'Manter neste navegador',
  keepHint:
    'Quem usar este navegador também terá a chave, até ela ser esquecida aqui. Sem marcar, ela fica só nesta aba.',
  nothing: 'Informe uma chave, um token ou os dois',
  notPlain: (credential) => `${credential} não tem espaços nem caracteres especiais`,
  menu: 'Chave e token',
  linkIsOver:
    'O link já foi usado ou passaram os 15 minutos dele. As chaves estão em secrets.json, na pasta de dados.',
  linkNotHere:
    'O link funciona na própria máquina do serviço (localhost) ou por https. Fora disso, alguém poderia ler as chaves no caminho.',
  keepHere: 'Manter a chave neste navegador',
  keepTitle: 'Manter neste navegador?',
  keepWarning: 'Quem usar este navegador também terá a chave, até ela ser esquecida aqui.',
  keepAction: 'Manter',
  forget: 'Esquecer chave',
  forgotten: 'Chave esquecida',
  needsScript:
    'O manager precisa de JavaScript. Tudo o que ele faz também pode ser feito pela API.',
};
