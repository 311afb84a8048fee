/** Failures on the paths of the Graph API. */
export const graph = {
  'the access token is missing': 'falta el token de acceso',
  'send a key of the instance as a bearer token in authorization, or as access_token in the query':
    'envía una clave de la instancia como bearer token en authorization, o como access_token en la consulta',
  'no object has this id, or it does not belong to this access token, or this cannot be done with it':
    'ningún objeto tiene este id, o no pertenece a este token de acceso, o esto no se puede hacer con él',
  'unknown path component: /{version}': 'no existe este componente de ruta: /{version}',
  'must have link or id, not both': 'debe tener link o id, no ambos',
  'must have link or id': 'debe tener link o id',
  'must be absent: send the file by its link': 'debe faltar: envía el archivo por su link',
  'must be the http or https URL of a file': 'debe ser la URL http o https de un archivo',
  'must be individual or group': 'debe ser individual o group',
  'must be read': 'debe ser read',
  'must be text': 'debe ser text',
  'must be whatsapp': 'debe ser whatsapp',
  'must be the id of a stored message': 'debe ser el id de un mensaje guardado',
  'interactive messages of this type are not sent: {type}':
    'los mensajes interactivos de este tipo no se envían: {type}',
  'messages of this type are not sent: {type}': 'los mensajes de este tipo no se envían: {type}',
  'must be a text, or through a phone the link of an image':
    'debe ser un texto o, por un teléfono, el link de una imagen',
  'Phones do not show lists and buttons of personal WhatsApp accounts: send a text, or set INTERACTIVE_ON_PHONES=true to try them nevertheless':
    'Los teléfonos no muestran listas ni botones de cuentas personales de WhatsApp: envía un texto o define INTERACTIVE_ON_PHONES=true para probarlo de todos modos',
  'must be a list of contacts': 'debe ser una lista de contactos',
} as const;
