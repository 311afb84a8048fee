import type { api as english } from '../en/api.ts';

export const api: typeof english = {
  title: 'API',
  intro:
    'Todas as operações com seus campos e respostas, para testar aqui mesmo. Os programas leem o mesmo em `/openapi.json`.',
  keys: 'Chaves para testar',
  apikey: 'Chave (`apikey`)',
  token: 'Token de acesso (`api_access_token`), para `/api/v1`',
  keysHint: 'O manager usa as mesmas. Elas ficam nesta aba, a menos que sejam guardadas por lá.',
  groups: 'Grupos de operações',

  filter: 'Filtrar operações',
  nothingLeft: 'Nenhuma operação tem essas palavras',
  events: 'Eventos por webhook',
  eventsText: 'O que um webhook recebe: o corpo de cada tipo de evento.',
  failed: 'Não foi possível carregar as operações',
};
