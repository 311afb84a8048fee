import type { SentenceTexts } from '../sentences.ts';

export const sentences: SentenceTexts = {
  // Endpoints that are gone, and replays to them.
  'webhook deleted': 'o webhook foi excluído',
  'webhook disabled': 'o webhook está desativado',
  'webhook not set': 'o webhook não está configurado',
  'global webhook not set': 'o webhook global não está configurado',
  'endpoint deleted': 'o endpoint foi excluído',
  'instance deleted': 'a instância foi excluída',
  'no such destination': 'esse destino não existe',
  'amqp not configured': 'o AMQP não está configurado',
  'amqp disabled': 'o AMQP está desativado',
  'nats not configured': 'o NATS não está configurado',
  'nats disabled': 'o NATS está desativado',
  'the endpoint is disabled': 'o endpoint está desativado',
  'replay cancelled': 'repetição cancelada',
  // Requests that are not made.
  'the event is not stored any more': 'o evento não está mais guardado',
  "a customer's page shows no codes that pair the instance":
    'a página de um cliente não mostra códigos que pareiam a instância',
  'the format whatsapp-cloud has no form for this event':
    'o formato whatsapp-cloud não tem forma para este evento',
  'template: the body would be above 1 MiB': 'template: o corpo teria mais de 1 MiB',
  // Messages that wait.
  'It waits in the queue until the earlier messages of its chat have been sent':
    'Espera na fila até que as mensagens anteriores da conversa sejam enviadas',
  'It is being sent at this moment': 'Está sendo enviada neste momento',
  'It waits in the queue for its delay of {count} ms': 'Espera na fila o atraso de {count} ms',
  'It waits in the queue': 'Espera na fila',
  'It waits in the queue and is about to be sent': 'Espera na fila e está prestes a ser enviada',
  'earlier messages of the chat wait to be sent':
    'as mensagens anteriores da conversa esperam o envio',
  'earlier messages of the instance wait for their turn':
    'as mensagens anteriores da instância esperam a vez',
  '{count} new chats were opened within 24 hours':
    '{count} conversas novas foram abertas em 24 horas',
  '{count} messages went out within a minute': '{count} mensagens saíram em um minuto',
  'the instance is not connected': 'a instância não está conectada',
  // Messages that are refused or end unsent.
  'It was not sent': 'Não foi enviada',
  'Nobody knows yet whether it was sent: if it was, a later status will say so':
    'Ainda não se sabe se foi enviada: se foi, um status posterior dirá',
  'The platform did not confirm the message. It may have been delivered or not: ask the recipient before you send it again':
    'A plataforma não confirmou a mensagem. Ela pode ter sido entregue ou não: pergunte ao destinatário antes de enviar de novo',
  'WhatsApp does not let this account write there: it may have been blocked, or only admins may write in the group':
    'O WhatsApp não deixa esta conta escrever ali: ela pode estar bloqueada, ou só admins escrevem no grupo',
  'WhatsApp does not accept lists and buttons from this account. Send a text or a poll instead':
    'O WhatsApp não aceita listas nem botões desta conta. Envie um texto ou uma enquete',
  'WhatsApp refused the message because the account sends too fast. Send more slowly':
    'O WhatsApp recusou a mensagem porque a conta envia rápido demais. Envie mais devagar',
  'WhatsApp does not let this account open new chats at the moment. Write to people who wrote first, and wait before you write to others':
    'O WhatsApp não deixa esta conta abrir conversas novas no momento. Escreva para quem escreveu primeiro, e espere antes de escrever para os outros',
  'WhatsApp refused the message because the recipient has other devices by now. Send it again':
    'O WhatsApp recusou a mensagem porque o destinatário já tem outros dispositivos. Envie de novo',
  'WhatsApp refused the message with error {count}':
    'O WhatsApp recusou a mensagem com o erro {count}',
  // Messages that cannot be read.
  'WhatsApp shows messages that can be seen once on the phone alone':
    'O WhatsApp mostra as mensagens de visualização única somente no celular',
  'WhatsApp keeps messages of a hosted business account from linked devices':
    'O WhatsApp não entrega aos dispositivos conectados as mensagens de uma conta comercial hospedada',
  'WhatsApp keeps messages of this assistant from linked devices':
    'O WhatsApp não entrega aos dispositivos conectados as mensagens deste assistente',
  'Nothing: open the message on the phone': 'Abra a mensagem no celular',
  'Nothing: it stays sealed': 'Não há nada a fazer: ela continua lacrada',
  'Meta AI has sealed the message with the secret of a question, which is not read here':
    'A Meta AI lacrou a mensagem com o segredo de uma pergunta, que não é lido aqui',
  'WhatsApp sent the message without its content, and it is older than 14 days':
    'O WhatsApp enviou a mensagem sem o conteúdo, e ela tem mais de 14 dias',
  'Nothing: the phone is not asked for messages of this age. Open the message there':
    'Mensagens tão antigas não são pedidas ao celular. Abra a mensagem lá',
  'WhatsApp sent the message without its content': 'O WhatsApp enviou a mensagem sem o conteúdo',
  "The account's phone is asked for it. If it answers, a Message follows":
    'Ela é pedida ao celular da conta. Se ele responder, chega um evento Message',
  'The message could not be deciphered': 'Não foi possível decifrar a mensagem',
  'no reason was given': 'sem mais explicação',
  'Its sender is asked to send it again, up to 5 times. If they do, a Message follows':
    'Pede-se a quem a enviou que envie de novo, até 5 vezes. Se isso acontecer, chega um evento Message',
  'It is sealed with the secret of a message that is not stored':
    'Está lacrada com o segredo de uma mensagem que não está guardada',
  'It is sealed, and of a kind that is not known': 'Está lacrada, e é de um tipo desconhecido',
  'The secret of the message that it is about does not open it':
    'Não abre com o segredo da mensagem a que se refere',
  // People whom a group does not take.
  'They have blocked the account': 'A pessoa bloqueou esta conta',
  'They let only their contacts add them: send them an invitation':
    'Só os contatos da pessoa podem adicioná-la: envie um convite',
  'They are not on WhatsApp, or not in the group':
    'A pessoa não está no WhatsApp, ou não está no grupo',
  'They left the group lately: send them an invitation':
    'A pessoa saiu do grupo há pouco: envie um convite',
  'They are in the group already': 'A pessoa já está no grupo',
  'They are not in the group': 'A pessoa não está no grupo',
  'They do not ask to join': 'A pessoa não pede para entrar',
  'The group is full': 'O grupo está cheio',
  'WhatsApp refused with {count}': 'O WhatsApp recusou com {count}',
  // Proxies that do not work.
  'the proxy may not be used': 'não é permitido usar o proxy',
  'the proxy cannot be reached': 'não foi possível acessar o proxy',
  'the proxy did not open a connection': 'o proxy não abriu nenhuma conexão',
  'the proxy did not answer within {count} ms': 'o proxy não respondeu em {count} ms',
  'the proxy asks for a user name and a password': 'o proxy pede um nome de usuário e uma senha',
  'the proxy refuses the user name or the password': 'o proxy recusa o nome de usuário ou a senha',
  'the proxy takes no user name and password': 'o proxy não aceita nome de usuário nem senha',
  'it closed the connection': 'ele fechou a conexão',
};
