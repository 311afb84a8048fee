import type { sending as portuguese } from '../../pt-BR/failures/sending.ts';

export const sending: Readonly<Record<keyof typeof portuguese, string>> = {
  'number or chat is required': 'number o chat es obligatorio',
  'messages of channels and statuses cannot be reacted to, voted on, edited or removed':
    'los mensajes de canales y estados no pueden recibir reacción, voto, edición ni eliminación',
  'message {id} cannot be played: it is of kind {kind}':
    'el mensaje {id} no se puede reproducir: es de tipo {kind}',
  'message {id} was not sent: {reason}': 'el mensaje {id} no se envió: {reason}',
  'whether message {id} was sent is not known; its status says so once it is':
    'no se sabe si el mensaje {id} se envió; su estado lo dice en cuanto se sepa',
  'message {id} holds no file': 'el mensaje {id} no tiene archivo',
  'message {id} is a reaction, vote, edit or removal: name the message it is about':
    'el mensaje {id} es una reacción, voto, edición o eliminación: indica el mensaje del que trata',
  'message {id} is no poll': 'el mensaje {id} no es una encuesta',
  'the message is no poll': 'el mensaje no es una encuesta',
  'the poll has no option {name}': 'la encuesta no tiene la opción {name}',
  "at most {max} of the poll's options can be chosen":
    'se pueden elegir {max} de las opciones de la encuesta como máximo',
  'the message has no file': 'el mensaje no tiene archivo',
  'the message is being sent already': 'el mensaje ya se está enviando',
  'the message is older than 15 minutes and cannot be edited any more':
    'el mensaje tiene más de 15 minutos y ya no se puede editar',
  'only messages that the account sent can be edited':
    'solo se pueden editar mensajes que la cuenta envió',
  'only texts and captions can be edited': 'solo se pueden editar textos y leyendas',
  'the content of the message is not stored': 'el contenido del mensaje no está guardado',
  'view-once messages cannot be forwarded':
    'los mensajes de una sola visualización no se pueden reenviar',
  'messages of other people can be removed only in groups, by an admin':
    'lo que escribió otra persona solo se puede eliminar en grupos, y por sus administradores',
  'a file cannot be forwarded to a channel or out of one: send the file itself':
    'un archivo no se puede reenviar a un canal ni desde uno: envía el archivo mismo',
  'media could not be fetched: {reason}': 'no se pudo descargar media: {reason}',
  'media is larger than {bytes} bytes': 'media tiene más de {bytes} bytes',
  'media is no {what}: the file is {reason}': 'media no es {what}: el archivo es {reason}',
  'media is {reason}, which phones do not show as {what}: send {problem}':
    'media es {reason}, que los teléfonos no muestran como {what}: envía {problem}',
  image: 'una imagen',
  video: 'un video',
  audio: 'un audio',
  'a web page': 'una página web',
  'a PDF': 'un PDF',
  'a ZIP archive': 'un archivo ZIP',
  'plain text': 'texto plano',
  'a Photoshop file': 'un archivo de Photoshop',
  'an icon (ICO)': 'un icono (ICO)',
  'Flash video (FLV)': 'video Flash (FLV)',
  'MPEG-2 video': 'video MPEG-2',
  'a gzip archive': 'un archivo gzip',
  'a 7z archive': 'un archivo 7z',
  'a RAR archive': 'un archivo RAR',
  'a program': 'un programa',
  'a Word document': 'un documento de Word',
  'an Excel sheet': 'una hoja de Excel',
  'a presentation': 'una presentación',
  'an Android app (APK)': 'una aplicación de Android (APK)',
  'an OpenDocument file': 'un archivo OpenDocument',
  'an older office document': 'un documento de oficina antiguo',
  'an Outlook message': 'un mensaje de Outlook',
  'the card of a contact': 'la tarjeta de un contacto',
  'a calendar': 'un calendario',
  'JPEG, PNG or WebP': 'JPEG, PNG o WebP',
  'MP4 with H.264': 'MP4 con H.264',
  'MP3, M4A, AAC, AMR, or Opus in Ogg': 'MP3, M4A, AAC, AMR u Opus en Ogg',
  'give the file itself or its URL, or send it with mediatype {kind}':
    'da el archivo mismo o su URL, o envíalo con mediatype {kind}',
  'convert it, or send it with mediatype document': 'conviértelo, o envíalo con mediatype document',
  'convert it to MP4 and send that with gifPlayback, which phones play again and again':
    'conviértelo a MP4 y envíalo con gifPlayback, que los teléfonos reproducen una y otra vez',
  'convert it, send it as a voice note, or send it with mediatype document':
    'conviértelo, envíalo como nota de voz, o envíalo con mediatype document',
  'the files of the message are larger than {bytes} bytes together':
    'los archivos del mensaje tienen juntos más de {bytes} bytes',
  'a WebP sticker is larger than {bytes} bytes': 'un sticker WebP tiene más de {bytes} bytes',
  'too much media is being sent at this moment':
    'se están enviando demasiados medios en este momento',
  'too much media waits for its upload': 'hay demasiados medios esperando su subida',
  'the {field} could not be converted in time': 'no se pudo convertir {field} a tiempo',
  'the audio could not be converted': 'no se pudo convertir el audio',
  'is {what}: send MP3, WAV, or Opus in Ogg or WebM':
    'es {what}: envía MP3, WAV, u Opus en Ogg o WebM',
  'of a kind that is not known': 'de un tipo desconocido',
  'AAC or MP2': 'AAC o MP2',
  'Ogg without Opus, or damaged': 'Ogg sin Opus, o dañado',
  'is MP3 that ends within a frame': 'es MP3 que termina en medio de un frame',
  'is MP3 that goes from {from} to {to} samples a second':
    'es MP3 que pasa de {from} a {to} muestras por segundo',
  'is MP3, for which the package mpg123-decoder is not installed on the server (`npm install mpg123-decoder`): send WAV, or Opus in Ogg or WebM':
    'es MP3, y el paquete mpg123-decoder no está instalado en el servidor (`npm install mpg123-decoder`): envía WAV, u Opus en Ogg o WebM',
  'is WebM of too many parts': 'es WebM con demasiadas partes',
  'is WebM with several packets in a block, which cannot be read':
    'es WebM con varios paquetes en un bloque, que no se puede leer',
  'is WebM without Opus': 'es WebM sin Opus',
  'is a WAV file of format {format} with {bits} bits, which cannot be read':
    'es un WAV de formato {format} con {bits} bits, que no se puede leer',
  'is a damaged MP3 file: a frame cannot be decoded':
    'es un MP3 dañado: un frame no se puede decodificar',
  'is a damaged MP3 file: no frame begins at byte {at}':
    'es un MP3 dañado: ningún frame empieza en el byte {at}',
  'is a damaged WAV file': 'es un WAV dañado',
  'has no sound in it': 'no tiene sonido',
  'has {count} channels: {min}-{max} can be read':
    'tiene {count} canales: se pueden leer de {min} a {max}',
  'has {count} samples a second: {min}-{max} can be read':
    'tiene {count} muestras por segundo: se pueden leer de {min} a {max}',
  'is longer than {minutes} minutes': 'dura más de {minutes} minutos',
  'has more than {max} pixels': 'tiene más de {max} píxeles',
  'is a JPEG of {count} scans, more than {max}': 'es un JPEG con {count} barridos, más de {max}',
  'is a JPEG of {count} scans, too many for its size':
    'es un JPEG con {count} barridos, demasiados para su tamaño',
  'is a damaged picture': 'es una imagen dañada',
  'is a picture that cannot be read here: send PNG, JPEG or WebP':
    'es una imagen que no se puede leer aquí: envía PNG, JPEG o WebP',
  'is more than {max} pixels long or wide': 'tiene más de {max} píxeles de alto o ancho',
  'is no picture: PNG, JPEG, WebP, GIF and BMP can be read':
    'no es una imagen: se pueden leer PNG, JPEG, WebP, GIF y BMP',
  'the message was not sent: {reason}': 'el mensaje no se envió: {reason}',
  '{count} messages went out within a minute': 'salieron {count} mensajes en un minuto',
  '{count} new chats were opened within 24 hours': 'se abrieron {count} chats nuevos en 24 horas',
  'earlier messages of the chat wait to be sent': 'mensajes anteriores del chat esperan su envío',
  '{count} messages of the instance wait to be sent already':
    'ya hay {count} mensajes de la instancia esperando su envío',
  'the messages of the instance that wait to be sent would take more than {bytes} bytes':
    'los mensajes de la instancia que esperan su envío pasarían de {bytes} bytes',
  'too many messages wait to be sent': 'hay demasiados mensajes esperando su envío',
  'too many calls wait for their delay: try again later':
    'hay demasiadas llamadas esperando su delay: inténtalo más tarde',
  'too many calls wait for this instance': 'hay demasiadas llamadas esperando esta instancia',
  'too many calls wait for another thread': 'hay demasiadas llamadas esperando otro hilo',
  'too many numbers wait to be looked up: try again later':
    'hay demasiados números esperando consulta: inténtalo más tarde',
  'too many webhooks of this number wait to be written':
    'hay demasiados webhooks de este número esperando escritura',
  'more than {max} events per second': 'más de {max} eventos por segundo',
  '{count} events at once are more than {max} events per second':
    '{count} eventos a la vez son más que {max} eventos por segundo',
  '{field} or {name} must be given, and not both': 'hay que indicar {field} o {name}, y no ambos',
  'thumbnailUrl, videoUrl and documentUrl must not be given together':
    'thumbnailUrl, videoUrl y documentUrl no pueden ir juntos',
  'buttons must be reply buttons, or one of type url alone':
    'buttons deben ser botones de respuesta, o uno solo de tipo url',
  'buttons of type pix must be alone': 'los botones de tipo pix deben ser los únicos',
  'every section needs a title where there are several':
    'cada sección necesita un título cuando hay varias',
  'the ids of {field} must differ': 'los ids de {field} deben ser distintos',
  'the texts of {field} must differ': 'los textos de {field} deben ser distintos',
  'the texts of all reply buttons {problem}': 'los textos de los botones de respuesta {problem}',
  'the titles of all rows {problem}': 'los títulos de las filas {problem}',
  'title with description and footer {problem}': 'title con description y footer {problem}',
  'there must be {min}-{max} {field}': 'debe haber de {min} a {max} {field}',
  'Phones do not show lists and buttons of personal WhatsApp accounts. Send a text or a poll, or say "fallback": "poll" to send the choices as one. To try them nevertheless, say "interactive": "try" or set INTERACTIVE_ON_PHONES=true.':
    'Los teléfonos no muestran listas ni botones de cuentas personales de WhatsApp. Envía un texto o una encuesta, o usa "fallback": "poll" para enviar las opciones como encuesta. Para intentarlo de todos modos, usa "interactive": "try" o define INTERACTIVE_ON_PHONES=true.',
  'Paired phones do not send forms (flows), only instances of the official API do. Ask by a text, or send a link to a page with the form.':
    'Los teléfonos vinculados no envían formularios (flows), solo las instancias de la API oficial. Pregunta por texto o envía un enlace a una página con el formulario.',
  'Phones do not show carousels of personal WhatsApp accounts: send each card as an image with a caption, or say "fallback": "text" to send all as one text. To try them nevertheless, say "interactive": "try" or set INTERACTIVE_ON_PHONES=true.':
    'Los teléfonos no muestran carruseles de cuentas personales de WhatsApp: envía cada tarjeta como imagen con leyenda, o usa "fallback": "text" para enviar todo como un texto. Para intentarlo de todos modos, usa "interactive": "try" o define INTERACTIVE_ON_PHONES=true.',
  'carousels are sent by the official API as templates: send each card as an image with a caption, or a template by POST /message/sendTemplate/{name}':
    'la API oficial envía los carruseles como plantillas: envía cada tarjeta como imagen con leyenda, o una plantilla por POST /message/sendTemplate/{name}',
  'template {name} in {language} not found': 'plantilla {name} en {language} no encontrada',
  'template {name} in {language} not found: it is there in {others}':
    'plantilla {name} en {language} no encontrada: existe en {others}',
  'template {name} in {language} is {status}: only approved ones can be sent':
    'la plantilla {name} en {language} está {status}: solo se pueden enviar las aprobadas',
  'a template {name} in {language} exists already': 'ya existe una plantilla {name} en {language}',
  'the instance holds {max} templates already': 'la instancia ya tiene {max} plantillas',
  'the instance would hold more than {bytes} bytes of templates':
    'la instancia pasaría de {bytes} bytes de plantillas',
  'the text of the template must have at most {max} characters below a file, with its variables filled in':
    'el texto de la plantilla debe tener como máximo {max} caracteres debajo de un archivo, con sus variables rellenas',
  'the header of the template must have the id of a file that was uploaded for this instance':
    'el encabezado de la plantilla debe tener el id de un archivo subido para esta instancia',
  'the link of the header {problem}': 'el enlace del encabezado {problem}',
  'name category, components or message_send_ttl_seconds':
    'indica category, components o message_send_ttl_seconds',
};
