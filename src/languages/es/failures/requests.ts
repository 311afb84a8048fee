import type { requests as portuguese } from '../../pt-BR/failures/requests.ts';

export const requests: Readonly<Record<keyof typeof portuguese, string>> = {
  'A JSON body is required': 'Hay que enviar un cuerpo en JSON',
  'A credential is required': 'Hay que enviar una credencial',
  'An unexpected error occurred': 'Ocurrió un error inesperado',
  'Idempotency-Key must be 1-255 visible ASCII characters':
    'Idempotency-Key debe tener de 1 a 255 caracteres ASCII visibles',
  'More than {max} requests in a minute': 'Más de {max} solicitudes en un minuto',
  'No answer within {seconds} s. The operation may still take effect: check that before you call it again.':
    'Sin respuesta en {seconds} s. Lo que se inició aún puede ocurrir: verifica antes de repetirlo.',
  'Send either apikey or api_access_token: each has tools of its own':
    'Envía apikey o api_access_token, no los dos: cada uno tiene sus propias herramientas',
  'The Host header is missing, malformed or given twice':
    'El encabezado Host falta, está mal formado o repetido',
  'The arguments are invalid: {problems}': 'Los argumentos no son válidos: {problems}',
  'The body ended early': 'El cuerpo terminó antes de tiempo',
  'The body has a field named __proto__': 'El cuerpo tiene un campo llamado __proto__',
  'The body holds more than {max} values': 'El cuerpo tiene más de {max} valores',
  'The body is invalid: {problems}': 'El cuerpo no es válido: {problems}',
  'The body is larger than {max} bytes': 'El cuerpo tiene más de {max} bytes',
  'The body is nested deeper than {max} levels':
    'El cuerpo tiene más de {max} niveles de profundidad',
  'The body is not valid JSON': 'El cuerpo no es un JSON válido',
  'The body is not valid JSON: {problem}': 'El cuerpo no es un JSON válido: {problem}',
  'The body is not valid UTF-8': 'El cuerpo no está en UTF-8 válido',
  'The body must be JSON: content-type application/json':
    'El cuerpo debe ser JSON: content-type application/json',
  'The body must be JSON: content-type application/json, or a form: multipart/form-data':
    'El cuerpo debe ser JSON (content-type application/json) o un formulario (multipart/form-data)',
  'The body must be sent without content-encoding': 'El cuerpo debe enviarse sin content-encoding',
  'The body must not be compressed': 'El cuerpo no debe estar comprimido',
  'The body must be a JSON object': 'El cuerpo debe ser un objeto JSON',
  'the body must be a JSON object': 'el cuerpo debe ser un objeto JSON',
  'Nothing more of the body came within {seconds} s': 'No llegó nada más del cuerpo en {seconds} s',
  'The body was not whole within {seconds} s': 'El cuerpo no llegó entero en {seconds} s',
  'The form has both file and {field}': 'El formulario tiene file y {field} a la vez',
  'The form has more than {max} parts': 'El formulario tiene más de {max} partes',
  'The file is larger than {max} bytes': 'El archivo tiene más de {max} bytes',
  'The body must be a form: multipart/form-data':
    'El cuerpo debe ser un formulario: multipart/form-data',
  'The form was not whole within {max} s': 'El formulario no llegó completo en {max} s',
  'The form has more than one file': 'El formulario tiene más de un archivo',
  'The form has more than {max} fields': 'El formulario tiene más de {max} campos',
  'The body is not a valid form, or ended early':
    'El cuerpo no es un formulario válido o terminó antes de tiempo',
  'the file was removed': 'el archivo fue eliminado',
  '{field} is longer than {max} bytes': '{field} tiene más de {max} bytes',
  'A part of the form has no name': 'Una parte del formulario no tiene nombre',
  'The part {title} must be sent without content-transfer-encoding':
    'La parte {title} debe enviarse sin content-transfer-encoding',
  'The part {title} is not valid {type}': 'La parte {title} no está en {type} válido',
  'The file must be the part file, and the form has it as {title}':
    'El archivo debe ser la parte file, y el formulario lo tiene como {title}',
  'The number at line {line}, column {column} cannot be kept exactly: send it as a text':
    'El número en la línea {line}, columna {column} no puede guardarse con exactitud: envíalo como texto',
  'It is the value of {name}': 'Es el valor de {name}',
  'The form has no boundary': 'El formulario no tiene boundary',
  'The header api_access_token is missing': 'Falta el encabezado api_access_token',
  'The header apikey or api_access_token is missing':
    'Falta el encabezado apikey o api_access_token',
  'The headers are invalid: {problems}': 'Los encabezados no son válidos: {problems}',
  'The api_access_token is unknown, revoked or expired':
    'El api_access_token es desconocido, fue revocado o expiró',
  'The path has a malformed percent escape': 'La ruta tiene un escape con % mal formado',
  'The path is invalid: {problems}': 'La ruta no es válida: {problems}',
  'The query is invalid: {problems}': 'La query no es válida: {problems}',
  'The record has another version than If-Match names':
    'El registro está en otra versión, distinta de la que indica If-Match',
  'There is nothing at this path': 'No hay nada en esta ruta',
  'This Idempotency-Key was used with another body':
    'Esta Idempotency-Key ya se usó con otro cuerpo',
  'This path takes {methods}': 'Esta ruta acepta {methods}',
  'This tool needs a connection with {header}':
    'Esta herramienta necesita una conexión con {header}',
  'Too many failed authentications from this address':
    'Demasiadas autenticaciones fallidas desde esta dirección',
  'Too many requests about passkeys from this address':
    'Demasiadas solicitudes sobre passkeys desde esta dirección',
  '/mcp is switched off': '/mcp está apagado',
  'pages of this origin may not call /mcp: CORS_ORIGINS names those that may':
    'las páginas de este origen no pueden llamar a /mcp: CORS_ORIGINS indica las que pueden',
  'the apikey has expired': 'la apikey expiró',
  'the apikey is not valid': 'la apikey no es válida',
  'the caller has disconnected': 'quien llamó se desconectó',
  'the header apikey is missing': 'falta el encabezado apikey',
  'the header by which nodes pass requests on is forged or was used before':
    'el encabezado con que los nodos reenvían solicitudes es falso o ya se usó',
  'the request took too long to reach the node that has the instance: nothing was done':
    'la solicitud tardó demasiado desde el nodo que la recibió hasta el que tiene la instancia: no se hizo nada',
  'the service ended or failed during this request: it is not known whether the request was carried out. Check that before you repeat it with another Idempotency-Key':
    'el servicio terminó o falló mientras hacía esto, y no se sabe si se hizo. Verifica antes de pedirlo otra vez con otra Idempotency-Key',
  'this was done, but the service ended before it answered: look at what has the id {id}':
    'esto se hizo, pero el servicio terminó antes de responder: mira lo que tiene el id {id}',
  'the first request with this Idempotency-Key is still in progress':
    'aún se ejecuta el primer pedido hecho con esta Idempotency-Key',
  'the ticket is unknown, used or expired': 'el ticket es desconocido, ya se usó o expiró',
  'the service is stopping': 'el servicio se está deteniendo',
  'this operation needs the global key': 'esta operación necesita la clave global',
  'this path takes only WebSocket upgrades': 'esta ruta solo acepta conexiones WebSocket',
  '{calls} are under way at /mcp already': 'ya hay {calls} en curso en /mcp',

  'Report it with the x-request-id.': 'Informa el problema con el x-request-id.',
  'Read it again, then decide.': 'Lee el registro otra vez y decide.',
  'Try again after the seconds in retry-after: /ready says what is out of order.':
    'Inténtalo después de los segundos de retry-after: /ready dice qué está fuera de servicio.',
  'Use the global key, or a key or role with what the message names.':
    'Usa la clave global, o una clave o un rol que tenga lo que dice el mensaje.',
  'Wait as long as the header retry-after says.':
    'Espera el tiempo que indica el encabezado retry-after.',
  '/swagger lists every operation': '/swagger lista todas las operaciones',
  'did you mean {name}?': '¿quisiste decir {name}?',
  'the body has {names} and lacks {wanted}': 'el cuerpo tiene {names} y le falta {wanted}',
  'the credential belongs in the header {header}, not in {place}':
    'la credencial va en el encabezado {header}, no en {place}',
  'the credential belongs in the header {header}: addresses are logged on their way':
    'la credencial va en el encabezado {header}: las direcciones quedan en logs por el camino',
  'a key of the gateway (apikey) opens no path below /api/v1: send an access token in api_access_token':
    'una clave del gateway (apikey) no abre rutas debajo de /api/v1: envía un token de acceso en api_access_token',
  'an access token (api_access_token) opens only paths below /api/v1: send a key in apikey':
    'un token de acceso (api_access_token) solo abre rutas debajo de /api/v1: envía una clave en apikey',
  'send a key in apikey, or an access token in api_access_token or as a bearer token':
    'envía una clave en apikey, o un token de acceso en api_access_token o como bearer token',
  'send a key in apikey: the global key is GLOBAL_API_KEY, or globalApiKey in secrets.json of the data folder; the key of an instance was answered when it was created':
    'envía una clave en apikey: la clave global es GLOBAL_API_KEY, o globalApiKey en el secrets.json de la carpeta de datos; la clave de una instancia vino en la respuesta de su creación',
  'send an access token in api_access_token: the first one is BOOTSTRAP_ACCESS_TOKEN, or accessToken in secrets.json of the data folder':
    'envía un token de acceso en api_access_token: el primero es BOOTSTRAP_ACCESS_TOKEN, o accessToken en el secrets.json de la carpeta de datos',
  '{method} was sent: send {other}': 'se envió {method}: envía {other}',
  '{name} is not read: did you mean {other}?': '{name} no se lee: ¿quisiste decir {other}?',
  '{name} is not read, because {other} is given': '{name} no se lee porque se envió {other}',
  '{name} and {other} are different: give {field} instead':
    '{name} y {other} son distintos: envía {field} en su lugar',
  '{name} was sent: did you mean {other}?': 'se envió {name}: ¿quisiste decir {other}?',
  '{variable}=true switches it on': '{variable}=true lo enciende',
  '{type} was sent': 'se envió {type}',
  'there is no page {name}': 'no existe la página {name}',
  'there is no language {name}': 'no existe el idioma {name}',
  '/docs lists every page': '/docs lista todas las páginas',
};
