import type { SentenceTexts } from '../sentences.ts';

export const sentences: SentenceTexts = {
  // Endpoints that are gone, and replays to them.
  'webhook deleted': 'el webhook se eliminó',
  'webhook disabled': 'el webhook está desactivado',
  'webhook not set': 'el webhook no está configurado',
  'global webhook not set': 'el webhook global no está configurado',
  'endpoint deleted': 'el endpoint se eliminó',
  'instance deleted': 'la instancia se eliminó',
  'no such destination': 'ese destino no existe',
  'amqp not configured': 'AMQP no está configurado',
  'amqp disabled': 'AMQP está desactivado',
  'nats not configured': 'NATS no está configurado',
  'nats disabled': 'NATS está desactivado',
  'the endpoint is disabled': 'el endpoint está desactivado',
  'replay cancelled': 'repetición cancelada',
  // Requests that are not made.
  'the event is not stored any more': 'el evento ya no está guardado',
  "a customer's page shows no codes that pair the instance":
    'la página de un cliente no muestra códigos que vinculan la instancia',
  'the format whatsapp-cloud has no form for this event':
    'el formato whatsapp-cloud no tiene forma para este evento',
  'template: the body would be above 1 MiB': 'template: el cuerpo tendría más de 1 MiB',
  // Messages that wait.
  'It waits in the queue until the earlier messages of its chat have been sent':
    'Espera en la cola a que se envíen los mensajes anteriores de su chat',
  'It is being sent at this moment': 'Se está enviando en este momento',
  'It waits in the queue for its delay of {count} ms': 'Espera en la cola su retraso de {count} ms',
  'It waits in the queue': 'Espera en la cola',
  'It waits in the queue and is about to be sent': 'Espera en la cola y está por enviarse',
  'earlier messages of the chat wait to be sent':
    'los mensajes anteriores del chat esperan su envío',
  'earlier messages of the instance wait for their turn':
    'los mensajes anteriores de la instancia esperan su turno',
  '{count} new chats were opened within 24 hours': 'se abrieron {count} chats nuevos en 24 horas',
  '{count} messages went out within a minute': 'salieron {count} mensajes en un minuto',
  'the instance is not connected': 'la instancia no está conectada',
  // Messages that are refused or end unsent.
  'It was not sent': 'No se envió',
  'Nobody knows yet whether it was sent: if it was, a later status will say so':
    'Todavía no se sabe si se envió: si se envió, un estado posterior lo dirá',
  'The platform did not confirm the message. It may have been delivered or not: ask the recipient before you send it again':
    'La plataforma no confirmó el mensaje. Pudo haberse entregado o no: pregunta al destinatario antes de enviarlo de nuevo',
  'WhatsApp does not let this account write there: it may have been blocked, or only admins may write in the group':
    'WhatsApp no deja que esta cuenta escriba ahí: puede estar bloqueada, o en el grupo solo escriben los administradores',
  'WhatsApp does not accept lists and buttons from this account. Send a text or a poll instead':
    'WhatsApp no acepta listas ni botones de esta cuenta. Envía un texto o una encuesta en su lugar',
  'WhatsApp refused the message because the account sends too fast. Send more slowly':
    'WhatsApp rechazó el mensaje porque la cuenta envía demasiado rápido. Envía más despacio',
  'WhatsApp does not let this account open new chats at the moment. Write to people who wrote first, and wait before you write to others':
    'WhatsApp no deja que esta cuenta abra chats nuevos por ahora. Escribe a quienes escribieron primero, y espera antes de escribir a los demás',
  'WhatsApp refused the message because the recipient has other devices by now. Send it again':
    'WhatsApp rechazó el mensaje porque el destinatario ya tiene otros dispositivos. Envíalo de nuevo',
  'WhatsApp refused the message with error {count}':
    'WhatsApp rechazó el mensaje con el error {count}',
  // Messages that cannot be read.
  'WhatsApp shows messages that can be seen once on the phone alone':
    'WhatsApp muestra los mensajes que se ven una sola vez únicamente en el teléfono',
  'WhatsApp keeps messages of a hosted business account from linked devices':
    'WhatsApp no entrega a los dispositivos vinculados los mensajes de una cuenta de empresa alojada',
  'WhatsApp keeps messages of this assistant from linked devices':
    'WhatsApp no entrega a los dispositivos vinculados los mensajes de este asistente',
  'Nothing: open the message on the phone': 'Abre el mensaje en el teléfono',
  'Nothing: it stays sealed': 'No hay nada que hacer: sigue sellado',
  'Meta AI has sealed the message with the secret of a question, which is not read here':
    'Meta AI selló el mensaje con el secreto de una pregunta, que aquí no se lee',
  'WhatsApp sent the message without its content, and it is older than 14 days':
    'WhatsApp envió el mensaje sin su contenido, y tiene más de 14 días',
  'Nothing: the phone is not asked for messages of this age. Open the message there':
    'Al teléfono no se le piden mensajes tan antiguos. Abre el mensaje ahí',
  'WhatsApp sent the message without its content': 'WhatsApp envió el mensaje sin su contenido',
  "The account's phone is asked for it. If it answers, a Message follows":
    'Se le pide al teléfono de la cuenta. Si responde, llega un evento Message',
  'The message could not be deciphered': 'No se pudo descifrar el mensaje',
  'no reason was given': 'sin más explicación',
  'Its sender is asked to send it again, up to 5 times. If they do, a Message follows':
    'Se pide a quien lo envió que lo envíe de nuevo, hasta 5 veces. Si lo hace, llega un evento Message',
  'It is sealed with the secret of a message that is not stored':
    'Está sellado con el secreto de un mensaje que no está guardado',
  'It is sealed, and of a kind that is not known': 'Está sellado, y es de un tipo que no se conoce',
  'The secret of the message that it is about does not open it':
    'No se abre con el secreto del mensaje al que se refiere',
  // People whom a group does not take.
  'They have blocked the account': 'La persona bloqueó esta cuenta',
  'They let only their contacts add them: send them an invitation':
    'Solo sus contactos la pueden agregar: envíale una invitación',
  'They are not on WhatsApp, or not in the group':
    'La persona no está en WhatsApp, o no está en el grupo',
  'They left the group lately: send them an invitation':
    'La persona salió del grupo hace poco: envíale una invitación',
  'They are in the group already': 'La persona ya está en el grupo',
  'They are not in the group': 'La persona no está en el grupo',
  'They do not ask to join': 'La persona no pide unirse',
  'The group is full': 'El grupo está lleno',
  'WhatsApp refused with {count}': 'WhatsApp lo rechazó con {count}',
  // Proxies that do not work.
  'the proxy may not be used': 'no se permite usar el proxy',
  'the proxy cannot be reached': 'no se puede acceder al proxy',
  'the proxy did not open a connection': 'el proxy no abrió ninguna conexión',
  'the proxy did not answer within {count} ms': 'el proxy no respondió en {count} ms',
  'the proxy asks for a user name and a password':
    'el proxy pide un nombre de usuario y una contraseña',
  'the proxy refuses the user name or the password':
    'el proxy rechaza el nombre de usuario o la contraseña',
  'the proxy takes no user name and password': 'el proxy no acepta nombre de usuario ni contraseña',
  'it closed the connection': 'cerró la conexión',
};
