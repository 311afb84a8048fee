import type { moreFields as portuguese } from '../../pt-BR/failures/more-fields.ts';

export const moreFields: Readonly<Record<keyof typeof portuguese, string>> = {
  'must begin with http:// or https:// and a host': 'debe empezar con http:// o https:// y un host',
  'must be an object with at least one field': 'debe ser un objeto con al menos un campo',
  'must be absent where the action is data_exchange':
    'debe faltar cuando la acción es data_exchange',
  'must be left out: each request has one event, which is answered, counted and tried again by itself':
    'debe faltar: cada solicitud lleva un solo evento, que se responde, se cuenta y se reintenta por separado',
  'must differ': 'deben ser distintos',
  'must have 1-{max} characters': 'debe tener de 1 a {max} caracteres',
  'must have a valid header name': 'debe tener un nombre de encabezado válido',
  'must have a value: ******** keeps a stored value, and none is stored under this name':
    'debe tener un valor: ******** conserva uno guardado, y no hay ninguno con este nombre',
  'must have a word to search for': 'debe tener una palabra para buscar',
  'must have all QUICK_REPLY buttons before the others or after them':
    'debe tener todos los botones QUICK_REPLY antes o después de los otros',
  'must have an imageUrl or a videoUrl, not both': 'debe tener imageUrl o videoUrl, no los dos',
  'must have at least {min} characters': 'debe tener {min} caracteres como mínimo',
  'must have at least {min} field': 'debe tener {min} campo como mínimo',
  'must have at least {min} fields': 'debe tener {min} campos como mínimo',
  'must have at least {min} item': 'debe tener {min} elemento como mínimo',
  'must have at least {min} items': 'debe tener {min} elementos como mínimo',
  'must have at most one variable': 'debe tener una variable como máximo',
  'must have at most one variable, at its end': 'debe tener una variable como máximo, al final',
  'must have at most {max} bytes': 'debe tener {max} bytes como máximo',
  'must have at most {max} bytes as JSON': 'debe tener {max} bytes como máximo en JSON',
  'must have at most {max} characters': 'debe tener {max} caracteres como máximo',
  'must have at most {max} characters as JSON': 'debe tener {max} caracteres como máximo en JSON',
  'must have at most {max} characters, percent-encoded':
    'debe tener {max} caracteres como máximo, con percent-encoding',
  'must have at most {max} field': 'debe tener {max} campo como máximo',
  'must have at most {max} fields': 'debe tener {max} campos como máximo',
  'must have at most {max} item': 'debe tener {max} elemento como máximo',
  'must have at most {max} items': 'debe tener {max} elementos como máximo',
  'must have at most {max} levels': 'debe tener {max} niveles como máximo',
  'must have names of {min} to {max} visible ASCII characters':
    'debe tener nombres de {min} a {max} caracteres ASCII visibles',
  'must have no colon': 'no puede tener dos puntos',
  'must have no control characters': 'no puede tener caracteres de control',
  'must have one of {words}': 'debe tener uno entre {words}',
  'must have a text between two variables': 'debe tener un texto entre dos variables',
  'must have the same components and types of buttons as the first card':
    'debe tener los mismos componentes y tipos de botones que la primera tarjeta',
  'must hold BUTTONS with one of type OTP': 'debe tener BUTTONS con uno de tipo OTP',
  'must hold a BODY': 'debe tener un BODY',
  'must hold a HEADER of format IMAGE, VIDEO or PRODUCT':
    'debe tener un HEADER con format IMAGE, VIDEO o PRODUCT',
  'must hold at most {max} buttons': 'debe tener {max} botones como máximo',
  'must hold no FOOTER beside LIMITED_TIME_OFFER':
    'no puede tener FOOTER junto a LIMITED_TIME_OFFER',
  'must hold no buttons, cards or offer beside CALL_PERMISSION_REQUEST':
    'no puede tener botones, tarjetas ni oferta junto a CALL_PERMISSION_REQUEST',
  'must hold no {value}, since the category is AUTHENTICATION':
    'no puede tener {value}, porque la categoría es AUTHENTICATION',
  'must hold no {value}, which is for the category MARKETING':
    'no puede tener {value}, que es de la categoría MARKETING',
  'must hold nothing but a BODY beside CAROUSEL': 'solo puede tener BODY junto a CAROUSEL',
  'must hold a JSON object': 'debe tener un objeto JSON',
  'must hold only visible ASCII characters, spaces and tabs':
    'debe tener solo caracteres ASCII visibles, espacios y tabulaciones',
  'must hold times such as {example} under gte and lte':
    'debe tener fechas y horas como {example} en gte y lte',
  'must match {pattern}': 'debe corresponder a {pattern}',
  'must name each stage once ({problems})': 'debe tener cada etapa una vez ({problems})',
  'missing: {ids}': 'faltan: {ids}',
  'not of this pipeline: {ids}': 'no son de este embudo: {ids}',
  'twice: {ids}': 'repetidas: {ids}',
  'must name its variables in lower-case letters, digits and underscores, such as {example}, since parameter_format is NAMED':
    'debe nombrar sus variables con letras minúsculas, dígitos y guiones bajos, como {example}, porque parameter_format es NAMED',
  'must name users of the account; these are not: {ids}':
    'debe tener usuarios de la cuenta; estos no lo son: {ids}',
  'must neither begin nor end with a variable': 'no puede empezar ni terminar con una variable',
  'must not be after to': 'no puede ser después de to',
  'must not be blank': 'no puede quedar en blanco',
  'must not be called: {reason}': 'no se puede llamar: {reason}',
  'must not be combined with state, from or to': 'no puede venir junto con state, from o to',
  'must not be empty': 'no puede quedar vacío',
  'must not be false with scheduleAt or delay': 'no puede ser false con scheduleAt o delay',
  'must not be given twice': 'no puede venir dos veces',
  'must not be in the future': 'no puede estar en el futuro',
  'must not be in the past': 'no puede estar en el pasado',
  'must be at most 30 days ahead': 'puede estar 30 días adelante como máximo',
  'must not be more than {max} times as long as wide':
    'no puede tener el largo mayor que {max} veces el ancho',
  'must not be set': 'no se puede definir',
  'must not be used: {reason}': 'no se puede usar: {reason}',
  'must not contain control or zero-width characters':
    'no puede tener caracteres de control ni de ancho cero',
  'must not have the same item twice': 'no puede tener el mismo elemento dos veces',
  'must be given whole: {mask} keeps the stored URL while nothing else changes':
    'debe darse entera: {mask} mantiene la URL guardada mientras no cambie nada más',
  'credentials in it would be shown with it: let the receiver check the signature of WEBHOOK_SECRET, or give the webhook of an instance `headers` with Authorization':
    'las credenciales que contiene se mostrarían con ella: haga que el receptor compruebe la firma de WEBHOOK_SECRET, o dé al webhook de una instancia `headers` con Authorization',
  'must not hold credentials': 'no puede tener credenciales',
  'must not include permissions that you do not hold: {names}':
    'no puede tener lo que tú no tienes: {names}',
  'must not hold whitespace, control characters or backslashes':
    'no puede tener espacios, caracteres de control ni barras invertidas',
  'must not name port 0': 'no puede usar el puerto 0',
  'must number its variables {{1}}, {{2}} and so on without a gap (names need parameter_format NAMED)':
    'debe numerar sus variables {{1}}, {{2}} y así sin saltos (los nombres exigen parameter_format NAMED)',
  'must be IMAGE or VIDEO beside LIMITED_TIME_OFFER':
    'debe ser IMAGE o VIDEO junto a LIMITED_TIME_OFFER',
  'must be MP4: phones play no other round videos':
    'debe ser MP4: los teléfonos no reproducen otros videos redondos',
  'needs a username': 'necesita un username',
  'needs {names} too': 'también necesita {names}',
  'cannot be chosen: the answer has the id that the message gets':
    'no se puede elegir: la respuesta trae el id que recibe el mensaje',
  'counts within an instance: name it in instance':
    'cuenta dentro de una instancia: indica cuál en instance',
  'must hold a body with one parameter, for {variables}':
    'debe tener un body con un parámetro, para {variables}',
  'must hold a body with {count} parameters, for {variables}':
    'debe tener un body con {count} parámetros, para {variables}',
  'must hold a button {at} with one parameter, of type {type}':
    'debe tener un botón {at} con un parámetro, de tipo {type}',
  'belongs to instances of {provider}, not of {other}':
    'es de instancias de {provider}, no de {other}',
  'is only for status Error': 'solo sirve con status Error',
  'does not go with messageId': 'no va con messageId',
  'is not the pairing code': 'no es el código de vinculación',
  'is not of a webauthn.get': 'no es de un webauthn.get',
  'is needed: the present key has expired, and what is absent stays':
    'es obligatorio: la clave actual expiró, y lo que falta queda como está',
  '{problem} or null': '{problem} o null',
  'must be over within {days} days, and these {count} attempts take {total} days':
    'debe terminar en {days} días, y estos {count} intentos llevan {total} días',
  'must be the id of an endpoint': 'debe ser el id de un endpoint',
  'must be {min}-{max} characters without control characters':
    'debe tener de {min} a {max} caracteres, sin caracteres de control',
  'must stay default': 'debe seguir siendo default',
  'must not be default': 'no puede ser default',
  'must be {from} to {max} whole numbers of at least {min}':
    'debe tener de {from} a {max} números enteros de {min} como mínimo',
  'must be a text of at most {max} characters on one line':
    'debe ser un texto de {max} caracteres como máximo en una línea',
  'must not begin with portal_': 'no puede empezar por portal_',
};
