import type { api as english } from '../en/api.ts';

export const api: typeof english = {
  title: 'API',
  intro:
    'Todas as operações com seus campos e respostas. Teste aqui mesmo. Os programas leem o mesmo em `/openapi.json`.',
  keys: 'Suas chaves',
  apikey: 'Chave (`apikey`)',
  token: 'Token de acesso (`api_access_token`), para `/api/v1`',
  keysHint:
    'O manager usa as mesmas chaves. Elas ficam só nesta aba, a menos que você as salve no manager.',
  groups: 'Grupos de operações',

  filter: 'Filtrar operações',
  nothingLeft: 'Nenhuma operação encontrada',
  events: 'Eventos de webhook',
  eventsText: 'O corpo da requisição que um webhook recebe para cada tipo de evento.',
  failed: 'Não foi possível carregar as operações',
};
