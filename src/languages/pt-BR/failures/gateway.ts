/** Failure sentences of the gateway about instances, their settings and their stored messages. */
export const gateway = {
  'instance not found': 'instância não encontrada',
  'call {id} not found': 'ligação {id} não encontrada',
  'ceremony not found': 'cerimônia não encontrada',
  'channel not found': 'canal não encontrado',
  'channel {id} not found': 'canal {id} não encontrado',
  'contact not found': 'contato não encontrado',
  'delivery not found': 'entrega não encontrada',
  'group not found': 'grupo não encontrado',
  'group {id} not found': 'grupo {id} não encontrado',
  'invitation not found: it was revoked': 'convite não encontrado: foi revogado',
  'label not found': 'etiqueta não encontrada',
  'message not found': 'mensagem não encontrada',
  'message {id} not found': 'mensagem {id} não encontrada',
  'message {id} in the chat {chat} not found': 'mensagem {id} não encontrada na conversa {chat}',
  'message {id} not found: to name one that is not stored, its key needs {names} too':
    'mensagem {id} não encontrada: para indicar uma que não está guardada, a chave também precisa de {names}',
  'phone number not found': 'telefone não encontrado',
  'poll not found': 'enquete não encontrada',
  'profile picture not found': 'foto de perfil não encontrada',
  'queued message not found': 'mensagem na fila não encontrada',
  'quoted message not found': 'mensagem citada não encontrada',
  'template not found': 'modelo não encontrado',
  'the file {path} of the manager not found': 'não há o arquivo {path} do manager',

  'instance {name} is not connected': 'a instância {name} não está conectada',
  'instance {name} is logged in already': 'a instância {name} já está conectada',
  'not connected': 'não conectada',
  'not paired': 'não pareada',
  'the instance is not connected': 'a instância não está conectada',
  'no code: {reason}': 'sem código: {reason}',
  'no code within 10 s: {reason}': 'sem código em 10 s: {reason}',
  'the instance is {phase}': 'a instância está em {phase}',
  'the instance is {phase} ({reason})': 'a instância está em {phase} ({reason})',
  'the instance was deleted': 'a instância foi excluída',
  'the name {name} is taken': 'o nome {name} já está em uso',
  'the instanceId is or was in use: choose another':
    'o instanceId é ou foi de outra coisa: escolha outro',
  'the token is in use as a key: choose another':
    'o token já está em uso como chave: escolha outro',
  'the instance could not be logged out: {reason}':
    'não foi possível desconectar a instância: {reason}',
  'the instance could not connect: {reason}': 'a instância não conseguiu se conectar: {reason}',
  'the instance did not answer in time': 'a instância não respondeu a tempo',
  'the instance did not come up again: {reason}': 'a instância não voltou: {reason}',
  'the instance is busy with another call': 'a instância está ocupada com outra chamada',
  'the instance has stored more than INSTANCE_STORAGE_LIMIT: it accepts more once older data has been removed, or waiting messages and deliveries have left':
    'a instância guardou mais que INSTANCE_STORAGE_LIMIT: ela volta a aceitar quando dados antigos forem removidos, ou quando sair o que espera envio ou entrega',
  'the instance of this key was deleted': 'a instância desta chave foi excluída',
  'the provider {name} is not part of this deployment':
    'o provider {name} não faz parte desta instalação',
  'this key belongs to another instance': 'esta chave é de outra instância',
  'this key has been replaced already': 'esta chave já foi substituída',
  'this key lacks the scope {names}': 'falta a esta chave o escopo {names}',
  '{max} keys are valid already: replace it again after {time}, when one ends, or with graceSeconds 0, which ends all but the new one':
    'já há {max} chaves válidas: troque de novo depois de {time}, quando uma termina, ou com graceSeconds 0, que encerra todas menos a nova',
  '{max} secrets sign already, each for 24 hours after it was replaced: replace it again after {time}, when the oldest ends':
    '{max} segredos já assinam, cada um por 24 horas depois da troca: troque de novo depois de {time}, quando o mais antigo termina',
  'a key cannot give its instance a key that lives longer':
    'uma chave não pode dar à instância uma chave que dure mais que ela',
  'the header instanceId is required with the global key':
    'o cabeçalho instanceId é obrigatório com a chave global',
  'the header instanceId must be the id or the name of an instance':
    'o cabeçalho instanceId deve ser o id ou o nome de uma instância',
  'the body must have accessToken, appSecret or verifyToken':
    'o corpo deve ter accessToken, appSecret ou verifyToken',
  'only instances of whatsapp-cloud have credentials':
    'só instâncias de whatsapp-cloud têm credenciais',
  'the phoneNumberId {id} is that of another instance': 'o phoneNumberId {id} é de outra instância',
  'phoneNumberId {id} is not a number of the account {account}':
    'phoneNumberId {id} não é um número da conta {account}',
  'phoneNumberId {id}: {reason}': 'phoneNumberId {id}: {reason}',
  'a test of this webhook is under way': 'um teste deste webhook está em andamento',
  'evolution-go puts the key of the instance into every body, and the service stores keys only as hashes: make this request with the key of the instance, or give `token` when it is created':
    'evolution-go põe a chave da instância em cada corpo, e o serviço guarda só hashes de chaves: faça esta requisição com a chave da instância, ou informe `token` na criação',
  'no apikey: send it in the query, in the header apikey, or in auth as {example}':
    'falta a apikey: envie na query, no cabeçalho apikey, ou em auth como {example}',
  'an instance has one list of events, and those of {names} differ':
    'uma instância tem uma só lista de eventos, e as de {names} são diferentes',
  '{title} is not configured here: {variable} is not set':
    '{title} não está configurado aqui: {variable} não está definida',
  '{name} is not built in: {reason}. See /docs/from-evolution#products-that-are-not-built-in':
    '{name} não faz parte do serviço: {reason}. Veja /docs/from-evolution#products-that-are-not-built-in',
  'give it the messages by a webhook, and let it answer with /message/sendText':
    'entregue as mensagens a ele por um webhook, e deixe que responda com /message/sendText',
  'connect it by the Graph API that every instance has (/docs/graph#chatwoot)':
    'conecte-o pela Graph API que toda instância tem (/docs/graph#chatwoot)',
  'connect it by the Graph API that every instance has (/docs/graph#typebot)':
    'conecte-o pela Graph API que toda instância tem (/docs/graph#typebot)',
  'events go to webhooks, RabbitMQ (/rabbitmq/set), NATS (/nats/set) and WebSockets':
    'eventos vão para webhooks, RabbitMQ (/rabbitmq/set), NATS (/nats/set) e WebSockets',
  'events have the mediaUrl of a file, and /chat/getBase64FromMediaMessage answers the file itself':
    'eventos trazem o mediaUrl de um arquivo, e /chat/getBase64FromMediaMessage responde com o próprio arquivo',
  'look numbers up with /chat/whatsappNumbers, and people with /chat/fetchProfile':
    'consulte números com /chat/whatsappNumbers e pessoas com /chat/fetchProfile',
  'Gatehouse does not carry the audio of calls, so it places none: calls that come in can be rejected at /call/reject':
    'O Gatehouse não transporta o áudio de ligações, por isso não faz nenhuma: as que chegam podem ser recusadas em /call/reject',
  'only the phone of a business can read its catalog':
    'catálogos de empresas só são lidos pelo próprio celular delas',
  'the WebSocket of {name} is not enabled': 'o WebSocket de {name} não está ativado',
  'the WebSocket of this instance is not enabled': 'o WebSocket desta instância não está ativado',
  '{count} WebSockets without a key are open already': 'já há {count} WebSockets abertos sem chave',
  'a connection has at most {max} namespaces': 'uma conexão tem no máximo {max} namespaces',
  'this connection gets the events of this instance already':
    'esta conexão já recebe os eventos desta instância',
  'the apikey of this connection has ended': 'a apikey desta conexão não vale mais',
  'the connection has ended: its client sends too many packets':
    'a conexão foi encerrada: o cliente dela envia pacotes demais',
  'the connection has ended': 'a conexão foi encerrada',
  '{count} WebSockets are open already': 'já há {count} WebSockets abertos',
  '{count} WebSockets of this key are open already':
    'já há {count} WebSockets abertos com esta chave',
  'one of ids, state, from and to is required': 'é obrigatório um entre ids, state, from e to',
  'page {page} lies behind more than {max} entries: ask for fewer, or go on with after':
    'a página {page} fica depois de mais de {max} itens: peça menos, ou continue com after',
  'Stored messages are being read by other calls, and {reason}':
    'Outras chamadas estão lendo as mensagens guardadas, e {reason}',
  'Filters and transforms are being tried by other calls, and {reason}':
    'Outras chamadas estão experimentando filtros e transformações, e {reason}',
  'it was not the turn of this one within {seconds} s': 'não chegou a vez desta em {seconds} s',
  'too many of them wait': 'há espera demais',
  'the message store is switched off: set MESSAGE_STORE_HOURS to the number of hours for which messages are to be kept':
    'o armazenamento de mensagens está desligado: defina MESSAGE_STORE_HOURS com as horas em que as mensagens devem ser guardadas',
  'name at least one of {names}': 'informe pelo menos um entre {names}',
  'tools names unknown tools: {names}': 'tools tem nomes que não existem: {names}',

  'it opens {name} alone': 'ela só abre {name}',
  'there is no instance yet: POST /instance/create makes one':
    'ainda não há nenhuma instância: POST /instance/create cria uma',
  'GET /instance/fetchInstances lists the instances that the key may see':
    'GET /instance/fetchInstances lista as instâncias que a chave pode ver',
  'GET /instance/connect/{name} connects an instance':
    'GET /instance/connect/{name} conecta uma instância',
  '{name} is {state} ({phase}): GET {path} connects it':
    '{name} está em {state} ({phase}): GET {path} conecta',
  '{name} is {state} ({phase}): scan or type the code that GET {path} gives':
    '{name} está em {state} ({phase}): escaneie ou digite o código que GET {path} devolve',
  '{name} is {state} ({phase}): send again when GET {path} says open':
    '{name} está em {state} ({phase}): envie de novo quando GET {path} responder open',
  'Instance {name} is not connected: {reason}': 'A instância {name} não está conectada: {reason}',
  '{number} is read as +{same}: with the code of Brazil it is {whole}':
    '{number} é lido como +{same}: com o código do Brasil fica {whole}',
  'a number begins with the code of its country, such as 55':
    'um número começa com o código do país, como 55',
  '{place} is in {what} space': '{place} está em espaço {what}',
  '{place} is in {what} space, which {variable} does not allow':
    '{place} está em espaço {what}, que {variable} não permite',
  '{place} has no address that may be reached: the name does not resolve, or only into networks that are not allowed':
    '{place} não tem um endereço que se possa alcançar: o nome não é resolvido, ou só para redes que não são permitidas',
  '{place} has no address that may be reached: the name does not resolve, or only into networks that {variable} does not allow':
    '{place} não tem um endereço que se possa alcançar: o nome não é resolvido, ou só para redes que {variable} não permite',
  loopback: 'de loopback',
  private: 'privado',
  'link-local': 'link-local',
  reserved: 'reservado',
  'endpoint not found': 'endpoint não encontrado',
  'it is the address of this service': 'é o endereço deste serviço',
  'there are {max} endpoints beside default, and ENDPOINTS_PER_INSTANCE allows no more':
    'há {max} endpoints além de default, e ENDPOINTS_PER_INSTANCE não permite mais',
  'default cannot be deleted: disable it with {"enabled": false}':
    'default não pode ser excluído: desative com {"enabled": false}',
  '{name} is configured by variables of the service':
    '{name} é ligado e desligado por variáveis do serviço',
  '{name} is configured by operations of its own: see /docs/events.md':
    '{name} é ligado e desligado por operações próprias: veja /docs/events.md',
  'replay not found': 'repetição não encontrada',
  '{name} is no webhook of the instance, and only those can replay events':
    '{name} não é um webhook da instância, e só eles podem repetir eventos',
  'the replay is {state}': 'a repetição está {state}',
  'must be the JID of a chat, of at most {max} characters':
    'deve ser o JID de uma conversa, com no máximo {max} caracteres',
  'is a time from which no events are stored': 'é de um momento do qual não há eventos armazenados',
  'is before the oldest stored event, which is from {oldest}':
    'é anterior ao evento mais antigo armazenado, de {oldest}',
  'there are {max} unfinished replays of this endpoint: wait for one of them, or cancel it':
    'há {max} repetições deste endpoint que não terminaram: espere por uma delas ou cancele-a',
  "there are {max} unfinished replays of the customer's endpoints: wait for one of them, or cancel it":
    'há {max} repetições dos endpoints do cliente que não terminaram: espere uma delas terminar, ou cancele-a',
  'there are {max} unfinished replays: wait for one of them, or cancel it':
    'há {max} repetições que não terminaram: espere por uma delas ou cancele-a',
  'instances of whatsapp connect as version {version} of the web client, which WhatsApp may refuse, because the current one cannot be fetched: let this machine, and the proxies of instances, reach web.whatsapp.com, or set WHATSAPP_WEB_VERSION to a current version':
    'as instâncias de whatsapp se conectam com a versão {version} do cliente web, que o WhatsApp pode recusar, porque não é possível obter a atual: permita que esta máquina, e os proxies das instâncias, alcancem web.whatsapp.com, ou defina WHATSAPP_WEB_VERSION com uma versão atual',
  'the archive of events cannot be used: {problem}':
    'o arquivo de eventos não pode ser usado: {problem}',
  'EVENT_ARCHIVE_URL cannot be used since {time}, so events are kept: {problem}':
    'EVENT_ARCHIVE_URL não pode ser usado desde {time}, então os eventos são mantidos: {problem}',
  'url must answer the handshake with its challenge: {reason}':
    'url deve responder ao handshake com o desafio dele: {reason}',
  'it did not answer within 10 s': 'não respondeu em 10 s',
  'it answered something else': 'respondeu outra coisa',
  'the endpoint was changed meanwhile: read it and change it again':
    'o endpoint foi alterado nesse meio-tempo: leia-o e altere de novo',
  'must have a value: ******** keeps a stored one, and none is stored':
    'deve ter um valor: ******** mantém o que está guardado, e não há nenhum guardado',
  'verifyToken must be given too: the stored one stays with its scheme, host and port':
    'verifyToken também deve ser informado: o que está guardado vale só para o esquema, host e porta dele',
  'the format whatsapp-cloud has no form for this event':
    'o formato whatsapp-cloud não tem uma forma para este evento',
} as const;
