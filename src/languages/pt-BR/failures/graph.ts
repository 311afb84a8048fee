/** Failures on the paths of the Graph API. */
export const graph = {
  'the access token is missing': 'o token de acesso está ausente',
  'the access token is not valid': 'o token de acesso não é válido',
  'the access token has expired': 'o token de acesso expirou',
  'send a key of the instance as a bearer token in authorization, or as access_token in the query':
    'envie uma chave da instância como bearer token em authorization, ou como access_token na query',
  'no object has this id, or it does not belong to this access token, or this cannot be done with it':
    'nenhum objeto tem este id, ou ele não pertence a este token de acesso, ou isto não pode ser feito com ele',
  'unknown path component: /{version}': 'não existe este componente de caminho: /{version}',
  'must have link or id, not both': 'deve ter link ou id, não ambos',
  'must have link or id': 'deve ter link ou id',
  'must be the http or https URL of a file': 'deve ser a URL http ou https de um arquivo',
  'must be individual or group': 'deve ser individual ou group',
  'must be the id of a stored message': 'deve ser o id de uma mensagem guardada',
  'interactive messages of this type are not sent: {type}':
    'mensagens interativas deste tipo não são enviadas: {type}',
  'messages of this type are not sent: {type}': 'mensagens deste tipo não são enviadas: {type}',
  'must be a text, or above buttons and forms an image, a video or a document':
    'deve ser um texto ou, acima de botões e formulários, uma imagem, um vídeo ou um documento',
  'Phones do not show lists and buttons of personal WhatsApp accounts: send a text, or set INTERACTIVE_ON_PHONES=true to try them nevertheless':
    'Os telefones não mostram listas e botões de contas pessoais do WhatsApp: envie um texto ou defina INTERACTIVE_ON_PHONES=true para tentar assim mesmo',
  'must be a list of contacts': 'deve ser uma lista de contatos',
  'the parameter messaging_product is required: it must be whatsapp':
    'o parâmetro messaging_product é obrigatório: deve ser whatsapp',
  'the file must be of one of these types: {types}, or be a document; it is {type}':
    'o arquivo precisa ser de um destes tipos: {types}, ou ser um documento; é {type}',
  'the file is empty': 'o arquivo está vazio',
  'the file is not of the type that was named: it does not begin as {type} does':
    'o arquivo não é do tipo informado: não começa como {type}',
  'the file is too large: at most {max} bytes are taken as {type}':
    'o arquivo é grande demais: são aceitos no máximo {max} bytes como {type}',
  'the parameter file is required: a part of the form with a file name':
    'o parâmetro file é obrigatório: uma parte do formulário com nome de arquivo',
  'the parameter type is required: a media type such as image/png':
    'o parâmetro type é obrigatório: um tipo de mídia como image/png',
  'the file of a message stays with its message: only uploaded files can be deleted':
    'o arquivo de uma mensagem fica com a mensagem: só arquivos enviados por upload podem ser apagados',
  '{field} must have another value, or one as JSON in a text':
    '{field} deve ter outro valor, ou um em JSON num texto',
  'block_users must be a list of 1-{max} people':
    'block_users deve ser uma lista de 1-{max} pessoas',
  'every entry of block_users must have user, a text':
    'cada item de block_users deve ter user, um texto',
  'pin must be a text of 6 digits': 'pin deve ser um texto de 6 dígitos',
  'verify_token is required with override_callback_uri':
    'verify_token é obrigatório com override_callback_uri',
  '{field} cannot be set here: set it on the phone, or in the WhatsApp Manager':
    '{field} não pode ser definido aqui: defina no celular ou no WhatsApp Manager',
  'profile_picture_handle has no effect here: give the address of the picture in profile_picture_url':
    'profile_picture_handle não indica nada aqui: informe o endereço da foto em profile_picture_url',
  '{field} must be a cursor of an earlier page':
    '{field} deve ser um cursor de uma página anterior',
  'the instance is not paired with a phone: pair it with the code of GET /instance/connect/{instanceName}':
    'a instância não está pareada com um celular: faça o pareamento com o código de GET /instance/connect/{instanceName}',
  '{type}.id must be the id of a file that was uploaded for this number':
    '{type}.id deve ser o id de um arquivo enviado por upload para este número',
  'a file of the type {given} cannot be sent as {type}':
    'um arquivo do tipo {given} não pode ser enviado como {type}',
  'this is a credential of this service, which is not sent to Meta: the number has no instance here, and needs its own access token':
    'esta é uma credencial deste serviço, que não é enviada à Meta: o número não tem instância aqui e precisa do próprio token de acesso',
  'too many requests are being passed on to Meta': 'há requisições demais sendo repassadas à Meta',
  'only Meta answers this request': 'só a Meta responde esta requisição',
  'Meta cannot be reached at present': 'a Meta não pode ser alcançada no momento',
  'Meta did not answer: the request may have been carried out':
    'a Meta não respondeu: o que foi pedido pode ter sido feito',
} as const;
