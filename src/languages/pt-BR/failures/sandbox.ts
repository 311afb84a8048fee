/** Failure sentences about the sandbox and Socket.IO. */
export const sandbox = {
  'This is not signed by a webhook that points here':
    'Isto não foi assinado por um webhook que aponta para cá',
  'the echo receiver of an instance answers its own webhooks: set `url` of POST /webhook/set/{instanceName} to /echo/{instanceName} of this service':
    'o receptor de eco de uma instância responde aos webhooks dela: em POST /webhook/set/{instanceName}, informe como `url` o endereço /echo/{instanceName} deste serviço',
  '{name} is not an instance of the sandbox': '{name} não é uma instância do sandbox',
  '{status} is for one message: name it by messageId':
    '{status} é para uma só mensagem: informe qual em messageId',
  'archived, pinned, muted, unread or deleted is required':
    'é obrigatório um entre archived, pinned, muted, unread ou deleted',
  'lid, name or picture is required': 'lid, name ou picture é obrigatório',
  'name and at least two options {problem}': 'name e pelo menos duas options {problem}',
  'name status or quality': 'informe status ou quality',
  'only the author of a message can change it, and the author or an admin can delete it':
    'só quem escreveu uma mensagem pode mudá-la, e só essa pessoa ou um administrador pode apagá-la',
  'phones show buttons of another form here': 'celulares mostram botões de outra forma aqui',
  'the message has no button or row {id}: it has {ids}':
    'a mensagem não tem o botão ou a linha {id}: tem {ids}',
  'the message opens no form': 'a mensagem não abre nenhum formulário',
  'the message has no buttons or rows that answer':
    'a mensagem não tem botões nem linhas que respondem',
  'the message is in another chat': 'a mensagem está em outra conversa',
  'the sandbox keeps only the newest files, and only until it is restarted':
    'o sandbox tem só os arquivos mais novos, e até ser reiniciado',
  'with messageId, a status other than None or a code is required':
    'com messageId é obrigatório um status diferente de None ou um code',
  'Session ID unknown: it has ended, or another node has it':
    'Session ID desconhecido: a sessão terminou, ou está em outro nó',
  'Transport unknown: it must be polling or websocket':
    'Transporte desconhecido: deve ser polling ou websocket',
  'Unsupported protocol version: EIO must be 4, as clients of Socket.IO 3 and later send it':
    'Versão de protocolo sem suporte: EIO deve ser 4, como enviam clientes de Socket.IO 3 em diante',
  'a body has at most {bytes} bytes here': 'um corpo tem no máximo {bytes} bytes aqui',
  'a connection begins with GET': 'uma conexão começa com GET',
  'transport=websocket takes only WebSocket upgrades':
    'transport=websocket só aceita conexões WebSocket',
} as const;
