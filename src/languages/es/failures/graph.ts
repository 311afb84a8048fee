/** Failures on the paths of the Graph API. */
export const graph = {
  'the access token is missing': 'falta el token de acceso',
  'send a key of the instance as a bearer token in authorization, or as access_token in the query':
    'envía una clave de la instancia como bearer token en authorization, o como access_token en la consulta',
  'no object has this id, or it does not belong to this access token, or this cannot be done with it':
    'ningún objeto tiene este id, o no pertenece a este token de acceso, o esto no se puede hacer con él',
  'unknown path component: /{version}': 'no existe este componente de ruta: /{version}',
  'a required parameter is missing: {type}': 'falta un parámetro obligatorio: {type}',
  'the parameter messaging_product is required: it must be whatsapp':
    'el parámetro messaging_product es obligatorio: debe ser whatsapp',
  'this type of message is not supported: {type}': 'el tipo de mensaje no se admite: {type}',
} as const;
