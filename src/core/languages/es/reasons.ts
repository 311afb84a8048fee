/** The failures that a person can cause in the manager, by their reasons. */
import type { ReasonTexts } from '../reasons.ts';
import { replay } from './replay.ts';

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

const stateText = (state: string | number): string =>
  (replay.states as Readonly<Record<string, string>>)[state] ?? String(state);

export const reasons: ReasonTexts = {
  // Instances, keys, endpoints and customers' pages.
  instance_not_found: 'instancia no encontrada',
  name_taken: ({ name }) => `el nombre ${name} ya está en uso`,
  instance_id_taken: 'el instanceId es o fue de otra cosa: elige otro',
  key_outlives_yours: 'una clave no puede dar a su instancia una clave que dure más que ella',
  token_taken: 'el token ya se usa como clave: elige otro',
  instance_without_code: 'no hay código: se cerró la sesión de la instancia',
  provider_left_out: ({ provider }) =>
    `el proveedor ${provider} no forma parte de esta instalación: GATEHOUSE_WITHOUT lo excluye`,
  phone_number_id_taken: ({ phoneNumberId }) =>
    `el phoneNumberId ${phoneNumberId} es de otra instancia`,
  key_of_another_instance: 'esta clave es de otra instancia',
  instance_of_key_deleted: 'la instancia de esta clave fue eliminada',
  apikey_missing: 'falta el encabezado apikey',
  apikey_invalid: 'la apikey no es válida',
  apikey_expired: 'la apikey venció',
  ticket_invalid: 'el ticket es desconocido, ya se usó o venció',
  customer_page_ended: 'esta página de cliente venció',
  global_key_needed: 'esta operación necesita la clave global',
  scope_missing: ({ scopes }) => `a esta clave le falta el permiso ${scopes}`,
  not_for_customers: 'la página de un cliente no puede llamar a esta operación',
  customer_scope_missing: ({ scope }) => `a esta página de cliente le falta ${scope}`,
  key_replaced: 'esta clave ya fue reemplazada',
  too_many_keys: ({ max, time }) =>
    `ya hay ${max} claves válidas: vuelve a cambiarla después de ${time}, cuando termina una, o con graceSeconds 0, que termina todas menos la nueva`,
  link_unknown: 'este enlace es desconocido o ya terminó',
  link_opened: 'este enlace ya se abrió antes',
  link_ended: 'este enlace venció',
  instance_of_link_deleted: 'la instancia de este enlace fue eliminada',
  link_not_found: 'enlace no encontrado',
  link_outlives_key: 'una clave no puede crear un enlace que dure más que ella',
  customer_sees_webhooks:
    'la página de un cliente solo ve las entregas a los webhooks de su instancia',
  customer_owns_endpoints: 'la página de un cliente solo tiene endpoints del cliente',
  too_many_links: ({ max }) =>
    `una instancia tiene como máximo ${max} enlaces a páginas de clientes: termina uno, o espera hasta que uno venza`,
  ceremony_not_found: 'verificación con llave de acceso no encontrada',
  ceremony_over: 'el tiempo de esta verificación terminó: conecta la instancia otra vez',
  ceremony_ended: 'la verificación con llave de acceso terminó: conecta la instancia otra vez',
  passkey_of_another_ceremony: 'la respuesta de la llave de acceso es de otra verificación',
  passkey_of_another_page: ({ origin, page }) =>
    `la llave de acceso se usó en ${origin}, que no es una página de ${page}`,
  passkey_used: 'la llave de acceso ya se usó',
  passkey_code_confirmed: 'el código ya está confirmado',
  passkey_code_absent: 'aún no hay código para confirmar',
  too_many_passkey_requests: 'Demasiadas solicitudes sobre llaves de acceso desde esta dirección',
  endpoint_not_found: 'endpoint no encontrado',
  too_many_endpoints: ({ max }) =>
    `hay ${max} endpoints además de default, y ENDPOINTS_PER_INSTANCE no permite más`,
  endpoint_url_taken: ({ name }) =>
    `url debe ser otra: ya la tiene el endpoint ${name} de esta instancia`,
  endpoint_changed: 'el endpoint fue cambiado mientras tanto: léelo y cámbialo de nuevo',
  handshake_failed: ({ problem }) => `url debe responder al handshake con su desafío: ${problem}`,
  handshake_misunderstood: 'url debe responder al handshake con su desafío, y respondió otra cosa',
  too_many_secrets: ({ max, time }) =>
    `ya firman ${max} secretos, cada uno durante 24 horas después de su cambio: vuelve a cambiarlo después de ${time}, cuando termina el más antiguo`,
  webhook_unusable: 'no se puede enviar nada: el webhook no está configurado o está desactivado',
  test_event_left_out: 'elige otro evento: el formato whatsapp-cloud no tiene este',
  test_running: 'Hay una prueba de este webhook en curso',
  replay_not_found: 'repetición no encontrada',
  replay_in_another_state: ({ state }) => `La repetición está ${stateText(state)}`,
  no_webhook_to_replay: ({ id }) =>
    `${id} no es un webhook de la instancia, y solo los webhooks pueden repetir eventos`,
  too_many_replays: ({ max }) =>
    `hay ${max} repeticiones sin terminar: espera a una de ellas, o cancélala`,
  too_many_replays_of_endpoint: ({ max }) =>
    `hay ${max} repeticiones sin terminar de este endpoint: espera a una de ellas, o cancélala`,
  too_many_replays_of_customer: ({ max }) =>
    `hay ${max} repeticiones sin terminar de los endpoints del cliente: espera a una de ellas, o cancélala`,
  archive_unusable:
    'el archivo de eventos no se puede usar ahora: el log del servicio dice por qué',
  delivery_not_found: 'entrega no encontrada',
  event_not_found: 'evento no encontrado',
  first_link_used: 'El enlace del primer inicio ya se usó',
  first_link_over: ({ minutes }) => `El enlace del primer inicio valía ${minutes} minutos`,
  first_link_unknown: 'El inicio actual del servicio no mostró este enlace',
  first_link_insecure:
    'El enlace del primer inicio funciona en la máquina del servicio, o por https',

  // Messages, templates, groups and chats.
  not_connected: 'no conectada',
  instance_not_connected: ({ name }) => `la instancia ${name} no está conectada`,
  connection_lost: 'se perdió la conexión antes de que WhatsApp respondiera',
  connection_lost_before_sending: 'se perdió la conexión antes de enviar el mensaje',
  no_qr_code: 'no hay código QR para escanear',
  no_pairing_code: 'no hay código de vinculación para escribir',
  too_many_numbers: 'hay demasiados números esperando consulta: inténtalo más tarde',
  lookup_unanswered: ({ seconds }) => `WhatsApp no respondió en ${seconds} segundos`,
  asked_too_often: 'WhatsApp pide esperar antes de repetir esto',
  whatsapp_refused: ({ text, code }) => `WhatsApp lo rechaza: ${text} (${code})`,
  not_sent_unanswered: ({ seconds }) =>
    `WhatsApp no respondió en ${seconds} segundos, y el mensaje no se envió: envíalo otra vez`,
  fate_unknown: ({ id }) =>
    `no se sabe si el mensaje ${id} se envió; su estado lo dice en cuanto se sepa`,
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
    'la instancia guardó más que INSTANCE_STORAGE_LIMIT: aceptará más cuando se eliminen datos antiguos o salgan los mensajes y las entregas que esperan',
  file_not_handed_over:
    'no se pudo entregar el archivo a WhatsApp, y no se envió nada: inténtalo de nuevo',
  too_many_messages_waiting: 'hay demasiados mensajes esperando su envío',
  window_closed: ({ time }) =>
    `la persona escribió por última vez hace más de 24 horas, y desde ${time} el chat solo acepta plantillas: envía una plantilla`,
  not_in_group: ({ group }) => `la cuenta no está en el grupo ${group}`,
  message_not_found: 'mensaje no encontrado',
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
  poll_secret_missing: 'no está guardado el secreto de la encuesta, con el que se sellan los votos',
  not_group_admin: ({ group }) => `la cuenta no es administradora del grupo ${group}`,
  recipient_without_keys:
    'WhatsApp no tiene claves utilizables del destinatario, y nadie podría leer el mensaje',
  group_without_keys:
    'WhatsApp no tiene claves utilizables de ningún miembro del grupo, y nadie podría leer el mensaje',
  choices_not_shown:
    'los teléfonos no muestran esto cuando lo envía un teléfono vinculado: envíalo como encuesta o como texto',
  meta_refused: ({ text }) => `Meta lo rechaza: ${text}`,
  meta_conflict: ({ text }) => `Meta lo rechaza: ${text}`,
  meta_unreachable: 'Meta no ha dicho si el número se puede usar: inténtalo más tarde',
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
    `la API oficial de WhatsApp acepta aquí archivos de como máximo ${max} bytes`,
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
  sticker_too_large: ({ max }) => `un sticker WebP tiene más de ${max} bytes`,
  file_removed: 'el archivo fue eliminado',
  no_file_in_message: 'el mensaje no tiene archivo',
  removal_only_in_groups:
    'lo que escribió otra persona solo se puede eliminar en grupos, y por sus administradores',
  edit_of_others: 'solo se pueden editar mensajes que la cuenta envió',
  edit_too_late: 'el mensaje tiene más de 15 minutos y ya no se puede editar',
  edit_without_text: 'solo se pueden editar textos y leyendas',
  content_not_stored: 'el contenido del mensaje no está guardado',
  forward_of_view_once: 'los mensajes de una sola visualización no se pueden reenviar',
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
    `ya hay ${max} chats observados: termina uno antes con "subscribe": false`,
  phone_keys_missing:
    'el teléfono de la cuenta no compartió las claves que esto necesita: abre WhatsApp en él, que las comparte minutos después de vincular, e inténtalo otra vez',
  phone_connection_lost: 'se perdió la conexión antes de que el teléfono respondiera',
  phone_asked_already: 'ya se le están pidiendo al teléfono mensajes más antiguos',
  phone_unanswered: ({ seconds }) =>
    `el teléfono no respondió en ${seconds} segundos: debe estar encendido y conectado a WhatsApp`,
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
  groups_asked_too_often: 'se preguntó a WhatsApp demasiadas veces sobre grupos: espera un minuto',
  group_full: 'se alcanzó un límite de WhatsApp: no cabe más',
  no_invitation: 'WhatsApp no dio una invitación: inténtalo otra vez',
  group_invitation_not_found: 'invitación no encontrada',
  number_not_on_whatsapp: ({ numbers }) => `el número ${numbers} no está en WhatsApp`,
  numbers_not_on_whatsapp: ({ numbers }) => `no están en WhatsApp: ${numbers}`,
  instance_offline: 'la instancia no está conectada',

  // The CRM.
  record_not_found: 'el registro no existe, o no puedes verlo',
  pipeline_not_found: 'embudo no encontrado',
  account_not_found: 'cuenta no encontrada',
  access_token_missing: 'Falta el encabezado api_access_token',
  access_token_invalid: 'El api_access_token es desconocido, fue revocado o venció',
  account_suspended: 'La cuenta está suspendida',
  without_account: 'El usuario no es miembro de ninguna cuenta',
  without_open_account: 'El usuario no tiene cuentas que no estén suspendidas',
  token_of_another_account: 'Este token está atado a otra cuenta',
  not_a_member: 'El usuario no es miembro de esta cuenta',
  permission_missing: ({ permission }) => `Esta operación necesita el permiso ${permission}`,
  changed_by_others: 'Otra solicitud está cambiando lo mismo: inténtalo otra vez',
  needed_record_deleted: 'Se eliminó entretanto algo que esto necesita: inténtalo otra vez',
  email_taken: 'Un usuario con este correo ya es miembro',
  pipeline_name_taken: 'Ya existe un embudo con este nombre',
  mcp_server_name_taken: 'Ya existe un servidor MCP con este nombre',
  super_admin_needed: 'Ningún super_admin quedaría con un token utilizable: crea otro antes',
  last_owner: 'El último dueño no puede salir: haz account_owner a otra persona antes',
  super_admin_stays: 'Un super_admin es miembro de todas las cuentas',
  own_removal: 'No se puede eliminar a uno mismo',
  own_role: 'No se puede cambiar el propio rol',
  only_account: 'No se puede eliminar la única cuenta propia',
  user_of_other_accounts:
    'El usuario también es miembro de otras cuentas: solo él o un super_admin puede cambiar esto',
  system_role: ({ role }) => `${role} es un rol del sistema y no se puede cambiar`,
  role_above_token: ({ role }) => `El rol ${role} permite más que tu token`,
  own_token_needed:
    'Esta operación necesita un token solo tuyo: sin permisos propios, creado o renovado por ti',
  whole_token_needed: ({ permissions }) =>
    `Esta operación necesita un token que permita todo lo que puede su usuario; los permisos de este dejan fuera ${permissions}`,
  token_above_yours: 'Este token permite más que el tuyo',
  token_above_yours_elsewhere:
    'Este token abre otra cuenta en la que permite más que el tuyo: en su lugar, quita a su usuario de esta cuenta',
  token_of_other_accounts:
    'Este token también abre otras cuentas: solo su usuario o un super_admin puede cambiarlo',
  token_outlives_yours:
    'Este token termina después que el tuyo, que tiene permisos propios y un final',
  token_permission_missing:
    'Un token para esa cuenta necesita el permiso access_tokens.create en ella',
  too_many_invitations: ({ max }) =>
    `La cuenta tiene ${max} invitaciones abiertas: retira algunas, o espera a que venzan`,
  invitation_sender_may_not: 'Quien envió esta invitación ya no puede dar su rol: pide otra',
  invitation_of_another: 'La invitación es para otro correo, no para el tuyo',
  invitation_answered: ({ status }) =>
    `La invitación ya fue ${status === 'accepted' ? 'aceptada' : 'rechazada'}`,
  invitation_expired: 'La invitación venció: pide otra',
  invitation_role_deleted: 'El rol de esta invitación fue eliminado: pide otra',
  too_many_secrets_tried: 'Se probaron demasiados secretos de invitaciones',
  too_many_webhooks: ({ max }) => `Una cuenta tiene ${max} webhooks como máximo`,
  webhook_disabled: 'El webhook está desactivado',
  webhook_untestable: 'No se puede probar: el webhook está desactivado o fue eliminado',
  role_deleted: 'El rol fue eliminado mientras tanto',
  role_or_person_deleted: 'El rol o la persona fue eliminada mientras tanto',
  invited_by_others: 'Otra persona está invitando esta dirección ahora: inténtalo otra vez',
  role_in_use: 'Hay usuarios con este rol: dales otro antes',
  role_key_taken: 'Ya existe un rol con esta clave',

  // Any request.
  another_version: 'El registro está en otra versión, distinta de la que indica If-Match',
  too_many_requests: ({ max }) => `Más de ${max} solicitudes en un minuto`,
  too_many_failed_logins: 'Demasiadas autenticaciones fallidas desde esta dirección',
  unexpected: 'Ocurrió un error inesperado',
  stopping: 'el servicio se está deteniendo',
};
