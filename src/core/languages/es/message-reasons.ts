/** The failures about messages, templates, groups and chats that a person can cause in the manager, by their reasons. */
import type { MessageReasonTexts } from '../reasons.ts';

const KINDS: Readonly<Record<string, string>> = {
  image: 'una imagen',
  video: 'un video',
  audio: 'un audio',
  document: 'un documento',
};
/** The types of files that phones show as each kind. */
const SHOWN: Readonly<Record<string, string>> = {
  image: 'JPEG, PNG o WebP',
  video: 'MP4 con H.264',
  audio: 'MP3, M4A, AAC, AMR, u Opus en Ogg',
};

export const messageReasons: MessageReasonTexts = {
  not_connected: 'desconectada',
  instance_not_connected: ({ name }) => `la instancia ${name} no está conectada`,
  connection_lost: 'se perdió la conexión antes de que WhatsApp respondiera',
  connection_lost_before_sending: 'se perdió la conexión antes de enviar el mensaje',
  no_qr_code: 'no hay código QR para escanear',
  no_pairing_code: 'no hay código de vinculación para escribir',
  too_many_numbers: 'hay demasiados números esperando consulta: inténtalo más tarde',
  lookup_unanswered: ({ seconds }) => `WhatsApp no respondió en ${seconds} segundos`,
  asked_too_often: 'WhatsApp pide esperar antes de repetir esto',
  whatsapp_refused: ({ text, code }) => `WhatsApp lo rechaza: ${text} (${code})`,
  whatsapp_not_asked: 'no se pudo consultar a WhatsApp: inténtalo de nuevo',
  message_failed: 'no se pudo enviar el mensaje',
  not_sent_unanswered: ({ seconds }) =>
    `WhatsApp no respondió en ${seconds} segundos, y el mensaje no se envió: envíalo otra vez`,
  fate_unknown: ({ id }) =>
    `no se sabe si el mensaje ${id} se envió; su estado lo dirá en cuanto se sepa`,
  fate_unanswered: ({ seconds }) =>
    `WhatsApp no respondió en ${seconds} segundos: el estado del mensaje dirá si se envió`,
  fate_lost: 'se perdió la conexión durante el envío: el estado del mensaje dirá si se envió',
  must_wait:
    'el mensaje no se envió: se alcanzó el límite de mensajes o de chats nuevos, o esperan mensajes anteriores',
  new_chats_locked: ({ time }) =>
    `WhatsApp no deja que esta cuenta abra chats nuevos hasta ${time}. Escribe a quienes escribieron primero, y a los demás después.`,
  queue_full: ({ max }) => `ya esperan su envío ${max} mensajes de la instancia`,
  queue_too_large: ({ max }) =>
    `los mensajes de la instancia que esperan su envío ocuparían más de ${max} bytes`,
  queues_full: 'esperan su envío demasiados mensajes de todas las instancias',
  storage_full:
    'la instancia guardó más que INSTANCE_STORAGE_LIMIT: volverá a aceptar cuando se eliminen datos antiguos o salgan los mensajes y las entregas que esperan',
  file_not_handed_over:
    'no se pudo entregar el archivo a WhatsApp, y no se envió nada: inténtalo de nuevo',
  too_many_messages_waiting: 'hay demasiados mensajes esperando su envío',
  window_closed: ({ time }) =>
    `la persona escribió por última vez hace más de 24 horas, y desde ${time} el chat solo acepta plantillas: envía una plantilla`,
  not_in_group: ({ group }) => `la cuenta no está en el grupo ${group}`,
  message_not_found: 'mensaje no encontrado',
  named_message_not_found: ({ id }) => `mensaje ${id} no encontrado`,
  message_not_in_chat: ({ id, chat }) => `mensaje ${id} no encontrado en el chat ${chat}`,
  unstored_message_incomplete: ({ id }) =>
    `el mensaje ${id} no está guardado, y su clave no basta para identificarlo`,
  message_only_read:
    'a los mensajes de canales y estados no se puede reaccionar, y no se pueden votar, editar ni eliminar',
  quoted_message_not_found: 'mensaje citado no encontrado',
  queued_message_not_found: 'mensaje en cola no encontrado',
  message_being_sent: 'el mensaje ya se está enviando',
  message_without_fate:
    'no se envió ni recibió ningún mensaje con este id por la instancia, o es más antiguo que el tiempo en que se guardan',
  contact_not_found: 'contacto no encontrado',
  poll_not_found: 'encuesta no encontrada',
  picture_not_found: 'foto de perfil no encontrada',
  number_not_writable: ({ number }) => `no se puede enviar ningún mensaje a ${number}`,
  username_unknown: ({ name }) => `nadie en WhatsApp tiene el nombre de usuario @${name}`,
  username_key_needed: ({ name }) =>
    `a @${name} solo se le puede escribir con su clave de usuario: pídele los 4 dígitos, y escribe a @${name}:1234`,
  username_key_wrong: ({ name }) => `la clave de usuario de @${name} es otra: pídele los 4 dígitos`,
  poll_secret_missing: 'no está guardado el secreto de la encuesta, con el que se cifran los votos',
  not_group_admin: ({ group }) => `la cuenta no es administradora del grupo ${group}`,
  recipient_without_keys:
    'WhatsApp no tiene claves utilizables del destinatario, y nadie podría leer el mensaje',
  group_without_keys:
    'WhatsApp no tiene claves utilizables de ningún miembro del grupo, y nadie podría leer el mensaje',
  choices_not_shown:
    'los teléfonos no muestran esto cuando lo envía un teléfono vinculado: envíalo como encuesta o como texto',
  meta_refused: ({ text }) => `Meta lo rechaza: ${text}`,
  meta_conflict: ({ text }) => `Meta lo rechaza: ${text}`,
  meta_unreachable: 'Meta no dijo si el número se puede usar: inténtalo más tarde',
  meta_failed: ({ text }) => `Meta no pudo hacerlo, inténtalo más tarde: ${text}`,
  meta_failed_reading: 'Meta no dio una respuesta: inténtalo más tarde',
  meta_unanswered: 'Meta no respondió, y no se sabe si lo hizo: compruébalo antes de repetirlo',
  meta_silent: ({ seconds }) => `Meta no respondió en ${seconds} segundos`,
  templates_unanswered: 'Meta no envió todas las plantillas en un minuto',
  message_not_of_meta: ({ id }) => `Meta no conoce el mensaje ${id}: no pasó por Meta`,
  number_not_connected_at_meta: ({ status }) => `el número está ${status} en Meta, no CONNECTED`,
  number_not_at_meta: ({ phoneNumberId }) =>
    `el número de phoneNumberId ${phoneNumberId} no está CONNECTED en Meta`,
  cloud_message_unsupported: 'la API oficial de WhatsApp no envía mensajes como este',
  cloud_action_unsupported: 'la API oficial de WhatsApp no permite esto',
  cloud_text_too_long: ({ max, length }) =>
    `la API oficial de WhatsApp acepta aquí como máximo ${max} caracteres, no ${length}`,
  cloud_file_type: ({ types, type }) =>
    `la API oficial de WhatsApp no acepta aquí ${type}, sino ${types}`,
  cloud_file_too_large: ({ max }) =>
    `la API oficial de WhatsApp acepta aquí archivos de ${max} bytes como máximo`,
  cloud_recipient_unknown: ({ number }) =>
    `la API oficial de WhatsApp no puede escribir a ${number}: acepta números de teléfono e ids de usuarios`,
  message_not_taken: 'WhatsApp no aceptó ese mensaje, y no se puede hacer nada con él',
  sandbox_not_paired: 'la instancia no está vinculada',
  pairing_code_wrong: 'ese no es el código de vinculación',
  message_store_off:
    'el almacén de mensajes está apagado: define MESSAGE_STORE_HOURS con las horas en que se deben guardar los mensajes',
  file_too_large: ({ max }) => `media tiene más de ${max} bytes`,
  too_much_media: 'se están enviando demasiados medios en este momento',
  file_not_fetched: ({ problem }) => `no se pudo descargar media: ${problem}`,
  file_of_another_kind: ({ kind }) =>
    `media no es ${KINDS[kind] ?? kind}: el archivo es de otro tipo, por ejemplo una página web`,
  file_not_converted: 'el archivo no se pudo convertir a tiempo: inténtalo de nuevo',
  file_not_shown: ({ kind }) =>
    `los teléfonos no muestran este archivo como ${KINDS[kind] ?? kind}: envía ${SHOWN[kind] ?? 'otro formato'}`,
  sticker_too_large: ({ max }) => `el sticker WebP tiene más de ${max} bytes`,
  file_removed: 'el archivo fue eliminado',
  file_gone: 'el archivo ya no está en el servidor de WhatsApp',
  file_unavailable: 'el archivo no se puede descargar ahora: inténtalo más tarde',
  sandbox_file_gone: 'el sandbox solo guarda los archivos más recientes, y hasta que se reinicia',
  audio_not_converted: 'no se pudo convertir el audio',
  no_file_in_message: 'el mensaje no tiene archivo',
  removal_only_in_groups:
    'lo que escribió otra persona solo se puede eliminar en grupos, y por sus administradores',
  edit_of_others: 'solo se pueden editar mensajes que la cuenta envió',
  edit_too_late: 'el mensaje tiene más de 15 minutos y ya no se puede editar',
  edit_without_text: 'solo se pueden editar textos y pies de foto',
  content_not_stored: 'el contenido del mensaje no está guardado',
  forward_of_view_once: 'los mensajes de visualización única no se pueden reenviar',
  forward_to_channel:
    'un archivo no se puede reenviar a un canal ni desde uno: envía el archivo mismo',
  template_not_found: 'plantilla no encontrada',
  template_not_in_language: ({ name, language }) =>
    `plantilla ${name} en ${language} no encontrada`,
  template_not_approved: ({ name, language, status }) =>
    `la plantilla ${name} en ${language} está ${status}: solo se pueden enviar las aprobadas`,
  template_exists: ({ name, language }) => `ya existe una plantilla ${name} en ${language}`,
  templates_too_large: ({ max }) => `la instancia tendría más de ${max} bytes de plantillas`,
  template_caption_too_long: ({ max }) =>
    `el texto de la plantilla debe tener como máximo ${max} caracteres debajo de un archivo, con sus variables completadas`,
  too_many_templates: ({ max }) => `la instancia ya tiene ${max} plantillas`,
  label_not_found: 'etiqueta no encontrada',
  too_many_labels: ({ max }) => `la cuenta ya tiene ${max} etiquetas: elimina una antes`,
  too_many_watched_chats: ({ max }) =>
    `ya hay ${max} chats observados: deja de observar uno antes con "subscribe": false`,
  phone_keys_missing:
    'el teléfono de la cuenta no compartió las claves que esto necesita: abre WhatsApp en él, que las comparte minutos después de vincular, e inténtalo otra vez',
  phone_connection_lost: 'se perdió la conexión antes de que el teléfono respondiera',
  phone_asked_already: 'ya se le están pidiendo al teléfono mensajes más antiguos',
  phone_unanswered: ({ seconds }) =>
    `el teléfono no respondió en ${seconds} segundos: debe estar encendido y conectado a WhatsApp`,
  phone_answer_unreadable: 'no se puede leer la respuesta del teléfono',
  no_typing_in_channels: 'en un canal nadie ve quién escribe',
  no_presence_in_channels: 'en un canal nadie ve quién está en línea',
  no_history_of_channels: 'los teléfonos no guardan historial de canales',
  no_message_to_begin_from: ({ chat }) =>
    `no hay ningún mensaje guardado del chat ${chat}, y los más antiguos se piden a partir de uno guardado`,
  group_refused:
    'WhatsApp no deja que la cuenta haga esto: no es miembro del grupo, o no es administradora',
  group_not_found: 'grupo no encontrado',
  group_invitation_revoked: 'invitación no encontrada: fue revocada',
  group_unchanged: 'WhatsApp dice que el grupo ya está así',
  group_change_refused: ({ text }) => `WhatsApp no acepta esto: ${text}`,
  group_change_failed: ({ text }) => `WhatsApp no hizo esto: ${text}`,
  groups_asked_too_often: 'se consultó a WhatsApp demasiadas veces sobre grupos: espera un minuto',
  group_full: 'se alcanzó un límite de WhatsApp: no cabe más',
  no_invitation: 'WhatsApp no dio una invitación: inténtalo otra vez',
  group_invitation_not_found: 'invitación no encontrada',
  number_not_on_whatsapp: ({ numbers }) => `el número ${numbers} no está en WhatsApp`,
  numbers_not_on_whatsapp: ({ numbers }) => `no están en WhatsApp: ${numbers}`,
  instance_offline: 'la instancia no está conectada',
};
