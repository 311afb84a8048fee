import type { platform as portuguese } from '../../pt-BR/failures/platform.ts';

export const platform: Readonly<Record<keyof typeof portuguese, string>> = {
  'WhatsApp answers in a way that this version does not know: look at the phone whether the text is set':
    'WhatsApp respondió de un modo que esta versión no conoce: mira en el teléfono si el texto quedó definido',
  'WhatsApp answers questions about channels in a way that this version does not know':
    'WhatsApp responde sobre canales de un modo que esta versión no conoce',
  'WhatsApp asks to wait before this is asked again': 'WhatsApp pide esperar antes de repetir esto',
  'WhatsApp could not be asked: {reason}': 'No se pudo preguntar a WhatsApp: {reason}',
  'WhatsApp did not answer within {seconds} seconds': 'WhatsApp no respondió en {seconds} segundos',
  'WhatsApp did not answer within {seconds} seconds, and the message was not sent: send it again':
    'WhatsApp no respondió en {seconds} segundos, y el mensaje no se envió: envíalo otra vez',
  'WhatsApp did not answer within {seconds} seconds: whether message {id} was sent is told by MessageStatus, and by GET {path}':
    'WhatsApp no respondió en {seconds} segundos: MessageStatus y GET {path} dicen si el mensaje {id} se envió',
  'WhatsApp did not do this: {reason}': 'WhatsApp no hizo esto: {reason}',
  'WhatsApp did not do this in {group}: {reason}': 'WhatsApp no hizo esto en {group}: {reason}',
  'WhatsApp did not say who has which devices': 'WhatsApp no dijo quién tiene qué dispositivos',
  'WhatsApp did not set the text: it answers {answer}':
    'WhatsApp no definió el texto: la respuesta fue {answer}',
  'WhatsApp does not accept this: {reason}': 'WhatsApp no acepta esto: {reason}',
  'WhatsApp does not accept this in {group}: {reason}':
    'WhatsApp no acepta esto en {group}: {reason}',
  'WhatsApp does not let the account do this: it is not a member, or not an admin':
    'WhatsApp no deja que la cuenta haga esto: no es miembro, o no es administradora',
  'WhatsApp does not let the account do this in {group}: it is not a member, or not an admin':
    'WhatsApp no deja que la cuenta haga esto en {group}: no es miembro, o no es administradora',
  'WhatsApp does not let the account do this with the channel':
    'WhatsApp no deja que la cuenta haga esto con el canal',
  'WhatsApp does not let this account open new chats until {time}. Write to people who wrote first, and to others after that.':
    'WhatsApp no deja que esta cuenta abra chats nuevos hasta {time}. Escribe a quienes escribieron primero, y a los demás después.',
  'WhatsApp does not tell the other address of {number}, which blocking needs':
    'WhatsApp no informa la otra dirección de {number}, necesaria para bloquear',
  'WhatsApp gave no invitation: try again': 'WhatsApp no dio una invitación: inténtalo otra vez',
  'WhatsApp has no usable keys of any member of the group, so nobody could read the message: {reason}':
    'WhatsApp no tiene claves utilizables de ningún miembro del grupo, así que nadie podría leer el mensaje: {reason}',
  'WhatsApp has no usable keys of the recipient, so nobody could read the message: {reason}':
    'WhatsApp no tiene claves utilizables del destinatario, así que nadie podría leer el mensaje: {reason}',
  'WhatsApp has not taken message {id}, so nothing can be said about it':
    'WhatsApp no aceptó el mensaje {id}, así que no se puede hacer nada con él',
  'WhatsApp refuses it: {reason} ({code})': 'WhatsApp lo rechaza: {reason} ({code})',
  'WhatsApp says that this is already the case': 'WhatsApp dice que ya está así',
  'WhatsApp says that this is already the case in {group}':
    'WhatsApp dice que ya está así en {group}',
  'WhatsApp shows no presence without the name of the account, which is known once its phone has written a message':
    'WhatsApp no muestra presencia sin el nombre de la cuenta, que se conoce cuando su teléfono escribe un mensaje',
  'WhatsApp was asked too often about groups: wait a minute':
    'Se consultó a WhatsApp demasiadas veces sobre grupos: espera un minuto',
  'WhatsApp is not asked for what a channel has posted: what it posts comes as Message events, and /chat/findMessages/{name} reads it back':
    'A WhatsApp no se le pregunta qué publicó un canal: lo que publica llega como eventos Message, y /chat/findMessages/{name} lo lee después',
  'a limit of WhatsApp is reached: no more fit': 'se alcanzó un límite de WhatsApp: no caben más',
  'a limit of WhatsApp is reached in {group}: no more fit':
    'se alcanzó un límite de WhatsApp en {group}: no caben más',
  'channels are made on the phone: /newsletter/list has them from then on':
    'los canales se crean en el teléfono: desde entonces /newsletter/list los muestra',
  'communities are made and changed on the phone; their groups are groups here as all others are':
    'las comunidades se crean y cambian en el teléfono; sus grupos son aquí grupos como todos los demás',
  'events are made on the phone: what people answer to them comes as Message events':
    'los eventos se crean en el teléfono: lo que la gente responde llega como eventos Message',
  'no log is kept for each instance: its events are at /event/find/{name}, and /instance/fetchInstances says why it is in its phase':
    'no hay un log por instancia: sus eventos están en /event/find/{name}, y /instance/fetchInstances dice por qué está en su fase',
  'no message of the chat {chat} is stored, and older ones can only be fetched from a stored one':
    'no hay ningún mensaje guardado del chat {chat}, y los más antiguos se piden a partir de uno guardado',
  'no message with this id was sent or received through the instance, or it is not stored any more':
    'no se envió ni recibió ningún mensaje con este id por la instancia, o es más antiguo que el tiempo en que se guardan',
  'no people: {names}': 'no son personas: {names}',
  'no message can be sent to {number}': 'no se puede escribir a {number}',
  'nobody sees who is online in a channel': 'nadie ve quién está en línea en un canal',
  'nobody sees who writes in a channel': 'nadie ve quién escribe en un canal',
  'not on WhatsApp: {numbers}': 'no están en WhatsApp: {numbers}',
  'number {number} is not on WhatsApp': 'el número {number} no está en WhatsApp',
  'phones keep no history of channels': 'los teléfonos no guardan historial de canales',
  'the account has {max} labels already: delete one first':
    'la cuenta ya tiene {max} etiquetas: elimina una antes',
  'the account is in group {group} already': 'la cuenta ya está en el grupo {group}',
  'the account is not an admin of group {group}':
    'la cuenta no es administradora del grupo {group}',
  'the account is not in group {group}': 'la cuenta no está en el grupo {group}',
  'the account is not shown as available: call /instance/setPresence first':
    'la cuenta no aparece como disponible: llama a /instance/setPresence antes',
  'the ceremony has ended: {reason}': 'la ceremonia terminó: {reason}',
  'nobody used the passkey within 5 minutes': 'nadie usó la passkey en 5 minutos',
  'the phone did not go on with the passkey within 5 minutes':
    'el teléfono no siguió con la passkey en 5 minutos',
  'nobody confirmed the code within 5 minutes': 'nadie confirmó el código en 5 minutos',
  'the code was confirmed, but the device was not linked within 5 minutes':
    'el código se confirmó, pero el dispositivo no se vinculó en 5 minutos',
  'the passkey ceremony failed': 'la ceremonia de la passkey falló',
  'the code is confirmed already': 'el código ya está confirmado',
  'the connection was lost': 'se perdió la conexión',
  'the connection was lost before the phone answered':
    'se perdió la conexión antes de que el teléfono respondiera',
  'the connection was lost before WhatsApp answered':
    'se perdió la conexión antes de que WhatsApp respondiera',
  'the connection was lost before the message was sent':
    'se perdió la conexión antes de enviar el mensaje',
  'the connection was lost while sending: whether message {id} was sent is told by MessageStatus, and by GET {path}':
    'se perdió la conexión durante el envío: MessageStatus y GET {path} dicen si el mensaje {id} se envió',
  'the group was not described again: {reason}': 'el grupo no se describió otra vez: {reason}',
  'the message could not be sent: {reason}': 'no se pudo enviar el mensaje: {reason}',
  'the passkey has been used already': 'la passkey ya se usó',
  'the passkey was used on {origin}, which is not a page of {domain}':
    'la passkey se usó en {origin}, que no es una página de {domain}',
  'clientDataJSON signs another challenge: this one is of another ceremony':
    'clientDataJSON firma otro desafío: este es de otra ceremonia',
  'the phone did not answer within {seconds} seconds: it must be switched on and connected to WhatsApp':
    'el teléfono no respondió en {seconds} segundos: debe estar encendido y conectado a WhatsApp',
  'the phone is being asked for older messages already':
    'ya se le están pidiendo al teléfono mensajes más antiguos',
  'the phone of the account has not shared the keys that this needs: open WhatsApp on it, which shares them within minutes of linking, and try again':
    'el teléfono de la cuenta no compartió las claves que esto necesita: abre WhatsApp en él, que las comparte minutos después de vincular, e inténtalo otra vez',
  'the picture of a channel cannot be asked for': 'no se puede pedir la foto de un canal',
  'the secret of poll {id} is not stored, with which votes in it are sealed':
    'el secreto de la encuesta {id}, con que se sellan sus votos, no está guardado',
  'the thread of the instance has ended, and a new one is being started; it is not known whether the request was carried out':
    'el hilo de la instancia terminó y se está iniciando otro; no se sabe si el pedido se hizo',
  'the time of this ceremony is over: connect the instance again':
    'el tiempo de esta ceremonia terminó: conecta la instancia otra vez',
  'there is no code to confirm yet': 'aún no hay código para confirmar',
  'there is no pairing code to type': 'no hay código de vinculación para escribir',
  'there is no passkey ceremony': 'no hay ceremonia de passkey',
  'there is no QR code to scan': 'no hay código QR para escanear',
  'the answer of the phone cannot be read: {reason}':
    'no se puede leer lo que respondió el teléfono: {reason}',
  'whether somebody is online is not shown in a group':
    'en un grupo no se muestra si alguien está en línea',
  '{count} chats are watched already: end one with "subscribe": false first':
    'ya hay {count} chats observados: termina uno antes con "subscribe": false',
  '{chat} is not watched: call /chat/presenceSubscribe first':
    '{chat} no se observa: llama a /chat/presenceSubscribe antes',
  'its session is not one of the library Baileys: pair it again':
    'su sesión no es de la biblioteca Baileys: vincúlala otra vez',

  'the media did not arrive within {ms} ms': 'el medio no llegó en {ms} ms',
  'the media has more than {bytes} bytes': 'el medio tiene más de {bytes} bytes',
  'the media has {bytes} bytes, more than {max}': 'el medio tiene {bytes} bytes, más que {max}',
  'the media has {bytes} bytes, not the {max} the message says':
    'el medio tiene {bytes} bytes, no los {max} que dice el mensaje',
  'the media is no longer on the server ({status})':
    'el medio ya no está en el servidor ({status})',
  'the media is not that of the message: its checksum differs':
    'el medio no es el que dice el mensaje: su checksum es distinto',
  'the media server answered {status}': 'el servidor de medios respondió {status}',
  'the media server could not be reached: {reason}':
    'no se pudo acceder al servidor de medios: {reason}',
  'the media was altered: its checksum differs': 'el medio fue alterado: su checksum es distinto',
  'the media was altered: its seal is broken': 'el medio fue alterado: su sello está roto',
  'the message does not say where its media is': 'el mensaje no dice dónde está su medio',
  'the message has no checksum of its media': 'el mensaje no tiene el checksum de su medio',
  'the message has no key for its media': 'el mensaje no tiene la clave de su medio',

  'the disk is full': 'el disco está lleno',
  'the disk is full since {time}': 'el disco está lleno desde {time}',
  'the database is busy': 'la base de datos está ocupada',
  'the database is busy since {time}': 'la base de datos está ocupada desde {time}',
  'the database cannot be reached': 'no se puede acceder a la base de datos',
  'the database cannot be reached since {time}':
    'no se puede acceder a la base de datos desde {time}',
  'it is not known whether the request was carried out': 'no se sabe si el pedido se hizo',
  'another node has just taken this over': 'otro nodo acaba de asumir esto',
  'no node has the instance at the moment: one takes it over in some seconds':
    'ningún nodo tiene la instancia en este momento: uno la asume en unos segundos',
  'the instance is moving to another node': 'la instancia está pasando a otro nodo',
  'the node that was asked cannot reach the one that has the instance':
    'el nodo consultado no alcanza al que tiene la instancia',
  'the node that has the instance did not answer: the request may have been carried out':
    'el nodo que tiene la instancia no respondió: el pedido pudo haberse hecho',
  'the node that has the instance does not answer at present: nothing was done':
    'el nodo que tiene la instancia no responde ahora: no se hizo nada',
  'too many requests wait for the node that has the instance: nothing was done':
    'demasiadas solicitudes esperan al nodo que tiene la instancia: no se hizo nada',
  'too many requests wait for other nodes: nothing was done':
    'demasiadas solicitudes esperan a otros nodos: no se hizo nada',
  'the node that has the instance refused it': 'el nodo que tiene la instancia lo rechazó',
  'the node that has the instance was not asked any more':
    'el nodo que tiene la instancia ya no fue consultado',
  'This credential has too many large bodies or unread answers under way':
    'Esta credencial tiene demasiados cuerpos grandes o respuestas sin leer en curso',
  'Too many large bodies or unread answers are under way':
    'Hay demasiados cuerpos grandes o respuestas sin leer en curso',
};
