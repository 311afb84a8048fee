/** Failures on the paths of the Graph API. */
export const graph = {
  'the access token is missing': 'falta el token de acceso',
  'the access token is not valid': 'el token de acceso no es válido',
  'the access token has expired': 'el token de acceso ha caducado',
  'send a key of the instance as a bearer token in authorization, or as access_token in the query':
    'envía una clave de la instancia como bearer token en authorization, o como access_token en la consulta',
  'no object has this id, or it does not belong to this access token, or this cannot be done with it':
    'ningún objeto tiene este id, o no pertenece a este token de acceso, o esto no se puede hacer con él',
  'unknown path component: /{version}': 'no existe este componente de ruta: /{version}',
  'must have link or id, not both': 'debe tener link o id, no ambos',
  'must have link or id': 'debe tener link o id',
  'must be the http or https URL of a file': 'debe ser la URL http o https de un archivo',
  'must be individual or group': 'debe ser individual o group',
  'must be the id of a stored message': 'debe ser el id de un mensaje guardado',
  'interactive messages of this type are not sent: {type}':
    'los mensajes interactivos de este tipo no se envían: {type}',
  'messages of this type are not sent: {type}': 'los mensajes de este tipo no se envían: {type}',
  'must be a text, or above buttons and forms an image, a video or a document':
    'debe ser un texto o, sobre botones y formularios, una imagen, un vídeo o un documento',
  'Phones do not show lists and buttons of personal WhatsApp accounts: send a text, or set INTERACTIVE_ON_PHONES=true to try them nevertheless':
    'Los teléfonos no muestran listas ni botones de cuentas personales de WhatsApp: envía un texto o define INTERACTIVE_ON_PHONES=true para probarlo de todos modos',
  'must be a list of contacts': 'debe ser una lista de contactos',
  'the parameter messaging_product is required: it must be whatsapp':
    'el parámetro messaging_product es obligatorio: debe ser whatsapp',
  'the file must be of one of these types: {types}, or be a document; it is {type}':
    'el archivo debe ser de uno de estos tipos: {types}, o ser un documento; es {type}',
  'the file is empty': 'el archivo está vacío',
  'the file is not of the type that was named: it does not begin as {type} does':
    'el archivo no es del tipo indicado: no empieza como {type}',
  'the file is too large: at most {max} bytes are taken as {type}':
    'el archivo es demasiado grande: se aceptan como máximo {max} bytes como {type}',
  'the parameter file is required: a part of the form with a file name':
    'el parámetro file es obligatorio: una parte del formulario con nombre de archivo',
  'the parameter type is required: a media type such as image/png':
    'el parámetro type es obligatorio: un tipo de medio como image/png',
  'the file of a message stays with its message: only uploaded files can be deleted':
    'el archivo de un mensaje queda con su mensaje: solo se pueden eliminar archivos subidos',
  '{field} must have another value, or one as JSON in a text':
    '{field} debe tener otro valor, o uno en JSON dentro de un texto',
  'block_users must be a list of 1-{max} people':
    'block_users debe ser una lista de 1-{max} personas',
  'every entry of block_users must have user, a text':
    'cada elemento de block_users debe tener user, un texto',
  'pin must be a text of 6 digits': 'pin debe ser un texto de 6 dígitos',
  'verify_token is required with override_callback_uri':
    'verify_token es obligatorio con override_callback_uri',
  '{field} cannot be set here: set it on the phone, or in the WhatsApp Manager':
    '{field} no se puede fijar aquí: fíjalo en el teléfono o en el WhatsApp Manager',
  'profile_picture_handle has no effect here: give the address of the picture in profile_picture_url':
    'profile_picture_handle no nombra nada aquí: da la dirección de la foto en profile_picture_url',
  '{field} must be a cursor of an earlier page':
    '{field} debe ser un cursor de una página anterior',
  'the instance is not paired with a phone: pair it with the code of GET /instance/connect/{instanceName}':
    'la instancia no está vinculada con un teléfono: vincúlala con el código de GET /instance/connect/{instanceName}',
  '{type}.id must be the id of a file that was uploaded for this number':
    '{type}.id debe ser el id de un archivo subido para este número',
  'a file of the type {given} cannot be sent as {type}':
    'un archivo del tipo {given} no se puede enviar como {type}',
  'this is a credential of this service, which is not sent to Meta: the number has no instance here, and needs its own access token':
    'esta es una credencial de este servicio, que no se envía a Meta: el número no tiene instancia aquí y necesita su propio token de acceso',
  'too many requests are being passed on to Meta': 'hay demasiadas solicitudes en camino a Meta',
  'only Meta answers this request': 'solo Meta responde esta solicitud',
  'Meta cannot be reached at present': 'ahora no se puede contactar con Meta',
  'Meta did not answer: the request may have been carried out':
    'Meta no respondió: lo pedido puede haberse hecho',
} as const;
