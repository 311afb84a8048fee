import type { gateway as portuguese } from '../../pt-BR/failures/gateway.ts';

export const gateway: Readonly<Record<keyof typeof portuguese, string>> = {
  'instance not found': 'instancia no encontrada',
  'call {id} not found': 'llamada {id} no encontrada',
  'ceremony not found': 'ceremonia no encontrada',
  'channel not found': 'canal no encontrado',
  'channel {id} not found': 'canal {id} no encontrado',
  'contact not found': 'contacto no encontrado',
  'delivery not found': 'entrega no encontrada',
  'group not found': 'grupo no encontrado',
  'group {id} not found': 'grupo {id} no encontrado',
  'invitation not found: it was revoked': 'invitación no encontrada: fue revocada',
  'label not found': 'etiqueta no encontrada',
  'message not found': 'mensaje no encontrado',
  'message {id} not found': 'mensaje {id} no encontrado',
  'message {id} in the chat {chat} not found': 'mensaje {id} no encontrado en el chat {chat}',
  'message {id} not found: to name one that is not stored, its key needs {names} too':
    'mensaje {id} no encontrado: para indicar uno que no está guardado, su clave también necesita {names}',
  'phone number not found': 'teléfono no encontrado',
  'poll not found': 'encuesta no encontrada',
  'profile picture not found': 'foto de perfil no encontrada',
  'queued message not found': 'mensaje en cola no encontrado',
  'quoted message not found': 'mensaje citado no encontrado',
  'template not found': 'plantilla no encontrada',
  'the file {path} of the manager not found': 'no existe el archivo {path} del manager',

  'instance {name} is not connected': 'la instancia {name} no está conectada',
  'instance {name} is logged in already': 'la instancia {name} ya está conectada',
  'not connected': 'no conectada',
  'not paired': 'no vinculada',
  'the instance is not connected': 'la instancia no está conectada',
  'no code: {reason}': 'sin código: {reason}',
  'no code within 10 s: {reason}': 'sin código en 10 s: {reason}',
  'the instance is {phase}': 'la instancia está en {phase}',
  'the instance is {phase} ({reason})': 'la instancia está en {phase} ({reason})',
  'the instance was deleted': 'la instancia fue eliminada',
  'the name {name} is taken': 'el nombre {name} ya está en uso',
  'the instanceId is or was in use: choose another':
    'el instanceId es o fue de otra cosa: elige otro',
  'the token is in use as a key: choose another': 'el token ya se usa como clave: elige otro',
  'the instance could not be logged out: {reason}':
    'no se pudo cerrar la sesión de la instancia: {reason}',
  'the instance could not connect: {reason}': 'la instancia no pudo conectarse: {reason}',
  'the instance did not answer in time': 'la instancia no respondió a tiempo',
  'the instance did not come up again: {reason}': 'la instancia no volvió: {reason}',
  'the instance is busy with another call': 'la instancia está ocupada con otra llamada',
  'the instance has stored more than INSTANCE_STORAGE_LIMIT: it accepts more once older data has been removed, or waiting messages and deliveries have left':
    'la instancia guardó más que INSTANCE_STORAGE_LIMIT: vuelve a aceptar cuando se quiten datos antiguos, o salga lo que espera envío o entrega',
  'the instance of this key was deleted': 'la instancia de esta clave fue eliminada',
  'the provider {name} is not part of this deployment':
    'el provider {name} no es parte de esta instalación',
  'this key belongs to another instance': 'esta clave es de otra instancia',
  'this key has been replaced already': 'esta clave ya fue reemplazada',
  'this key lacks the scope {names}': 'a esta clave le falta el alcance {names}',
  '{max} keys are valid already: replace it again after {time}, when one ends, or with graceSeconds 0, which ends all but the new one':
    'ya hay {max} claves válidas: vuelve a cambiarla después de {time}, cuando termina una, o con graceSeconds 0, que termina todas menos la nueva',
  '{max} secrets sign already, each for 24 hours after it was replaced: replace it again after {time}, when the oldest ends':
    'ya firman {max} secretos, cada uno durante 24 horas después de su cambio: vuelve a cambiarlo después de {time}, cuando termina el más antiguo',
  'a key cannot give its instance a key that lives longer':
    'una clave no puede dar a su instancia una clave que dure más que ella',
  'the header instanceId is required with the global key':
    'el encabezado instanceId es obligatorio con la clave global',
  'the header instanceId must be the id or the name of an instance':
    'el encabezado instanceId debe ser el id o el nombre de una instancia',
  'the body must have accessToken, appSecret or verifyToken':
    'el cuerpo debe tener accessToken, appSecret o verifyToken',
  'only instances of whatsapp-cloud have credentials':
    'solo las instancias de whatsapp-cloud tienen credenciales',
  'the phoneNumberId {id} is that of another instance':
    'el phoneNumberId {id} es de otra instancia',
  'phoneNumberId {id} is not a number of the account {account}':
    'phoneNumberId {id} no es un número de la cuenta {account}',
  'phoneNumberId {id}: {reason}': 'phoneNumberId {id}: {reason}',
  'a test of this webhook is under way': 'hay una prueba de este webhook en curso',
  'evolution-go puts the key of the instance into every body, and the service stores keys only as hashes: make this request with the key of the instance, or give `token` when it is created':
    'evolution-go pone la clave de la instancia en cada cuerpo, y el servicio guarda solo hashes de claves: haz esta solicitud con la clave de la instancia, o da `token` al crearla',
  'no apikey: send it in the query, in the header apikey, or in auth as {example}':
    'falta la apikey: envíala en la query, en el encabezado apikey, o en auth como {example}',
  'an instance has one list of events, and those of {names} differ':
    'una instancia tiene una sola lista de eventos, y las de {names} son distintas',
  '{title} is not configured here: {variable} is not set':
    '{title} no está configurado aquí: {variable} no está definida',
  '{name} is not built in: {reason}. See /docs/from-evolution#products-that-are-not-built-in':
    '{name} no es parte del servicio: {reason}. Consulta /docs/from-evolution#products-that-are-not-built-in',
  'give it the messages by a webhook, and let it answer with /message/sendText':
    'entrégale los mensajes por un webhook, y deja que responda con /message/sendText',
  'connect it by the Graph API that every instance has (/docs/graph#chatwoot)':
    'conéctalo por la Graph API que tiene cada instancia (/docs/graph#chatwoot)',
  'connect it by the Graph API that every instance has (/docs/graph#typebot)':
    'conéctalo por la Graph API que tiene cada instancia (/docs/graph#typebot)',
  'events go to webhooks, RabbitMQ (/rabbitmq/set), NATS (/nats/set) and WebSockets':
    'los eventos van a webhooks, RabbitMQ (/rabbitmq/set), NATS (/nats/set) y WebSockets',
  'events have the mediaUrl of a file, and /chat/getBase64FromMediaMessage answers the file itself':
    'los eventos traen el mediaUrl de un archivo, y /chat/getBase64FromMediaMessage responde con el archivo mismo',
  'look numbers up with /chat/whatsappNumbers, and people with /chat/fetchProfile':
    'consulta números con /chat/whatsappNumbers y personas con /chat/fetchProfile',
  'Gatehouse does not carry the audio of calls, so it places none: calls that come in can be rejected at /call/reject':
    'Gatehouse no transporta el audio de llamadas, así que no hace ninguna: las que llegan se pueden rechazar en /call/reject',
  'only the phone of a business can read its catalog':
    'los catálogos de empresas solo los lee su propio teléfono',
  'the WebSocket of {name} is not enabled': 'el WebSocket de {name} no está activado',
  'the WebSocket of this instance is not enabled':
    'el WebSocket de esta instancia no está activado',
  '{count} WebSockets without a key are open already':
    'ya hay {count} WebSockets abiertos sin clave',
  'a connection has at most {max} namespaces': 'una conexión tiene {max} namespaces como máximo',
  'this connection gets the events of this instance already':
    'esta conexión ya recibe los eventos de esta instancia',
  'the apikey of this connection has ended': 'la apikey de esta conexión ya no vale',
  'the connection has ended: its client sends too many packets':
    'la conexión se ha cerrado: su cliente envía demasiados paquetes',
  'the connection has ended': 'la conexión se ha cerrado',
  '{count} WebSockets are open already': 'ya hay {count} WebSockets abiertos',
  '{count} WebSockets of this key are open already':
    'ya hay {count} WebSockets abiertos con esta clave',
  'one of ids, state, from and to is required': 'es obligatorio uno entre ids, state, from y to',
  'page {page} lies behind more than {max} entries: ask for fewer, or go on with after':
    'la página {page} está después de más de {max} elementos: pide menos, o continúa con after',
  'Stored messages are being read by other calls, and {reason}':
    'Otras llamadas están leyendo los mensajes guardados, y {reason}',
  'Filters and transforms are being tried by other calls, and {reason}':
    'Otras llamadas están probando filtros y transformaciones, y {reason}',
  'it was not the turn of this one within {seconds} s': 'no llegó el turno de esta en {seconds} s',
  'too many of them wait': 'hay demasiada espera',
  'the message store is switched off: set MESSAGE_STORE_HOURS to the number of hours for which messages are to be kept':
    'el almacén de mensajes está apagado: define MESSAGE_STORE_HOURS con las horas en que se deben guardar los mensajes',
  'name at least one of {names}': 'indica al menos uno entre {names}',
  'tools names unknown tools: {names}': 'tools tiene nombres que no existen: {names}',

  'it opens {name} alone': 'solo abre {name}',
  'there is no instance yet: POST /instance/create makes one':
    'aún no hay ninguna instancia: POST /instance/create crea una',
  'GET /instance/fetchInstances lists the instances that the key may see':
    'GET /instance/fetchInstances lista las instancias que la clave puede ver',
  'GET /instance/connect/{name} connects an instance':
    'GET /instance/connect/{name} conecta una instancia',
  '{name} is {state} ({phase}): GET {path} connects it':
    '{name} está en {state} ({phase}): GET {path} la conecta',
  '{name} is {state} ({phase}): scan or type the code that GET {path} gives':
    '{name} está en {state} ({phase}): escanea o escribe el código que devuelve GET {path}',
  '{name} is {state} ({phase}): send again when GET {path} says open':
    '{name} está en {state} ({phase}): envía otra vez cuando GET {path} responda open',
  'Instance {name} is not connected: {reason}': 'La instancia {name} no está conectada: {reason}',
  '{number} is read as +{same}: with the code of Brazil it is {whole}':
    '{number} se lee como +{same}: con el código de Brasil es {whole}',
  'a number begins with the code of its country, such as 55':
    'un número empieza con el código de su país, como 55',
  '{place} is in {what} space': '{place} está en espacio {what}',
  '{place} is in {what} space, which {variable} does not allow':
    '{place} está en espacio {what}, que {variable} no permite',
  '{place} has no address that may be reached: the name does not resolve, or only into networks that are not allowed':
    '{place} no tiene una dirección que se pueda alcanzar: el nombre no se resuelve, o solo a redes que no están permitidas',
  '{place} has no address that may be reached: the name does not resolve, or only into networks that {variable} does not allow':
    '{place} no tiene una dirección que se pueda alcanzar: el nombre no se resuelve, o solo a redes que {variable} no permite',
  loopback: 'de loopback',
  private: 'privado',
  'link-local': 'link-local',
  reserved: 'reservado',
  'endpoint not found': 'endpoint no encontrado',
  'it is the address of this service': 'es la dirección de este servicio',
  'there are {max} endpoints beside default, and ENDPOINTS_PER_INSTANCE allows no more':
    'hay {max} endpoints además de default, y ENDPOINTS_PER_INSTANCE no permite más',
  'default cannot be deleted: disable it with {"enabled": false}':
    'default no se puede eliminar: desactívalo con {"enabled": false}',
  '{name} is configured by variables of the service':
    '{name} se enciende y apaga con variables del servicio',
  '{name} is configured by operations of its own: see /docs/events.md':
    '{name} se enciende y apaga con operaciones propias: mira /docs/events.md',
  'replay not found': 'repetición no encontrada',
  '{name} is no webhook of the instance, and only those can replay events':
    '{name} no es un webhook de la instancia, y solo ellos pueden repetir eventos',
  'the replay is {state}': 'la repetición está {state}',
  'must be the JID of a chat, of at most {max} characters':
    'debe ser el JID de un chat, de {max} caracteres como máximo',
  'is a time from which no events are stored': 'es de un momento del que no hay eventos guardados',
  'is before the oldest stored event, which is from {oldest}':
    'es anterior al evento más antiguo que se guarda, que es de {oldest}',
  'there are {max} unfinished replays of this endpoint: wait for one of them, or cancel it':
    'hay {max} repeticiones de este endpoint que no han terminado: espere a una de ellas o cancélela',
  "there are {max} unfinished replays of the customer's endpoints: wait for one of them, or cancel it":
    'hay {max} repeticiones de los endpoints del cliente que no han terminado: espera a que termine una, o cancélala',
  'there are {max} unfinished replays: wait for one of them, or cancel it':
    'hay {max} repeticiones que no han terminado: espere a una de ellas o cancélela',
  'instances of whatsapp connect as version {version} of the web client, which WhatsApp may refuse, because the current one cannot be fetched: let this machine, and the proxies of instances, reach web.whatsapp.com, or set WHATSAPP_WEB_VERSION to a current version':
    'las instancias de whatsapp se conectan con la versión {version} del cliente web, que WhatsApp puede rechazar, porque no se puede obtener la actual: permite que esta máquina, y los proxies de las instancias, lleguen a web.whatsapp.com, o define WHATSAPP_WEB_VERSION con una versión actual',
  'the archive of events cannot be used: {problem}':
    'el archivo de eventos no se puede usar: {problem}',
  'EVENT_ARCHIVE_URL cannot be used since {time}, so events are kept: {problem}':
    'EVENT_ARCHIVE_URL no se puede usar desde {time}, así que los eventos se conservan: {problem}',
  'url must answer the handshake with its challenge: {reason}':
    'url debe responder al handshake con su desafío: {reason}',
  'it did not answer within 10 s': 'no respondió en 10 s',
  'it answered something else': 'respondió otra cosa',
  'the endpoint was changed meanwhile: read it and change it again':
    'el endpoint fue cambiado mientras tanto: léelo y cámbialo de nuevo',
  'must have a value: ******** keeps a stored one, and none is stored':
    'debe tener un valor: ******** mantiene el guardado, y no hay ninguno guardado',
  'verifyToken must be given too: the stored one stays with its scheme, host and port':
    'verifyToken también debe darse: el guardado vale solo para su esquema, host y puerto',
  'the format whatsapp-cloud has no form for this event':
    'el formato whatsapp-cloud no tiene una forma para este evento',
};
