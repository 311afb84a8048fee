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
