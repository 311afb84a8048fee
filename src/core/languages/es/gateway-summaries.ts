/** Summaries of the gateway's operations, by those in the API document. */
export const gatewaySummaries: Readonly<Record<string, string>> = {
  'Create an instance': 'Crear una instancia',
  'List instances': 'Listar instancias',
  'Get the state of the connection, with its reason': 'Ver el estado de la conexión, con el motivo',
  'List the states that an instance was in, with their reasons':
    'Listar los estados en que estuvo una instancia, con los motivos',
  'Get the limits that the platform sets for the account':
    'Ver los límites que la plataforma impone a la cuenta',
  'Connect an instance and get the code to pair it with':
    'Conectar una instancia y recibir el código de vinculación',
  'Connect an instance and set where its events go':
    'Conectar una instancia y definir adónde van sus eventos',
  'Restart the connection of an instance': 'Reiniciar la conexión de una instancia',
  'Close the connection of an instance and keep it paired':
    'Cerrar la conexión de una instancia sin cerrar la sesión',
  'Unpair an instance': 'Cerrar la sesión de una instancia',
  'Delete an instance': 'Eliminar una instancia',
  'Replace the key of an instance': 'Reemplazar la clave de una instancia',
  "Replace the credentials of a number of WhatsApp's official API":
    'Reemplazar las credenciales de un número de la API oficial de WhatsApp',
  'Configure the event webhook of an instance': 'Configurar el webhook de eventos de una instancia',
  'Get the event webhook of an instance': 'Ver el webhook de eventos de una instancia',
  'List the endpoints that the events of an instance go to':
    'Listar los endpoints a los que van los eventos de una instancia',
  'Add an endpoint to an instance': 'Agregar un endpoint a una instancia',
  'Get an endpoint of an instance': 'Ver un endpoint de una instancia',
  'Delete an endpoint of an instance': 'Eliminar un endpoint de una instancia',
  'Change an endpoint of an instance': 'Modificar un endpoint de una instancia',
  'Replay events from a time range to an endpoint':
    'Repetir los eventos de un período hacia un endpoint',
  'List the replays of an endpoint, newest first':
    'Listar las repeticiones de un endpoint, la más nueva primero',
  'Get a replay of an endpoint and its progress': 'Ver una repetición de un endpoint y su avance',
  'Pause a replay': 'Pausar una repetición',
  'Resume a replay': 'Reanudar una repetición',
  'Cancel a replay': 'Cancelar una repetición',
  'Test a filter on stored events': 'Probar un filtro con eventos guardados',
  'Test a transform on a stored event': 'Probar una transformación con un evento guardado',
  'Get the secret that signs the deliveries of an instance':
    'Ver el secreto que firma las entregas de una instancia',
  'Replace the signing secret': 'Reemplazar el secreto de firma',
  'Send a test event to an endpoint': 'Enviar un evento de prueba a un endpoint',
  'List the labels of the account or of a chat': 'Listar las etiquetas de la cuenta o de un chat',
  'Send a text': 'Enviar un texto',
  'Send a location': 'Enviar una ubicación',
  'Send cards of contacts': 'Enviar tarjetas de contactos',
  'Send a poll': 'Enviar una encuesta',
  'Vote in a poll': 'Votar en una encuesta',
  'React to a message': 'Reaccionar a un mensaje',
  'Forward a message': 'Reenviar un mensaje a otro chat',
  'Edit a text or a caption': 'Editar un texto o un pie de foto',
  'Remove a message for everyone': 'Eliminar un mensaje para todos',
  'Send a list, or its rows as a poll or text':
    'Enviar una lista, o sus filas como encuesta o texto',
  'Send buttons, or reply buttons as a poll or text':
    'Enviar botones, o botones de respuesta como encuesta o texto',
  'Send cards with buttons side by side, or all of it as a text':
    'Enviar tarjetas con botones una al lado de otra, o todo como texto',
  'Send a form (flow) to be filled in': 'Enviar un formulario (flow) para completar',
  'Send an image, a video, audio or a document':
    'Enviar una imagen, un video, un audio o un documento',
  'Send a voice note': 'Enviar una nota de voz',
  'Send a round video': 'Enviar un video redondo',
  'Send a sticker': 'Enviar un sticker',
  'Post a status': 'Publicar un estado',
  'Get the status of a sent message': 'Ver el estado de un mensaje enviado',
  'List the messages that wait to be sent': 'Listar los mensajes que esperan su envío',
  'Get a message that waits to be sent': 'Ver un mensaje que espera su envío',
  'Cancel a message that waits to be sent': 'Cancelar un mensaje que espera su envío',
  'Explain what became of a message': 'Explicar qué pasó con un mensaje',
  'Mark messages as read': 'Marcar mensajes como leídos',
  'Mark voice notes as played': 'Marcar notas de voz como escuchadas',
  'Show the account as typing or recording': 'Mostrar que la cuenta está escribiendo o grabando',
  'Show the account as online or offline': 'Mostrar que la cuenta está en línea o desconectada',
  'Watch who is online, typing or recording in a chat':
    'Observar quién está en línea, escribiendo o grabando en un chat',
  'Archive or unarchive a chat': 'Archivar o desarchivar un chat',
  'Mark a chat as unread': 'Marcar un chat como no leído',
  'Pin or unpin a chat': 'Fijar o desfijar un chat',
  'Mute or unmute a chat': 'Silenciar un chat o reactivar su sonido',
  'Add or remove a label of a chat or a message':
    'Agregar una etiqueta a un chat o mensaje, o quitarla',
  'Create, change or delete a label': 'Crear, modificar o eliminar una etiqueta',
  'Check whether phone numbers are on the platform':
    'Verificar si unos números de teléfono están en la plataforma',
  'Merge contacts and chats that are the same person':
    'Combinar contactos y chats de la misma persona',
  'Get the profile picture of a person or a group':
    'Ver la foto de perfil de una persona o un grupo',
  'Get the profile of a person': 'Ver el perfil de una persona',
  'Get the profile of a business': 'Ver el perfil de una empresa',
  'Block or unblock a contact': 'Bloquear o desbloquear un contacto',
  'List the contacts that the account has blocked': 'Listar los contactos que la cuenta bloqueó',
  'Reject a call': 'Rechazar una llamada',
  'Set the name of the account': 'Definir el nombre de la cuenta',
  'Set the about text of the account': 'Definir la información de la cuenta',
  'Change the privacy settings of the account':
    'Modificar la configuración de privacidad de la cuenta',
  'Fetch older messages of a chat': 'Buscar mensajes más antiguos de un chat',
  'Set the profile picture of the account': 'Definir la foto de perfil de la cuenta',
  'Remove the profile picture of the account': 'Quitar la foto de perfil de la cuenta',
  'Get the privacy settings of the account': 'Ver la configuración de privacidad de la cuenta',
  'Get the votes of a poll': 'Ver los votos de una encuesta',
  'Download the file of a message': 'Descargar el archivo de un mensaje',
  'Get a group': 'Ver un grupo',
  'List the groups of the account': 'Listar los grupos de la cuenta',
  'Create a group': 'Crear un grupo',
  'Get the group that an invitation leads to': 'Ver el grupo al que lleva una invitación',
  'List the members of a group': 'Listar los miembros de un grupo',
  'Approve or reject requests to join a group':
    'Aprobar o rechazar solicitudes para unirse a un grupo',
  'Rename a group': 'Cambiar el nombre de un grupo',
  'Set the description of a group': 'Definir la descripción de un grupo',
  'Add, remove, promote or demote members of a group':
    'Agregar o quitar miembros de un grupo, o cambiar quién es administrador',
  'Set who may write in a group, and who may change it':
    'Definir quién puede escribir en un grupo y quién puede modificarlo',
  'Set who may add members to a group': 'Definir quién puede agregar miembros a un grupo',
  'Set how long messages of a group stay before they disappear':
    'Definir la duración de los mensajes temporales de un grupo',
  'Set the picture of a group': 'Definir la foto de un grupo',
  'Leave a group': 'Salir de un grupo',
  'Get the invitation link of a group': 'Ver el enlace de invitación de un grupo',
  'Replace the invitation link of a group': 'Restablecer el enlace de invitación de un grupo',
  'List the requests to join a group': 'Listar los solicitudes para unirse a un grupo',
  'Join a group by its invitation link': 'Unirse a un grupo con su enlace de invitación',
  'Send people the invitation link of a group':
    'Enviar a personas el enlace de invitación de un grupo',
  'Set whether events also go to RabbitMQ': 'Definir si los eventos también van a RabbitMQ',
  'Get whether and which events go to RabbitMQ': 'Ver si van eventos a RabbitMQ, y cuáles',
  'Set whether events also go to NATS': 'Definir si los eventos también van a NATS',
  'Get whether and which events go to NATS': 'Ver si van eventos a NATS, y cuáles',
  'Set whether events also go to the WebSocket feed':
    'Definir si los eventos también van al WebSocket',
  'Get whether and which events go to the WebSocket feed':
    'Ver si van eventos al WebSocket, y cuáles',
  'List the channels that the account follows': 'Listar los canales que sigue la cuenta',
  'Get a channel': 'Ver un canal',
  'Get the channel that a link leads to': 'Ver el canal al que lleva un enlace',
  'Follow a channel': 'Seguir un canal',
  'Unfollow a channel': 'Dejar de seguir un canal',
  'Set the proxy of an instance': 'Definir el proxy de una instancia',
  'Get the proxy of an instance': 'Ver el proxy de una instancia',
  'Update automatic behaviour (reject calls, mark as read, …)':
    'Modificar el comportamiento automático (rechazar llamadas, marcar como leído, …)',
  'Get the automatic behaviour of an account': 'Ver el comportamiento automático de una cuenta',
  'List the events of an instance, in order': 'Listar los eventos de una instancia, en orden',
  'Search the events of an instance, newest first':
    'Buscar eventos de una instancia, el más nuevo primero',
  'List the deliveries of an instance, oldest first':
    'Listar las entregas de una instancia, la más antigua primero',
  'Get a delivery with its attempts': 'Ver una entrega con sus intentos',
  'Preview the request of a delivery': 'Previsualizar la solicitud de una entrega',
  'Search deliveries, newest first': 'Buscar entregas, la más nueva primero',
  'Count the deliveries that would be sent again': 'Contar las entregas que se reenviarían',
  'Send deliveries again': 'Reenviar entregas',
  'List messages of a chat or of all chats, newest first':
    'Listar mensajes de un chat o de todos, el más nuevo primero',
  'List the status changes of sent messages':
    'Listar los cambios de estado de los mensajes enviados',
  'List chats, those with the newest message first':
    'Listar chats, primero los que tienen el mensaje más nuevo',
  'Get a chat': 'Ver un chat',
  'List contacts: the people, groups and channels that messages came from or went to':
    'Listar contactos: las personas, los grupos y los canales que enviaron o recibieron mensajes',
  'Search messages by their texts and captions': 'Buscar mensajes por textos y pies de foto',
  'Look up the person behind an address': 'Averiguar de quién es una dirección',
  'Read the audit of the gateway zone': 'Leer la auditoría del gateway',
  'Get an overview of all instances': 'Ver un resumen de todas las instancias',
  'Get the figures of an instance for up to 7 days':
    'Ver las cifras de una instancia de hasta 7 días',
  'Get the figures of all instances for up to 7 days':
    'Ver las cifras de todas las instancias de hasta 7 días',
  'Get the version, the limits in force and the last backup':
    'Ver la versión, los límites vigentes y la última copia de seguridad',
  'Get the state of every channel': 'Ver el estado de cada canal',
  'List the nodes that share the database': 'Listar los nodos que comparten la base de datos',
  'Get metrics for Prometheus': 'Leer métricas para Prometheus',
  'Create a ticket that opens one WebSocket within 60 seconds':
    'Crear un ticket que abre un WebSocket en los próximos 60 segundos',
  'Simulate an incoming message': 'Simular la llegada de un mensaje',
  'Simulate any event': 'Simular cualquier evento',
  'List the messages that were sent through the instance':
    'Listar los mensajes enviados por la instancia',
  'List what was done through the instance beside sending':
    'Listar qué más se hizo con la instancia, además de enviar',
  'Simulate a lost connection': 'Simular una conexión perdida',
  'Simulate that the phone removes the device': 'Simular que el teléfono quita el dispositivo',
  'Simulate that the phone scans the QR code': 'Simular que el teléfono escanea el código QR',
  'Simulate that the phone types the pairing code':
    'Simular que el código de vinculación se escribe en el teléfono',
  'Simulate a receipt': 'Simular una confirmación de entrega o lectura',
  'Set how the platform answers sent messages':
    'Definir cómo responde la plataforma a los mensajes enviados',
  'List the message templates of an instance': 'Listar las plantillas de mensaje de una instancia',
  'Create a message template': 'Crear una plantilla de mensaje',
  'Change a message template': 'Modificar una plantilla de mensaje',
  'Delete a message template': 'Eliminar una plantilla de mensaje',
  'Send a template': 'Enviar una plantilla',
  'List the links to pages for the customer of an instance':
    'Listar los enlaces a páginas para el cliente de una instancia',
  'Create a link to a page for the customer of an instance':
    'Crear un enlace a una página para el cliente de una instancia',
  'End a link and the page that was opened with it':
    'Revocar un enlace y cerrar la página que se abrió con él',
  'Receive a delivery, and answer what arrived': 'Recibir una entrega y responder con lo que llegó',
  'Check whether the process is alive': 'Verificar si el proceso está activo',
  'Check whether the service is ready': 'Verificar si el servicio está listo',
  'Get a passkey ceremony, as the browser needs it':
    'Ver la verificación con llave de acceso, en la forma que necesita el navegador',
  "Submit the response of the browser's passkey":
    'Enviar la respuesta de la llave de acceso del navegador',
  'Confirm that both codes are the same': 'Confirmar que los dos códigos son iguales',
  'Answer Meta when it sets up the webhook of all numbers':
    'Responder a Meta cuando configura el webhook de todos los números',
  'Receive what Meta sends for any number': 'Recibir lo que Meta envía para cualquier número',
  'Answer Meta when it sets up the webhook of an instance of another app':
    'Responder a Meta cuando configura el webhook de una instancia de otra aplicación',
  'Receive what Meta sends for the numbers of another app':
    'Recibir lo que Meta envía para los números de otra aplicación',
};
