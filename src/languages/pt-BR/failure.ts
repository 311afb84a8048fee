import type { failure as english } from '../en/failure.ts';

export const failure: typeof english = {
  notFound: 'Não há nada aqui',
  unauthorized: 'Este endereço precisa de uma chave',
  unauthorizedText:
    'Ele faz parte da API: os programas enviam uma chave no header `apikey`, ou um token em `api_access_token` abaixo de `/api/v1`. O navegador não envia nenhum dos dois. O manager pede a chave e mostra o mesmo.',
  forbidden: 'Isto não é permitido',
  wrongMethod: 'O navegador não consegue abrir este endereço',
  wrongMethodText:
    'Ele faz parte da API, para programas. A página da API mostra o que ele aceita e permite testar.',
  unavailable: 'O serviço não consegue responder agora',
  other: 'Isto não funcionou',
  from: 'O serviço diz',
  home: 'Ir para a página inicial',
  manager: 'Abrir o manager',
  api: 'Todas as operações',
  docs: 'Ler a documentação',
  requestId: 'Requisição',
};
