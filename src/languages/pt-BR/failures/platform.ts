/** Failure sentences about WhatsApp, its phones, and parts of this service behind the platform. */
export const platform = {
  'WhatsApp answers in a way that this version does not know: look at the phone whether the text is set':
    'O WhatsApp respondeu de um jeito que esta versão não conhece: veja no celular se o texto foi definido',
  'WhatsApp answers questions about channels in a way that this version does not know':
    'O WhatsApp responde sobre canais de um jeito que esta versão não conhece',
  'WhatsApp asks to wait before this is asked again':
    'O WhatsApp pede para esperar antes de repetir isto',
  'WhatsApp could not be asked: {reason}': 'Não foi possível perguntar ao WhatsApp: {reason}',
  'WhatsApp did not answer within {seconds} seconds':
    'O WhatsApp não respondeu em {seconds} segundos',
  'WhatsApp did not answer within {seconds} seconds, and the message was not sent: send it again':
    'O WhatsApp não respondeu em {seconds} segundos, e a mensagem não foi enviada: envie de novo',
  'WhatsApp did not answer within {seconds} seconds: whether message {id} was sent is told by MessageStatus, and by GET {path}':
    'O WhatsApp não respondeu em {seconds} segundos: MessageStatus e GET {path} dizem se a mensagem {id} foi enviada',
  'WhatsApp did not do this: {reason}': 'O WhatsApp não fez isto: {reason}',
  'WhatsApp did not do this in {group}: {reason}': 'O WhatsApp não fez isto em {group}: {reason}',
  'WhatsApp did not say who has which devices': 'O WhatsApp não disse quem tem quais dispositivos',
  'WhatsApp did not set the text: it answers {answer}':
    'O WhatsApp não definiu o texto: a resposta foi {answer}',
  'WhatsApp does not accept this: {reason}': 'O WhatsApp não aceita isto: {reason}',
  'WhatsApp does not accept this in {group}: {reason}':
    'O WhatsApp não aceita isto em {group}: {reason}',
  'WhatsApp does not let the account do this: it is not a member, or not an admin':
    'O WhatsApp não deixa a conta fazer isto: ela não é membro, ou não é administradora',
  'WhatsApp does not let the account do this in {group}: it is not a member, or not an admin':
    'O WhatsApp não deixa a conta fazer isto em {group}: ela não é membro, ou não é administradora',
  'WhatsApp does not let the account do this with the channel':
    'O WhatsApp não deixa a conta fazer isto com o canal',
  'WhatsApp does not let this account open new chats until {time}. Write to people who wrote first, and to others after that.':
    'O WhatsApp não deixa esta conta abrir conversas novas até {time}. Escreva para quem escreveu primeiro, e para os outros depois disso.',
  'WhatsApp does not tell the other address of {number}, which blocking needs':
    'O WhatsApp não informa o outro endereço de {number}, necessário para bloquear',
  'WhatsApp gave no invitation: try again': 'O WhatsApp não deu um convite: tente de novo',
  'WhatsApp has no usable keys of any member of the group, so nobody could read the message: {reason}':
    'O WhatsApp não tem chaves utilizáveis de nenhum membro do grupo, então ninguém poderia ler a mensagem: {reason}',
  'WhatsApp has no usable keys of the recipient, so nobody could read the message: {reason}':
    'O WhatsApp não tem chaves utilizáveis do destinatário, então ninguém poderia ler a mensagem: {reason}',
  'WhatsApp has not taken message {id}, so nothing can be said about it':
    'O WhatsApp não aceitou a mensagem {id}, então nada pode ser feito com ela',
  'WhatsApp refuses it: {reason} ({code})': 'O WhatsApp recusa: {reason} ({code})',
  'WhatsApp says that this is already the case': 'O WhatsApp diz que já está assim',
  'WhatsApp says that this is already the case in {group}':
    'O WhatsApp diz que já está assim em {group}',
  'WhatsApp shows no presence without the name of the account, which is known once its phone has written a message':
    'O WhatsApp não mostra presença sem o nome da conta, que se conhece depois que o celular dela escreve uma mensagem',
  'WhatsApp was asked too often about groups: wait a minute':
    'O WhatsApp foi consultado vezes demais sobre grupos: espere um minuto',
  'WhatsApp is not asked for what a channel has posted: what it posts comes as Message events, and /chat/findMessages/{name} reads it back':
    'O WhatsApp não é consultado sobre o que um canal publicou: o que ele publica chega como eventos Message, e /chat/findMessages/{name} lê depois',
  'a limit of WhatsApp is reached: no more fit':
    'um limite do WhatsApp foi atingido: não cabem mais',
  'a limit of WhatsApp is reached in {group}: no more fit':
    'um limite do WhatsApp foi atingido em {group}: não cabem mais',
  'channels are made on the phone: /newsletter/list has them from then on':
    'canais são criados no celular: a partir daí /newsletter/list os mostra',
  'communities are made and changed on the phone; their groups are groups here as all others are':
    'comunidades são criadas e alteradas no celular; os grupos delas são grupos aqui como todos os outros',
  'events are made on the phone: what people answer to them comes as Message events':
    'eventos são criados no celular: o que as pessoas respondem chega como eventos Message',
  'no log is kept for each instance: its events are at /event/find/{name}, and /instance/fetchInstances says why it is in its phase':
    'não há um log por instância: os eventos dela estão em /event/find/{name}, e /instance/fetchInstances diz por que ela está na fase atual',
  'no message of the chat {chat} is stored, and older ones can only be fetched from a stored one':
    'nenhuma mensagem da conversa {chat} está guardada, e as mais antigas são pedidas a partir de uma guardada',
  'no message with this id was sent or received through the instance, or it is not stored any more':
    'nenhuma mensagem com este id foi enviada ou recebida pela instância, ou ela é mais antiga do que o tempo em que mensagens são guardadas',
  'no people: {names}': 'não são pessoas: {names}',
  'no message can be sent to {number}': 'não dá para escrever para {number}',
  'nobody sees who is online in a channel': 'ninguém vê quem está online em um canal',
  'nobody sees who writes in a channel': 'ninguém vê quem escreve em um canal',
  'not on WhatsApp: {numbers}': 'não estão no WhatsApp: {numbers}',
  'number {number} is not on WhatsApp': 'o número {number} não está no WhatsApp',
  'phones keep no history of channels': 'celulares não guardam histórico de canais',
  'the account has {max} labels already: delete one first':
    'a conta já tem {max} etiquetas: exclua uma antes',
  'the account is in group {group} already': 'a conta já está no grupo {group}',
  'the account is not an admin of group {group}': 'a conta não é administradora do grupo {group}',
  'the account is not in group {group}': 'a conta não está no grupo {group}',
  'the account is not shown as available: call /instance/setPresence first':
    'a conta não aparece como disponível: chame /instance/setPresence antes',
  'the ceremony has ended: {reason}': 'a cerimônia terminou: {reason}',
  'nobody used the passkey within 5 minutes': 'ninguém usou a passkey em 5 minutos',
  'the phone did not go on with the passkey within 5 minutes':
    'o celular não continuou com a passkey em 5 minutos',
  'nobody confirmed the code within 5 minutes': 'ninguém confirmou o código em 5 minutos',
  'the code was confirmed, but the device was not linked within 5 minutes':
    'o código foi confirmado, mas o dispositivo não foi vinculado em 5 minutos',
  'the passkey ceremony failed': 'a cerimônia da passkey falhou',
  'the code is confirmed already': 'o código já foi confirmado',
  'the connection was lost': 'a conexão caiu',
  'the connection was lost before the phone answered':
    'a conexão caiu antes de o celular responder',
  'the connection was lost before WhatsApp answered':
    'a conexão caiu antes de o WhatsApp responder',
  'the connection was lost before the message was sent':
    'a conexão caiu antes de a mensagem ser enviada',
  'the connection was lost while sending: whether message {id} was sent is told by MessageStatus, and by GET {path}':
    'a conexão caiu durante o envio: MessageStatus e GET {path} dizem se a mensagem {id} foi enviada',
  'the group was not described again: {reason}': 'o grupo não foi descrito de novo: {reason}',
  'the message could not be sent: {reason}': 'não foi possível enviar a mensagem: {reason}',
  'the passkey has been used already': 'a passkey já foi usada',
  'the passkey was used on {origin}, which is not a page of {domain}':
    'a passkey foi usada em {origin}, que não é uma página de {domain}',
  'clientDataJSON signs another challenge: this one is of another ceremony':
    'clientDataJSON assina outro desafio: este é de outra cerimônia',
  'the phone did not answer within {seconds} seconds: it must be switched on and connected to WhatsApp':
    'o celular não respondeu em {seconds} segundos: ele precisa estar ligado e conectado ao WhatsApp',
  'the phone is being asked for older messages already':
    'o celular já está sendo consultado sobre mensagens mais antigas',
  'the phone of the account has not shared the keys that this needs: open WhatsApp on it, which shares them within minutes of linking, and try again':
    'o celular da conta não compartilhou as chaves necessárias para isto: abra o WhatsApp nele, que as compartilha minutos depois do pareamento, e tente de novo',
  'the picture of a channel cannot be asked for': 'não dá para pedir a foto de um canal',
  'the secret of poll {id} is not stored, with which votes in it are sealed':
    'o segredo da enquete {id}, com que os votos são lacrados, não está guardado',
  'the thread of the instance has ended, and a new one is being started; it is not known whether the request was carried out':
    'a thread da instância encerrou e outra está sendo iniciada; não se sabe se o pedido foi feito',
  'the time of this ceremony is over: connect the instance again':
    'o tempo desta cerimônia acabou: conecte a instância de novo',
  'there is no code to confirm yet': 'ainda não há código para confirmar',
  'there is no pairing code to type': 'não há código de pareamento para digitar',
  'there is no passkey ceremony': 'não há cerimônia de passkey',
  'there is no QR code to scan': 'não há QR code para escanear',
  'the answer of the phone cannot be read: {reason}':
    'não dá para ler o que o celular respondeu: {reason}',
  'whether somebody is online is not shown in a group':
    'em um grupo não se mostra se alguém está online',
  '{count} chats are watched already: end one with "subscribe": false first':
    'já há {count} conversas observadas: encerre uma antes com "subscribe": false',
  '{chat} is not watched: call /chat/presenceSubscribe first':
    '{chat} não é observada: chame /chat/presenceSubscribe antes',
  'its session is not one of the library Baileys: pair it again':
    'a sessão não é da biblioteca Baileys: pareie de novo',

  'the media did not arrive within {ms} ms': 'a mídia não chegou em {ms} ms',
  'the media has more than {bytes} bytes': 'a mídia tem mais de {bytes} bytes',
  'the media has {bytes} bytes, more than {max}': 'a mídia tem {bytes} bytes, mais que {max}',
  'the media has {bytes} bytes, not the {max} the message says':
    'a mídia tem {bytes} bytes, não os {max} que a mensagem diz',
  'the media is no longer on the server ({status})': 'a mídia não está mais no servidor ({status})',
  'the media is not that of the message: its checksum differs':
    'a mídia não é a de que a mensagem fala: o checksum é diferente',
  'the media server answered {status}': 'o servidor de mídia respondeu {status}',
  'the media server could not be reached: {reason}':
    'não foi possível acessar o servidor de mídia: {reason}',
  'the media was altered: its checksum differs': 'a mídia foi alterada: o checksum é diferente',
  'the media was altered: its seal is broken': 'a mídia foi alterada: o lacre está quebrado',
  'the message does not say where its media is': 'a mensagem não diz onde está a mídia',
  'the message has no checksum of its media': 'a mensagem não tem o checksum da mídia',
  'the message has no key for its media': 'a mensagem não tem a chave da mídia',

  'the disk is full': 'o disco está cheio',
  'the disk is full since {time}': 'o disco está cheio desde {time}',
  'the database is busy': 'o banco de dados está ocupado',
  'the database is busy since {time}': 'o banco de dados está ocupado desde {time}',
  'the database cannot be reached': 'o banco de dados está inacessível',
  'the database cannot be reached since {time}': 'o banco de dados está inacessível desde {time}',
  'it is not known whether the request was carried out': 'não se sabe se o pedido foi feito',
  'another node has just taken this over': 'outro nó acabou de assumir isto',
  'no node has the instance at the moment: one takes it over in some seconds':
    'nenhum nó tem a instância neste momento: um assume em alguns segundos',
  'the instance is moving to another node': 'a instância está mudando de nó',
  'the node that was asked cannot reach the one that has the instance':
    'o nó consultado não alcança o que tem a instância',
  'the node that has the instance did not answer: the request may have been carried out':
    'o nó que tem a instância não respondeu: o pedido pode ter sido feito',
  'the node that has the instance does not answer at present: nothing was done':
    'o nó que tem a instância não responde no momento: nada foi feito',
  'too many requests wait for the node that has the instance: nothing was done':
    'requisições demais esperam pelo nó que tem a instância: nada foi feito',
  'too many requests wait for other nodes: nothing was done':
    'requisições demais esperam por outros nós: nada foi feito',
  'the node that has the instance refused it': 'o nó que tem a instância recusou',
  'the node that has the instance was not asked any more':
    'o nó que tem a instância não foi mais consultado',
  'This credential has too many large bodies or unread answers under way':
    'Esta credencial tem corpos grandes ou respostas não lidas demais em andamento',
  'Too many large bodies or unread answers are under way':
    'Há corpos grandes ou respostas não lidas demais em andamento',
} as const;
