/** Failures on the paths of the Graph API. */
export const graph = {
  'the access token is missing': 'o token de acesso está ausente',
  'send a key of the instance as a bearer token in authorization, or as access_token in the query':
    'envie uma chave da instância como bearer token em authorization, ou como access_token na query',
  'no object has this id, or it does not belong to this access token, or this cannot be done with it':
    'nenhum objeto tem este id, ou ele não pertence a este token de acesso, ou isto não pode ser feito com ele',
  'unknown path component: /{version}': 'não existe este componente de caminho: /{version}',
  'a required parameter is missing: {type}': 'falta um parâmetro obrigatório: {type}',
  'the parameter messaging_product is required: it must be whatsapp':
    'o parâmetro messaging_product é obrigatório: deve ser whatsapp',
  'this type of message is not supported: {type}': 'o tipo de mensagem não é suportado: {type}',
} as const;
