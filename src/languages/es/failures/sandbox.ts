import type { sandbox as portuguese } from '../../pt-BR/failures/sandbox.ts';

export const sandbox: Readonly<Record<keyof typeof portuguese, string>> = {
  'This is not signed by a webhook that points here':
    'Esto no está firmado por un webhook que apunta aquí',
  'the echo receiver of an instance answers its own webhooks: set `url` of POST /webhook/set/{instanceName} to /echo/{instanceName} of this service':
    'el receptor de eco de una instancia responde a los webhooks de ella: en POST /webhook/set/{instanceName}, indica como `url` la dirección /echo/{instanceName} de este servicio',
  '{name} is not an instance of the sandbox': '{name} no es una instancia del sandbox',
  '{status} is for one message: name it by messageId':
    '{status} es para un solo mensaje: indica cuál en messageId',
  'archived, pinned, muted, unread or deleted is required':
    'es obligatorio uno entre archived, pinned, muted, unread o deleted',
  'lid, name or picture is required': 'lid, name o picture es obligatorio',
  'name and at least two options {problem}': 'name y al menos dos options {problem}',
  'name status or quality': 'indica status o quality',
  'only the author of a message can change it, and the author or an admin can delete it':
    'solo quien escribió un mensaje puede cambiarlo, y solo esa persona o un administrador puede eliminarlo',
  'phones show buttons of another form here': 'los teléfonos muestran aquí botones de otra forma',
  'the message has no button or row {id}: it has {ids}':
    'el mensaje no tiene el botón o la fila {id}: tiene {ids}',
  'the message opens no form': 'el mensaje no abre ningún formulario',
  'the message has no buttons or rows that answer':
    'el mensaje no tiene botones ni filas que respondan',
  'the message is in another chat': 'el mensaje está en otro chat',
  'the sandbox keeps only the newest files, and only until it is restarted':
    'el sandbox tiene solo los archivos más nuevos, y hasta que se reinicia',
  'with messageId, a status other than None or a code is required':
    'con messageId es obligatorio un status distinto de None o un code',
  'Session ID unknown: it has ended, or another node has it':
    'Session ID desconocido: la sesión terminó, o está en otro nodo',
  'Transport unknown: it must be polling or websocket':
    'Transporte desconocido: debe ser polling o websocket',
  'Unsupported protocol version: EIO must be 4, as clients of Socket.IO 3 and later send it':
    'Versión de protocolo no soportada: EIO debe ser 4, como la envían los clientes de Socket.IO 3 y posteriores',
  'a body has at most {bytes} bytes here': 'un cuerpo tiene {bytes} bytes como máximo aquí',
  'a connection begins with GET': 'una conexión empieza con GET',
  'transport=websocket takes only WebSocket upgrades':
    'transport=websocket solo acepta conexiones WebSocket',
};
