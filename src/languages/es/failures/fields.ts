import type { fields as portuguese } from '../../pt-BR/failures/fields.ts';

export const fields: Readonly<Record<keyof typeof portuguese, string>> = {
  'holds unknown names: {names}': 'tiene nombres desconocidos: {names}',
  'is another name of stage_ids: use one': 'es otro nombre de stage_ids: usa uno solo',
  'is given by a super_admin whose token is bound to no account':
    'solo lo da un super_admin cuyo token no está atado a una cuenta',
  'is given twice, with different values': 'vino dos veces, con valores distintos',
  'is not a known field': 'no es un campo conocido',
  'is not a member of this account': 'no es miembro de esta cuenta',
  'is not an account of this user': 'no es una cuenta de este usuario',
  'is not an account that your token opens': 'no es una cuenta que abra tu token',
  'is not known here': 'no se conoce aquí',
  'is not taken: the webhook of the instance is told what becomes of a message':
    'no se acepta: el webhook de la instancia informa qué pasa con cada mensaje',
  'is not the key of a role of this account': 'no es la clave de un rol de esta cuenta',
  'is required': 'es obligatorio',
  'is required while enabled is true': 'es obligatorio mientras enabled es true',
  'is required where there is data': 'es obligatorio cuando hay datos',
  'is required where step is {value}': 'es obligatorio cuando step es {value}',
  'is required for an instance of {provider}': 'es obligatorio para una instancia de {provider}',
  'is required for a new label': 'es obligatorio para una etiqueta nueva',
  'is required for a message of kind text': 'es obligatorio para un mensaje de tipo text',
  'is required: the id of the message whose file is meant, `Info.ID` of its event':
    'es obligatorio: el id del mensaje cuyo archivo se quiere, `Info.ID` de su evento',
  'is required, or one of state, from and to': 'es obligatorio, o uno entre state, from y to',
  'is required: the user has several accounts': 'es obligatorio: el usuario tiene varias cuentas',
  'is not for newest first': 'no sirve con los más nuevos primero',
  'is not for oldest first': 'no sirve con los más antiguos primero',
  'must be "enabled", "disabled", true or false': 'debe ser "enabled", "disabled", true o false',
  'must be 1 to 512 lower-case letters, digits or underscores':
    'debe tener de 1 a 512 letras minúsculas, dígitos o guiones bajos',
  'must be {min}-{max} characters without slashes and control characters, with no dot or dash at the beginning and no blank at either end':
    'debe tener de {min} a {max} caracteres sin barras ni caracteres de control, no empezar con punto ni guion, y tener espacios solo en el medio',
  'must be {min}-{max} characters': 'debe tener de {min} a {max} caracteres',
  'must be {min}-{max} digits': 'debe tener de {min} a {max} dígitos',
  'must be {min}-{max} digits or the JID of a channel':
    'debe tener de {min} a {max} dígitos o ser el JID de un canal',
  'must be {min}-{max} visible ASCII characters, without blanks':
    'debe tener de {min} a {max} caracteres ASCII visibles, sin espacios',
  'must be 22 letters and digits, or a link with them':
    'debe tener 22 letras y dígitos, o ser un enlace con ellos',
  'must be ASCII characters': 'debe tener solo caracteres ASCII',
  "must be Meta's id, 5-25 digits, as a text":
    'debe ser el id de Meta, de 5 a 25 dígitos, como texto',
  'must be a JID': 'debe ser un JID',
  'must be a UUID': 'debe ser un UUID',
  'must be a boolean': 'debe ser true o false',
  'must be a code such as en or pt_BR': 'debe ser un código como en o pt_BR',
  'must be a colour in the form #RRGGBB': 'debe ser un color con la forma #RRGGBB',
  'must be a colour such as {value}': 'debe ser un color como {value}',
  'must be a data: URL with a media type': 'debe ser una URL data: con un tipo de medio',
  'must be a delivery id': 'debe ser el id de una entrega',
  'must be the id of a recovery': 'debe ser el id de una recuperación',
  'is base64 that was cut off: send the whole file': 'es base64 cortado: envía el archivo entero',
  'must be a data: URL that is percent-encoded, or base64':
    'debe ser una URL data: con codificación por ciento, o base64',
  'must be false unless it is a video': 'debe ser false si no es un video',
  'must be a file in base64, or the http or https URL of one':
    'debe ser un archivo en base64, o la URL http o https de uno',
  'must be a file in base64, without a data: prefix':
    'debe ser un archivo en base64, sin el prefijo data:',
  'must be a host name or an IP address, without scheme, port or path':
    'debe ser un nombre de host o una dirección IP, sin esquema, puerto ni ruta',
  'must be a host name or an address': 'debe ser un nombre de host o una dirección',
  'must be a LID, which ends with @lid': 'debe ser una dirección oculta, que termina en @lid',
  'must be a language such as en or pt_BR': 'debe ser un idioma como en o pt_BR',
  'must be a list of {min}-{max} contacts': 'debe ser una lista de {min} a {max} contactos',
  'must be a list of {min}-{max} keys of messages, each with its id':
    'debe ser una lista de {min} a {max} claves de mensajes, cada una con su id',
  'must be a list of {min}-{max} phone numbers': 'debe ser una lista de {min} a {max} teléfonos',
  'must be a list of {min}-{max} phone numbers or JIDs':
    'debe ser una lista de {min} a {max} teléfonos o JIDs',
  'must be a list of {min}-{max} phone numbers or JIDs of people':
    'debe ser una lista de {min} a {max} teléfonos o JIDs de personas',
  'must be a list of different options of the poll':
    'debe ser una lista de opciones distintas de la encuesta',
  'must be a list of at most {max} objects': 'debe ser una lista de {max} objetos como máximo',
  'must be a day in the form 1990-12-31': 'debe ser un día con la forma 1990-12-31',
  'is required where nothing else on the card leads to the person':
    'es obligatorio cuando nada más en la tarjeta lleva a la persona',
  'is required where nothing else of the address is given':
    'es obligatorio cuando no se da nada más de la dirección',
  'must be a list of objects': 'debe ser una lista de objetos',
  'must be a list of {min}-{max} different texts of {from}-{to} characters':
    'debe ser una lista de {min} a {max} textos distintos de {from} a {to} caracteres',
  'must be a list of {names}, one for each of {variables}':
    'debe ser una lista de {names}, uno para cada una de {variables}',
  'must be {names}, one for each of {variables}':
    'debe ser {names}, uno para cada una de {variables}',
  'must be a list with the handle of an uploaded file':
    'debe ser una lista con el handle de un archivo subido',
  'must be a media type such as image/png': 'debe ser un tipo de medio como image/png',
  'must be a name of {min}-{max} characters without slashes, backslashes and control characters':
    'debe ser un nombre de {min} a {max} caracteres, sin barras, barras invertidas ni caracteres de control',
  'must be a number': 'debe ser un número',
  'must be a number from {from} to {to} with at most two decimals':
    'debe ser un número de {from} a {to} con dos decimales como máximo',
  'must be a number of degrees from {from} to {to}':
    'debe ser un número de grados de {from} a {to}',
  'must be a multiple of {value}': 'debe ser un múltiplo de {value}',
  'must be a phone number with its country code, such as +5511999990000':
    'debe ser un teléfono con su código de país, como +5511999990000',
  'must be a port from {min} to {max}': 'debe ser un puerto de {min} a {max}',
  'must be a sequence: a whole number from {min}':
    'debe ser una secuencia: un número entero desde {min}',
  'must be a string': 'debe ser un texto',
  'must be a text': 'debe ser un texto',
  'must be a text of {min}-{max} characters': 'debe ser un texto de {min} a {max} caracteres',
  'must be a text of at most {max} characters': 'debe ser un texto de {max} caracteres como máximo',
  'must be a URL': 'debe ser una URL',
  'must be a valid URL': 'debe ser una URL válida',
  'must be a valid value': 'debe ser un valor válido',
  'must be a whole number from 0 to the number of values':
    'debe ser un número entero de 0 a la cantidad de values',
  'must be a whole number from {min}': 'debe ser un número entero desde {min}',
  'must be a whole number from {min} to {max}': 'debe ser un número entero de {min} a {max}',
  'must be a whole number from {min} to {max} in this category':
    'debe ser un número entero de {min} a {max} en esta categoría',
  'must be a whole number of {min}-{max}': 'debe ser un número entero de {min} a {max}',
  'must be a whole number of milliseconds from {min} to {max}':
    'debe ser un número entero de milisegundos de {min} a {max}',
  'must be an ISO 8601 date': 'debe ser una fecha ISO 8601',
  'must be an ISO 8601 date and time': 'debe ser una fecha y hora ISO 8601',
  'must be an ISO 8601 date and time with a zone, such as {example}':
    'debe ser una fecha y hora ISO 8601 con zona, como {example}',
  'must be an ISO 8601 time such as {example}':
    'debe ser una fecha y hora ISO 8601, como {example}',
  'must be an ISO 8601 time while locked is true':
    'debe ser una fecha y hora ISO 8601 mientras locked es true',
  'must be an account': 'debe ser una cuenta',
  'must be an array': 'debe ser una lista',
  'must be an array of {min} to {max} components':
    'debe ser una lista de {min} a {max} componentes',
  'must be an array of {min} to {max} delivery ids':
    'debe ser una lista de {min} a {max} ids de entregas',
  'must be an array of {min} to {max} buttons': 'debe ser una lista de {min} a {max} botones',
  'must be an array of {min} to {max} cards': 'debe ser una lista de {min} a {max} tarjetas',
  'must be an array of at most {max} event names':
    'debe ser una lista de {max} nombres de eventos como máximo',
  'must be an array of one or more of {words}': 'debe ser una lista con uno o más entre {words}',
  'must be an e-mail address': 'debe ser un correo electrónico',
  'must be an e-mail address of at most {max} characters':
    'debe ser un correo electrónico de {max} caracteres como máximo',
  'must be an event type; nearest to "{value}": {name}':
    'debe ser un tipo de evento; el más cercano a "{value}" es {name}',
  'must be an http or https URL': 'debe ser una URL http o https',
  'must be an http or https URL of at most {max} characters':
    'debe ser una URL http o https de {max} caracteres como máximo',
  'must be an integer': 'debe ser un número entero',
  'must be an integer from {min} to {max}': 'debe ser un número entero de {min} a {max}',
  'must be an object': 'debe ser un objeto',
  'must be an object of strings': 'debe ser un objeto de textos',
  'must be an object of texts': 'debe ser un objeto de textos',
  'must be an object or a URL': 'debe ser un objeto o una URL',
  'must be an object with enabled': 'debe ser un objeto con enabled',
  'must be an object with gte and lte': 'debe ser un objeto con gte y lte',
  'must be an object with Chat and ID': 'debe ser un objeto con Chat e ID',
  'must be another: {problem}': 'debe ser otro: {problem}',
  'must be at least {min}': 'debe ser {min} como mínimo',
  'must be at most {max}': 'debe ser {max} como máximo',
  'must be at most {max}, not {count}': 'debe ser {max} como máximo, no {count}',
  'must be bytes': 'deben ser bytes',
  'must be exactly one emoji, or empty to take it back':
    'debe ser exactamente un emoji, o vacío para retirarlo',
  'must be false for a document': 'debe ser false para un documento',
  'must be false: the contacts of the account are not known here, so statusJidList must name everybody who can see the status':
    'debe ser false: los contactos de la cuenta no se conocen aquí, así que statusJidList debe nombrar a todos los que pueden ver el estado',
  'must be given again: a stored one stays with its proxy':
    'hay que darlo otra vez: el guardado vale solo para su proxy',
  'must be given again: a stored value stays with its scheme, host and port':
    'hay que darlo otra vez: el valor guardado vale solo para su esquema, host y puerto',
  'must be given again: stored secrets do not move to another address or command':
    'hay que darlo otra vez: los secretos guardados no pasan a otra dirección o comando',
  'must be given for a message of kind {kind}': 'es obligatorio para un mensaje de tipo {kind}',
  'must be in the form {format}': 'debe tener la forma {format}',
  'must be in the future': 'debe estar en el futuro',
  'must be more than dots': 'debe tener algo más que puntos',
  'must be next of the page before': 'debe ser el next de la página anterior',
  'must be of a person': 'debe ser de una persona',
  'must be of a person or a group': 'debe ser de una persona o de un grupo',
  'must be one emoji': 'debe ser un emoji',
  'must be one of {words}': 'debe ser uno entre {words}',
  'must be one of {words}, since this instance sends templates as texts':
    'debe ser uno entre {words}, porque esta instancia envía las plantillas como textos',
  'must be one of: {words}': 'debe ser uno entre: {words}',
  'must be one of those available here: {words}': 'debe ser uno de los disponibles aquí: {words}',
  'must be one of: gatehouse, evolution-api (evolution-go is for instances: it carries the key of one)':
    'debe ser uno entre: gatehouse, evolution-api (evolution-go es para instancias: lleva la clave de una)',
  'must be over {min}': 'debe ser mayor que {min}',
  'must be under {max}': 'debe ser menor que {max}',
  'must be poll or text': 'debe ser poll o text',
  'must be the JID of a channel, digits and @newsletter':
    'debe ser el JID de un canal: dígitos y @newsletter',
  'must be the JID of a group, such as {example}': 'debe ser el JID de un grupo, como {example}',
  'must be the JID of a person': 'debe ser el JID de una persona',
  'must be the account itself, or absent, where fromMe is true':
    'debe ser la propia cuenta, o faltar, cuando fromMe es true',
  'must be the id of a label': 'debe ser el id de una etiqueta',
  'must be the id of a message': 'debe ser el id de un mensaje',
  'must be the id of a record': 'debe ser el id de un registro',
  'must be the id of a record; that of a message goes into key.id':
    'debe ser el id de un registro; el de un mensaje va en key.id',
  'must be the link of a channel, or the code that ends it':
    'debe ser el enlace de un canal, o el código de su final',
  'must be the name of a template, a text of {min}-{max} characters':
    'debe ser el nombre de una plantilla, un texto de {min} a {max} caracteres',
  'must be the person of the chat, or absent': 'debe ser la persona del chat, o faltar',
  'must be the same in query and body where both name it':
    'debe ser igual en la query y en el cuerpo cuando está en los dos',
  'must be three letters such as BRL': 'debe tener tres letras, como BRL',
  'must be true or false': 'debe ser true o false',
  'must be true where participant is the account itself':
    'debe ser true cuando participant es la propia cuenta',
  'must be {"key": {"id": the id of a message}}': 'debe ser {"key": {"id": el id de un mensaje}}',
  'must be a place in the queue: a whole number from {min}':
    'debe ser un lugar en la cola: un número entero desde {min}',
  'must be an id: a whole number from {min}': 'debe ser un id: un número entero desde {min}',
  'must be an event id': 'debe ser el id de un evento',
  'must be {field}': 'debe ser {field}',
};
