/** Failures on the paths of the Graph API. */
export const graph = {
  'the access token is missing': 'o token de acesso está ausente',
  'send a key of the instance as a bearer token in authorization, or as access_token in the query':
    'envie uma chave da instância como bearer token em authorization, ou como access_token na query',
  'no object has this id, or it does not belong to this access token, or this cannot be done with it':
    'nenhum objeto tem este id, ou ele não pertence a este token de acesso, ou isto não pode ser feito com ele',
  'unknown path component: /{version}': 'não existe este componente de caminho: /{version}',
  'must have link or id, not both': 'deve ter link ou id, não ambos',
  'must have link or id': 'deve ter link ou id',
  'must be absent: send the file by its link': 'deve estar ausente: envie o arquivo pelo link',
  'must be the http or https URL of a file': 'deve ser a URL http ou https de um arquivo',
  'must be individual or group': 'deve ser individual ou group',
  'must be read': 'deve ser read',
  'must be text': 'deve ser text',
  'must be whatsapp': 'deve ser whatsapp',
  'must be the id of a stored message': 'deve ser o id de uma mensagem guardada',
  'interactive messages of this type are not sent: {type}':
    'mensagens interativas deste tipo não são enviadas: {type}',
  'messages of this type are not sent: {type}': 'mensagens deste tipo não são enviadas: {type}',
  'must be a text, or through a phone the link of an image':
    'deve ser um texto ou, por um telefone, o link de uma imagem',
  'Phones do not show lists and buttons of personal WhatsApp accounts: send a text, or set INTERACTIVE_ON_PHONES=true to try them nevertheless':
    'Os telefones não mostram listas e botões de contas pessoais do WhatsApp: envie um texto ou defina INTERACTIVE_ON_PHONES=true para tentar assim mesmo',
  'must be a list of contacts': 'deve ser uma lista de contatos',
} as const;
