/** What failures say of customers' pages and of the links to them, by the English sentence. */
export const portal = {
  "an instance has at most {max} links to customers' pages: end one, or wait until one ends":
    'uma instância tem no máximo {max} links para páginas de clientes: encerre um, ou espere até que um expire',
  'this link has been opened before': 'este link já foi aberto antes',
  'this link has ended': 'este link expirou',
  'ask whoever gave you the link for a new one': 'peça um novo a quem lhe deu o link',
  "a customer's page may not call this operation":
    'a página de um cliente não pode chamar esta operação',
  "this customer's page lacks {scope}": 'falta {scope} a esta página de cliente',
  "this customer's page has ended": 'esta página de cliente expirou',
  'this link opens nothing, or nothing any more': 'este link não abre nada, ou já não abre',
  'the instance of this link was deleted': 'a instância deste link foi excluída',
  "a customer's page may not call /mcp": 'a página de um cliente não pode chamar /mcp',
  "a customer's page gets no events live": 'a página de um cliente não recebe eventos ao vivo',
  "a customer's page sees only deliveries to webhooks of its instance":
    'a página de um cliente só vê entregas a webhooks da própria instância',
  "bodies in the format {format} carry the key of the instance, which a customer's page may not send anywhere: choose the format gatehouse":
    'corpos no formato {format} levam a chave da instância, que a página de um cliente não pode enviar a lugar nenhum: escolha o formato gatehouse',
  'the events of default are also those of queues and of the feed: make another endpoint, or ask the operator of the service':
    'os eventos de default também são os das filas e do feed: crie outro endpoint, ou fale com quem opera o serviço',
  'has the unknown scope {scope}: {problem}': 'tem o escopo desconhecido {scope}: {problem}',
  'must be among {names}': 'deve estar entre {names}',
  'is not a field of a link': 'não é um campo de um link',
  'a key cannot make a link that lives longer than itself':
    'uma chave não pode criar um link que dure mais que ela',
  'link not found': 'link não encontrado',
};
