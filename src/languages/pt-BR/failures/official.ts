/** Failure sentences about WhatsApp's official API, Meta, and the sandbox. Meta's own texts stay in their language. */
export const official = {
  'the Cloud API cannot edit what was sent: send a new message':
    'a Cloud API não edita o que foi enviado: envie uma mensagem nova',
  'the Cloud API cannot forward: send the content as a new message':
    'a Cloud API não encaminha: envie o conteúdo como mensagem nova',
  'the Cloud API cannot mark voice notes as played: mark them as read':
    'a Cloud API não marca áudios como reproduzidos: marque como lidos',
  'the Cloud API cannot name people in a message: leave the mentions out':
    'a Cloud API não menciona pessoas em uma mensagem: tire as menções',
  'the Cloud API cannot post a status': 'a Cloud API não publica status',
  'the Cloud API cannot send polls: send buttons or a list':
    'a Cloud API não envia enquetes: envie botões ou uma lista',
  'the Cloud API cannot send round videos: send the file as a video':
    'a Cloud API não envia vídeos redondos: envie o arquivo como vídeo',
  'the Cloud API cannot send view-once messages':
    'a Cloud API não envia mensagens de visualização única',
  'the Cloud API cannot show recording: show composing':
    'a Cloud API não mostra recording: mostre composing',
  'the Cloud API cannot take back what was sent': 'a Cloud API não apaga o que foi enviado',
  'the Cloud API cannot write to {number}: it takes phone numbers and user ids':
    'a Cloud API não escreve para {number}: ela aceita telefones e ids de usuários',
  'the Cloud API has no polls: what people choose comes as the answer to buttons or a list':
    'a Cloud API não tem enquetes: o que as pessoas escolhem chega como resposta a botões ou a uma lista',
  'the Cloud API is not asked here for payments by Pix: send the key as a text':
    'a Cloud API não é usada aqui para pagamentos por Pix: envie a chave como texto',
  'the Cloud API shows typing only in answer to a message: the person has not written in the last 24 hours':
    'a Cloud API só mostra digitação em resposta a uma mensagem: a pessoa não escreveu nas últimas 24 horas',
  'the Cloud API takes at most {bytes} bytes as {kind}':
    'a Cloud API aceita no máximo {bytes} bytes como {kind}',
  'the Cloud API takes at most {max} characters as {kind}, not {count}':
    'a Cloud API aceita no máximo {max} caracteres como {kind}, não {count}',
  'the Cloud API takes reply buttons, or one that opens a page':
    'a Cloud API aceita botões de resposta, ou um que abre uma página',
  'the Cloud API takes {types} as {kind}, not {type}':
    'a Cloud API aceita {types} como {kind}, não {type}',
  'carousels are sent by the Cloud API as templates: POST /message/sendTemplate':
    'carrosséis são enviados pela Cloud API como modelos: POST /message/sendTemplate',
  'the Graph API: not all templates came within a minute':
    'a Graph API: nem todos os modelos chegaram em um minuto',
  'the Graph API: {reason}': 'a Graph API: {reason}',
  'answered {status} without an error of its own': 'respondeu {status} sem um erro próprio',
  'answered without a JSON object': 'respondeu algo que não é um objeto JSON',
  'Meta did not answer within {seconds} seconds': 'A Meta não respondeu em {seconds} segundos',
  'message {id} cannot be named to Meta, whose ids begin with wamid.':
    'a mensagem {id} não pode ser indicada à Meta, cujos ids começam com wamid.',
  'the person last wrote more than 24 hours ago, so the chat takes only templates since {time}: POST /message/sendTemplate/{name}':
    'a última mensagem da pessoa tem mais de 24 horas, então a conversa só aceita modelos desde {time}: POST /message/sendTemplate/{name}',
  'the number is {status} at Meta, and only CONNECTED can be used':
    'o número está {status} na Meta, e só CONNECTED pode ser usado',
  '{reason} What became of message {id}: GET {path}':
    '{reason} O que aconteceu com a mensagem {id}: GET {path}',
  'Meta: {words}': 'Meta: {words}',
  'this signature is not accepted here: check that an app secret is set (META_APP_SECRET, or appSecret of the instance), that it is the secret of the app that signs, and that the address is right':
    'nada é aceito aqui com esta assinatura: verifique se há uma chave secreta do aplicativo (META_APP_SECRET, ou appSecret da instância), se é essa chave que assina, e se o endereço está certo',
  'X-Hub-Signature-256 is missing or malformed': 'X-Hub-Signature-256 está ausente ou malformado',
  'hub.verify_token is not the verify token of this address':
    'hub.verify_token não é o verify token deste endereço',
  'hub.challenge must be 1 to 256 visible characters':
    'hub.challenge deve ter de 1 a 256 caracteres visíveis',
  'The webhook holds more than {max} changes': 'O webhook tem mais de {max} alterações',
  "WhatsApp's official API cannot {what}": 'A API oficial do WhatsApp não permite {what}',
  "WhatsApp's official API cannot {what}: {reason}":
    'A API oficial do WhatsApp não permite {what}: {reason}',
  'show an account as online': 'mostrar uma conta como online',
  'tell whether people are online or typing': 'saber se as pessoas estão online ou digitando',
  'archive, pin, mute or mark chats': 'arquivar, fixar, silenciar nem marcar conversas',
  'label chats': 'etiquetar conversas',
  'label messages': 'etiquetar mensagens',
  'make labels': 'criar etiquetas',
  'tell whether numbers are on WhatsApp': 'saber se números estão no WhatsApp',
  'send, and the fate of the message says whether it arrived':
    'envie, e o status da mensagem diz se ela chegou',
  'find people by their username': 'encontrar pessoas pelo nome de usuário',
  'send to their number, or to the id that they have for the business':
    'envie para o número, ou para o id que elas têm para a empresa',
  'show pictures of people': 'mostrar fotos de pessoas',
  'fetch older messages': 'buscar mensagens mais antigas',
  'what came in since the instance exists is stored here':
    'o que chegou desde que a instância existe está guardado aqui',
  'show the profiles of people': 'mostrar perfis de pessoas',
  'list whom the account has blocked here': 'listar aqui quem a conta bloqueou',
  'see the WhatsApp Manager': 'veja o WhatsApp Manager',
  'block people here': 'bloquear pessoas por aqui',
  'block them in the WhatsApp Manager': 'bloqueie no WhatsApp Manager',
  'manage groups': 'gerenciar grupos',
  'follow channels': 'seguir canais',
  'reject calls here': 'recusar ligações por aqui',
  'switch calls off in the WhatsApp Manager': 'desligue as ligações no WhatsApp Manager',
  'change this here': 'mudar isto por aqui',
  'change name, picture and text in the WhatsApp Manager':
    'mude nome, foto e texto no WhatsApp Manager',

  'connection_refused: {reason}': 'connection_refused: {reason}',
  'connection_reset: {reason}': 'connection_reset: {reason}',
  'dns_error: {reason}': 'dns_error: {reason}',
  'empty: {reason}': 'empty: {reason}',
  'forbidden_network: {reason}': 'forbidden_network: {reason}',
  'http_status: {reason}': 'http_status: {reason}',
  'malformed: {reason}': 'malformed: {reason}',
  'network_error: {reason}': 'network_error: {reason}',
  'out_of_resources: {reason}': 'out_of_resources: {reason}',
  'redirect: {reason}': 'redirect: {reason}',
  'timeout: {reason}': 'timeout: {reason}',
  'tls_error: {reason}': 'tls_error: {reason}',
  'too_large: {reason}': 'too_large: {reason}',
  'nothing accepts connections there': 'nada aceita conexões ali',
  'nothing accepts connections at {addresses}': 'nada aceita conexões em {addresses}',
  'the connection was closed before an answer': 'a conexão foi fechada antes de uma resposta',
  'no connection in time': 'sem conexão a tempo',
  'no route to the receiver': 'sem rota até o destino',
  'no route to {addresses}': 'sem rota até {addresses}',
  'no answer from {addresses}': 'sem resposta de {addresses}',
  'no connection to {addresses}': 'sem conexão com {addresses}',
  'the proxy of the instance opened no connection': 'o proxy da instância não abriu conexão',
  'the TLS handshake failed': 'o handshake TLS falhou',
  'the certificate has expired': 'o certificado expirou',
  'the certificate is not valid yet': 'o certificado ainda não é válido',
  'the certificate is for another name': 'o certificado é de outro nome',
  'the certificate is self-signed': 'o certificado é autoassinado',
  'the certificate authority is not trusted': 'a autoridade do certificado não é confiável',
  'the answer is not HTTP': 'a resposta não é HTTP',
  'the answer has more than {bytes} bytes': 'a resposta tem mais de {bytes} bytes',
  'the file has no bytes': 'o arquivo está vazio',
  'the name does not exist': 'o nome não existe',
  'the name has no address': 'o nome não tem endereço',
  'the name servers do not answer': 'os servidores de nomes não respondem',
  'the name cannot be resolved': 'não dá para resolver o nome',
  'no answer for the name within {ms} ms': 'sem resposta para o nome em {ms} ms',
  'no whole answer within {ms} ms': 'sem resposta completa em {ms} ms',
  'the request was broken off': 'a requisição foi interrompida',
  '{status} instead of 200': '{status} em vez de 200',
  '{place}, which is not followed': '{place}, que não é seguido',
  'the proxy cannot be reached': 'não dá para acessar o proxy',
  'the proxy cannot be reached: {reason}': 'não dá para acessar o proxy: {reason}',
  'the proxy did not answer within {ms} ms': 'o proxy não respondeu em {ms} ms',
  'the proxy did not open a connection: {reason}': 'o proxy não abriu uma conexão: {reason}',
  'the proxy may not be used: {reason}': 'o proxy não pode ser usado: {reason}',
} as const;
