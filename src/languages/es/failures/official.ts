import type { official as portuguese } from '../../pt-BR/failures/official.ts';

export const official: Readonly<Record<keyof typeof portuguese, string>> = {
  'the Cloud API cannot edit what was sent: send a new message':
    'la Cloud API no edita lo enviado: envía un mensaje nuevo',
  'the Cloud API cannot forward: send the content as a new message':
    'la Cloud API no reenvía: envía el contenido como mensaje nuevo',
  'the Cloud API cannot mark voice notes as played: mark them as read':
    'la Cloud API no marca notas de voz como reproducidas: márcalas como leídas',
  'the Cloud API cannot name people in a message: leave the mentions out':
    'la Cloud API no menciona personas en un mensaje: quita las menciones',
  'the Cloud API cannot post a status': 'la Cloud API no publica estados',
  'the Cloud API cannot send polls: send buttons or a list':
    'la Cloud API no envía encuestas: envía botones o una lista',
  'the Cloud API cannot send round videos: send the file as a video':
    'la Cloud API no envía videos redondos: envía el archivo como video',
  'the Cloud API cannot send view-once messages':
    'la Cloud API no envía mensajes de una sola visualización',
  'the Cloud API cannot show recording: show composing':
    'la Cloud API no muestra recording: muestra composing',
  'the Cloud API cannot take back what was sent': 'la Cloud API no retira lo enviado',
  'the Cloud API cannot write to {number}: it takes phone numbers and user ids':
    'la Cloud API no escribe a {number}: acepta teléfonos e ids de usuarios',
  'the Cloud API has no polls: what people choose comes as the answer to buttons or a list':
    'la Cloud API no tiene encuestas: lo que la gente elige llega como respuesta a botones o a una lista',
  'the Cloud API is not asked here for payments by Pix: send the key as a text':
    'la Cloud API no se usa aquí para pagos por Pix: envía la clave como texto',
  'the Cloud API shows typing only in answer to a message: the person has not written in the last 24 hours':
    'la Cloud API solo muestra escritura en respuesta a un mensaje: la persona no escribió en las últimas 24 horas',
  'the Cloud API takes at most {bytes} bytes as {kind}':
    'la Cloud API acepta {bytes} bytes como máximo como {kind}',
  'the Cloud API takes at most {max} characters as {kind}, not {count}':
    'la Cloud API acepta {max} caracteres como máximo como {kind}, no {count}',
  'the Cloud API takes reply buttons, or one that opens a page':
    'la Cloud API acepta botones de respuesta, o uno que abre una página',
  'the Cloud API takes {types} as {kind}, not {type}':
    'la Cloud API acepta {types} como {kind}, no {type}',
  'carousels are sent by the Cloud API as templates: POST /message/sendTemplate':
    'la Cloud API envía los carruseles como plantillas: POST /message/sendTemplate',
  'the Graph API: not all templates came within a minute':
    'la Graph API: no llegaron todas las plantillas en un minuto',
  'the Graph API: {reason}': 'la Graph API: {reason}',
  'answered {status} without an error of its own': 'respondió {status} sin un error propio',
  'answered without a JSON object': 'respondió algo que no es un objeto JSON',
  'Meta did not answer within {seconds} seconds': 'Meta no respondió en {seconds} segundos',
  'message {id} cannot be named to Meta, whose ids begin with wamid.':
    'el mensaje {id} no se puede indicar a Meta, cuyos ids empiezan con wamid.',
  'the person last wrote more than 24 hours ago, so the chat takes only templates since {time}: POST /message/sendTemplate/{name}':
    'la persona escribió por última vez hace más de 24 horas, así que el chat solo acepta plantillas desde {time}: POST /message/sendTemplate/{name}',
  'the number is {status} at Meta, and only CONNECTED can be used':
    'el número está {status} en Meta, y solo se puede usar CONNECTED',
  '{reason} What became of message {id}: GET {path}':
    '{reason} Qué pasó con el mensaje {id}: GET {path}',
  'Meta: {words}': 'Meta: {words}',
  'this signature is not accepted here: check that an app secret is set (META_APP_SECRET, or appSecret of the instance), that it is the secret of the app that signs, and that the address is right':
    'aquí no se acepta nada con esta firma: revisa que haya una clave secreta de la aplicación (META_APP_SECRET, o appSecret de la instancia), que sea la que firma, y que la dirección sea correcta',
  'X-Hub-Signature-256 is missing or malformed': 'X-Hub-Signature-256 falta o está mal formado',
  'hub.verify_token is not the verify token of this address':
    'hub.verify_token no es el verify token de esta dirección',
  'hub.challenge must be 1 to 256 visible characters':
    'hub.challenge debe tener de 1 a 256 caracteres visibles',
  'The webhook holds more than {max} changes': 'El webhook tiene más de {max} cambios',
  "WhatsApp's official API cannot {what}": 'La API oficial de WhatsApp no permite {what}',
  "WhatsApp's official API cannot {what}: {reason}":
    'La API oficial de WhatsApp no permite {what}: {reason}',
  'show an account as online': 'mostrar una cuenta en línea',
  'tell whether people are online or typing': 'saber si las personas están en línea o escribiendo',
  'archive, pin, mute or mark chats': 'archivar, fijar, silenciar ni marcar chats',
  'label chats': 'etiquetar chats',
  'label messages': 'etiquetar mensajes',
  'make labels': 'crear etiquetas',
  'tell whether numbers are on WhatsApp': 'saber si hay números en WhatsApp',
  'send, and the fate of the message says whether it arrived':
    'envía, y el estado del mensaje dice si llegó',
  'find people by their username': 'encontrar personas por su nombre de usuario',
  'send to their number, or to the id that they have for the business':
    'envía a su número, o al id que tienen para la empresa',
  'show pictures of people': 'mostrar fotos de personas',
  'fetch older messages': 'buscar mensajes más antiguos',
  'what came in since the instance exists is stored here':
    'lo que llegó desde que existe la instancia está guardado aquí',
  'show the profiles of people': 'mostrar perfiles de personas',
  'list whom the account has blocked here': 'listar aquí a quién bloqueó la cuenta',
  'see the WhatsApp Manager': 'mira el WhatsApp Manager',
  'block people here': 'bloquear personas desde aquí',
  'block them in the WhatsApp Manager': 'bloquéalas en el WhatsApp Manager',
  'manage groups': 'administrar grupos',
  'follow channels': 'seguir canales',
  'reject calls here': 'rechazar llamadas desde aquí',
  'switch calls off in the WhatsApp Manager': 'desactiva las llamadas en el WhatsApp Manager',
  'change this here': 'cambiar esto desde aquí',
  'change name, picture and text in the WhatsApp Manager':
    'cambia nombre, foto y texto en el WhatsApp Manager',

  'connection_refused: {reason}': 'connection_refused: {reason}',
  'connection_reset: {reason}': 'connection_reset: {reason}',
  'dns_error: {reason}': 'dns_error: {reason}',
  'empty: {reason}': 'empty: {reason}',
  'forbidden_network: {reason}': 'forbidden_network: {reason}',
  'http_status: {reason}': 'http_status: {reason}',
  'malformed: {reason}': 'malformed: {reason}',
  'network_error: {reason}': 'network_error: {reason}',
  'out_of_resources: {reason}': 'out_of_resources: {reason}',
  'redirect: {reason}': 'redirect: {reason}',
  'timeout: {reason}': 'timeout: {reason}',
  'tls_error: {reason}': 'tls_error: {reason}',
  'too_large: {reason}': 'too_large: {reason}',
  'nothing accepts connections there': 'nada acepta conexiones ahí',
  'nothing accepts connections at {addresses}': 'nada acepta conexiones en {addresses}',
  'the connection was closed before an answer': 'la conexión se cerró antes de una respuesta',
  'no connection in time': 'sin conexión a tiempo',
  'no route to the receiver': 'sin ruta hacia el destino',
  'no route to {addresses}': 'sin ruta hacia {addresses}',
  'no answer from {addresses}': 'sin respuesta de {addresses}',
  'no connection to {addresses}': 'sin conexión con {addresses}',
  'the proxy of the instance opened no connection': 'el proxy de la instancia no abrió conexión',
  'the TLS handshake failed': 'el handshake TLS falló',
  'the certificate has expired': 'el certificado expiró',
  'the certificate is not valid yet': 'el certificado aún no es válido',
  'the certificate is for another name': 'el certificado es de otro nombre',
  'the certificate is self-signed': 'el certificado es autofirmado',
  'the certificate authority is not trusted': 'la autoridad del certificado no es de confianza',
  'the answer is not HTTP': 'la respuesta no es HTTP',
  'the answer has more than {bytes} bytes': 'la respuesta tiene más de {bytes} bytes',
  'the file has no bytes': 'el archivo está vacío',
  'the name does not exist': 'el nombre no existe',
  'the name has no address': 'el nombre no tiene dirección',
  'the name servers do not answer': 'los servidores de nombres no responden',
  'the name cannot be resolved': 'no se puede resolver el nombre',
  'no answer for the name within {ms} ms': 'sin respuesta para el nombre en {ms} ms',
  'no whole answer within {ms} ms': 'sin respuesta completa en {ms} ms',
  'the request was broken off': 'la solicitud se interrumpió',
  '{status} instead of 200': '{status} en lugar de 200',
  '{place}, which is not followed': '{place}, que no se sigue',
  'the proxy cannot be reached': 'no se puede acceder al proxy',
  'the proxy cannot be reached: {reason}': 'no se puede acceder al proxy: {reason}',
  'the proxy did not answer within {ms} ms': 'el proxy no respondió en {ms} ms',
  'the proxy did not open a connection: {reason}': 'el proxy no abrió una conexión: {reason}',
  'the proxy may not be used: {reason}': 'el proxy no se puede usar: {reason}',
};
