import type { failure as english } from '../en/failure.ts';

export const failure: typeof english = {
  notFound: 'Página não encontrada',
  unauthorized: 'Este endereço precisa de uma chave',
  unauthorizedText:
    'Este endereço faz parte da API. Os programas enviam uma chave no cabeçalho `apikey` ou um token em `api_access_token` abaixo de `/api/v1`. O navegador não envia nenhum dos dois. Abra o manager: ele pede a chave e mostra os mesmos dados.',
  forbidden: 'Isto não é permitido',
  wrongMethod: 'O navegador não consegue abrir este endereço',
  wrongMethodText:
    'Este endereço faz parte da API, para programas. A página da API mostra o que ele aceita e permite testar.',
  unavailable: 'O serviço não consegue responder agora',
  other: 'Algo deu errado',
  from: 'O serviço diz',
  home: 'Ir para a página inicial',
  manager: 'Abrir o manager',
  api: 'Todas as operações',
  docs: 'Ler a documentação',
  requestId: 'ID da requisição',
};
