/** The webhook of an instance in the manager. */
import type { Language } from '../en.ts';
import { createFormats } from '../formats.ts';

const { count } = createFormats('pt-BR');

export const webhook: Language['webhook'] = {
  urlHint: 'http ou https',
  enabled: 'Ativado',
  allEvents: 'Todos os eventos',
  onlyThese: 'Somente estes',
  tickOne: 'Selecione ao menos um evento',
  headers: 'Cabeçalhos extras',
  headersHint: 'Um por linha: Nome: valor',
  badHeader: (line) => `"${line}" não é um cabeçalho: escreva Nome: valor`,
  format: 'Formato',
  formatHint: 'whatsapp-cloud tem o formato dos webhooks da Meta',
  verifyToken: 'Token de verificação',
  verifyTokenHint:
    'Para receptores de webhooks da Meta: o Gatehouse o verifica com eles antes de salvar a URL. Deixe vazio para não verificar',
  asService: 'padrão do serviço',
  files: 'Arquivos',
  inBody: 'no corpo (base64)',
  notInBody: 'fora do corpo',
  byEvents: 'Um caminho por evento (somente evolution-api)',
  autoDisable: 'Desativar automaticamente após falhar por muito tempo',
  secret: 'Segredo de assinatura',
  secretHint: 'Ele assina cada entrega (Standard Webhooks).',
  isAppSecret: 'Receptores de webhooks da Meta o chamam de chave secreta do aplicativo.',
  showSecret: 'Mostrar segredo',
  copySecret: 'Copiar segredo',
  hide: 'Ocultar',
  replace: 'Trocar segredo',
  replaceTitle: 'Trocar o segredo de assinatura?',
  replaceText:
    'Por 24 horas, as entregas são assinadas com os dois segredos, para você atualizar sua aplicação. Depois, o segredo antigo deixa de funcionar.',
  replaceAction: 'Trocar agora',
  replacedOf: (name: string) =>
    `${name} tem um novo segredo. O antigo continua válido por 24 horas.`,
  owner: 'Proprietário',
  owners: { operator: 'operador', customer: 'cliente' },
  ownerHint:
    'O cliente pode ver e editar os endpoints dele na página do cliente. Esses endpoints nunca recebem a chave da instância',
  whereTheyGo: 'Endpoints',
  target: 'Destino',
  everyEvent: 'todos os eventos',
  add: 'Adicionar endpoint',
  added: (name) => `${name} foi adicionado`,
  deleteTitle: (name) => `Excluir ${name}?`,
  deleteText: 'Ele não recebe mais eventos, e as entregas em espera são descartadas.',
  deleteAction: (name) => `Excluir ${name} agora`,
  nameHint: 'Por exemplo pedidos',
  ordering: 'Ordem',
  orderedByChat: 'na ordem de cada conversa',
  unordered: 'em qualquer ordem',
  attemptsHint: 'De 1 a 20, incluindo a primeira',
  delays: 'Pausas entre tentativas, ms',
  delaysHint:
    'Pausa depois de cada tentativa que falhou, por exemplo 5000, 60000. A última se repete. Deixe os dois campos vazios para o padrão do serviço',
  healthWords: { healthy: 'saudável', failing: 'com falhas', disabled: 'desativado' },
  enableAgain: 'Ativar',
  enabledAgain: (name) => `As entregas em espera de ${name} são enviadas agora`,
  filter: 'Filtro',
  filterHint: 'JSON que seleciona quais desses eventos são enviados. Deixe vazio para enviar todos',
  tryFilter: 'Testar filtro',
  wouldSend: (matched, lookedAt) =>
    `${matched} ${count(lookedAt, { one: 'do último evento seria enviado', other: 'dos últimos # eventos seriam enviados' })}`,
  transform: 'Transformação',
  transformHint: 'JSON para o corpo, como {"template": "slack"}. Deixe vazio para enviar tudo',
  tryTransform: 'Testar transformação',
  madeOf: (event) => `Resultado para o último ${event}`,
  madeOfSample: (event) => `Resultado para um exemplo de ${event}`,
  filtered: (events) => `${events} (com filtro)`,
};
