/** Failure sentences about customers' pages and links to them, by the English sentence. */
export const portal = {
  "an instance has at most {max} links to customers' pages: end one, or wait until one ends":
    'uma instância tem no máximo {max} links para páginas de clientes: encerre um, ou espere até que um expire',
  'this link has been opened before': 'este link já foi aberto antes',
  'this link has ended': 'este link expirou',
  'ask the person who gave you the link for a new one': 'peça um novo a quem lhe deu o link',
  "a customer's page may not call this operation":
    'a página de um cliente não pode chamar esta operação',
  "this customer's page lacks {scope}": 'falta {scope} a esta página de cliente',
  "this customer's page has ended": 'esta página de cliente expirou',
  'this link is unknown or has ended': 'este link é desconhecido ou já terminou',
  'the instance of this link was deleted': 'a instância deste link foi excluída',
  "a customer's page may not call /mcp": 'a página de um cliente não pode chamar /mcp',
  "a customer's page gets no events live": 'a página de um cliente não recebe eventos ao vivo',
  "a customer's page sees only deliveries to webhooks of its instance":
    'a página de um cliente só vê entregas a webhooks da própria instância',
  "a customer's page has only endpoints of the customer":
    'a página de um cliente só tem endpoints do cliente',
  'must be another: evolution-go puts the key of the instance into every body, which is not for a customer':
    'deve ser outro: evolution-go põe em cada corpo a chave da instância, que não é para um cliente',
  'must stay operator: the events of default are also those of queues':
    'deve continuar operator: os eventos de default também são os das filas',
  'must have an event that the endpoint gets': 'deve ter um evento que o endpoint recebe',
  'has the unknown scope {scope}: {problem}': 'tem o escopo desconhecido {scope}: {problem}',
  'must be among {names}': 'deve estar entre {names}',
  'is not a field of a link': 'não é um campo de um link',
  'a key cannot make a link that lives longer than itself':
    'uma chave não pode criar um link que dure mais que ela',
  'link not found': 'link não encontrado',
};
