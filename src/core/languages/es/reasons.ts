/** The failures that a person can cause in the manager, by their reasons. */
import type { ReasonTexts } from '../reasons.ts';
import { messageReasons } from './message-reasons.ts';
import { replay } from './replay.ts';

/** Whether nobody knows if a request was carried out, which the English sentence says in other words. */
const fateText = (fate: string | number): string =>
  fate === '' ? '' : '; no se sabe si la solicitud se ejecutó';

const stateText = (state: string | number): string =>
  (replay.states as Readonly<Record<string, string>>)[state] ?? String(state);

export const reasons: ReasonTexts = {
  // Instances, keys, endpoints and customers' pages.
  instance_not_found: 'instancia no encontrada',
  name_taken: ({ name }) => `el nombre ${name} ya está en uso`,
  instance_id_taken: 'el instanceId es o fue de otra cosa: elige otro',
  key_outlives_yours: 'una clave no puede dar a su instancia una clave que dure más que ella',
  token_taken: 'el token ya se usa como clave: elige otro',
  instance_without_code: 'no hay código: se desconectó la instancia o se cerró su sesión',
  pairing_failed: 'no llegó ningún código: conecta la instancia otra vez',
  pairing_too_slow: ({ seconds }) =>
    `no llegó ningún código en ${seconds} s: conecta la instancia otra vez`,
  connecting_failed: 'no se pudo conectar la instancia: inténtalo de nuevo',
  logout_failed: 'no se pudo cerrar la sesión de la instancia: inténtalo de nuevo',
  restart_failed: 'la instancia no volvió a conectarse: su estado dice por qué',
  instance_unanswered: 'la instancia no respondió a tiempo',
  instance_calls_full: 'demasiadas llamadas esperan a esta instancia',
  instance_busy: 'la instancia está ocupada con otra llamada',
  thread_ended:
    'el hilo de la instancia terminó, y otro está empezando; no se sabe si la solicitud se ejecutó',
  thread_busy: 'demasiadas llamadas esperan a otro hilo',
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
    `ya hay ${max} claves válidas: vuelve a reemplazarla después de ${time}, cuando vence una, o con graceSeconds 0, que anula todas menos la nueva`,
  link_unknown: 'este enlace es desconocido o ya no vale',
  link_opened: 'este enlace ya se abrió antes',
  link_ended: 'este enlace venció',
  instance_of_link_deleted: 'la instancia de este enlace fue eliminada',
  link_not_found: 'enlace no encontrado',
  link_outlives_key: 'una clave no puede crear un enlace que dure más que ella',
  customer_sees_webhooks:
    'la página de un cliente solo ve las entregas a los webhooks de su instancia',
  customer_owns_endpoints: 'la página de un cliente solo tiene endpoints del cliente',
  too_many_links: ({ max }) =>
    `una instancia tiene como máximo ${max} enlaces a páginas de clientes: revoca uno, o espera hasta que uno venza`,
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
  endpoint_changed: 'el endpoint se modificó mientras tanto: léelo y modifícalo de nuevo',
  handshake_failed: ({ problem }) => `url debe responder al handshake con su desafío: ${problem}`,
  handshake_misunderstood: 'url debe responder al handshake con su desafío, y respondió otra cosa',
  too_many_secrets: ({ max, time }) =>
    `ya firman ${max} secretos, cada uno durante 24 horas después de su reemplazo: vuelve a reemplazarlo después de ${time}, cuando vence el más antiguo`,
  webhook_unusable: 'no se puede enviar nada: el webhook no está configurado o está desactivado',
  test_event_left_out: 'elige otro evento: el formato whatsapp-cloud no tiene este',
  test_running: 'Hay una prueba de este webhook en curso',
  replay_not_found: 'repetición no encontrada',
  replay_in_another_state: ({ state }) => `La repetición está ${stateText(state)}`,
  no_webhook_to_replay: ({ id }) =>
    `${id} no es un webhook de la instancia, y solo los webhooks pueden repetir eventos`,
  too_many_replays: ({ max }) =>
    `hay ${max} repeticiones sin terminar: espera a que termine una, o cancela una`,
  too_many_replays_of_endpoint: ({ max }) =>
    `hay ${max} repeticiones sin terminar de este endpoint: espera a que termine una, o cancela una`,
  too_many_replays_of_customer: ({ max }) =>
    `hay ${max} repeticiones sin terminar de los endpoints del cliente: espera a que termine una, o cancela una`,
  archive_unusable:
    'el archivo de eventos no se puede usar ahora: el log del servicio dice por qué',
  delivery_not_found: 'entrega no encontrada',
  event_not_found: 'evento no encontrado',
  first_link_used: 'El enlace del primer inicio ya se usó',
  first_link_over: ({ minutes }) => `El enlace del primer inicio valía ${minutes} minutos`,
  first_link_unknown: 'El inicio actual del servicio no mostró este enlace',
  first_link_insecure:
    'El enlace del primer inicio funciona en la máquina del servicio, o por https',

  ...messageReasons,

  // The CRM.
  record_not_found: 'el registro no existe, o no puedes verlo',
  pipeline_not_found: 'embudo no encontrado',
  account_not_found: 'cuenta no encontrada',
  access_token_missing: 'Falta el encabezado api_access_token',
  access_token_invalid: 'El api_access_token es desconocido, fue revocado o venció',
  account_suspended: 'La cuenta está suspendida',
  without_account: 'El usuario no es miembro de ninguna cuenta',
  without_open_account: 'El usuario no tiene cuentas que no estén suspendidas',
  token_of_another_account: 'Este token está limitado a otra cuenta',
  not_a_member: 'El usuario no es miembro de esta cuenta',
  permission_missing: ({ permission }) => `Esta operación necesita el permiso ${permission}`,
  changed_by_others: 'Otra solicitud está modificando lo mismo: inténtalo otra vez',
  needed_record_deleted: 'Se eliminó mientras tanto algo que esto necesita: inténtalo otra vez',
  email_taken: 'Un usuario con este correo ya es miembro',
  pipeline_name_taken: 'Ya existe un embudo con este nombre',
  mcp_server_name_taken: 'Ya existe un servidor MCP con este nombre',
  super_admin_needed: 'Ningún super_admin quedaría con un token utilizable: crea otro antes',
  last_owner: 'El último propietario no puede salir: haz account_owner a otra persona antes',
  super_admin_stays: 'Un super_admin es miembro de todas las cuentas',
  own_removal: 'No puedes quitarte de la cuenta',
  own_role: 'No puedes modificar tu propio rol',
  only_account: 'No puedes eliminar tu única cuenta',
  user_of_other_accounts:
    'El usuario también es miembro de otras cuentas: solo él o un super_admin puede modificar esto',
  system_role: ({ role }) => `${role} es un rol del sistema y no se puede modificar`,
  role_above_token: ({ role }) => `El rol ${role} permite más que tu token`,
  own_token_needed:
    'Esta operación necesita un token solo tuyo: sin permisos propios, creado o renovado por ti',
  whole_token_needed: ({ permissions }) =>
    `Esta operación necesita un token que permita todo lo que puede su usuario; los permisos de este dejan fuera ${permissions}`,
  token_above_yours: 'Este token permite más que el tuyo',
  token_above_yours_elsewhere:
    'Este token abre otra cuenta en la que permite más que el tuyo: en su lugar, quita a su usuario de esta cuenta',
  token_of_other_accounts:
    'Este token también abre otras cuentas: solo su usuario o un super_admin puede modificarlo',
  token_outlives_yours:
    'Este token vence después que el tuyo, que tiene permisos propios y fecha de vencimiento',
  token_permission_missing:
    'Un token para esa cuenta necesita el permiso access_tokens.create en ella',
  too_many_invitations: ({ max }) =>
    `La cuenta tiene ${max} invitaciones pendientes: revoca algunas, o espera a que venzan`,
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
  role_or_person_deleted: 'El rol o la persona se eliminó mientras tanto',
  invited_by_others: 'Otra persona está invitando esta dirección ahora: inténtalo otra vez',
  role_in_use: 'Hay usuarios con este rol: dales otro antes',
  role_key_taken: 'Ya existe un rol con esta clave',

  // Any request.
  another_version: 'El registro está en otra versión, distinta de la que indica If-Match',
  too_many_requests: ({ max }) => `Más de ${max} solicitudes en un minuto`,
  too_many_failed_logins: 'Demasiadas autenticaciones fallidas desde esta dirección',
  unexpected: 'Ocurrió un error inesperado',
  stopping: 'el servicio se está deteniendo',
  caller_memory_full:
    'Esta credencial tiene en curso demasiados cuerpos grandes o respuestas sin leer',
  memory_full: 'Hay en curso demasiados cuerpos grandes o respuestas sin leer',
  lookups_busy: 'Otras llamadas están buscando u ordenando en listas: inténtalo de nuevo',
  trials_busy: 'Otras llamadas están probando filtros y transformaciones: inténtalo de nuevo',
  stored_messages_busy: 'Otras llamadas están leyendo los mensajes guardados: inténtalo de nuevo',
  events_too_fast: ({ max }) => `más de ${max} eventos por segundo`,
  list_too_large: 'La lista es demasiado grande para una respuesta: pide menos',
  done_unanswered: ({ id }) =>
    `esto se hizo, pero el servicio se detuvo antes de responder: mira lo que tiene el id ${id}`,
  answer_without_room:
    'esto se hizo, pero no hay memoria para la respuesta: repítelo solo con el mismo Idempotency-Key, o si no cambia nada',
  first_request_running: 'la primera solicitud con este Idempotency-Key sigue en curso',
  outcome_unknown:
    'el servicio se detuvo o falló durante esta solicitud, y no se sabe si se ejecutó: compruébalo antes de repetirla',

  // The database, and the nodes that share it.
  disk_full: ({ fate }) => `el disco está lleno${fateText(fate)}`,
  database_busy: ({ fate }) => `la base de datos está ocupada${fateText(fate)}`,
  database_unreachable: ({ fate }) => `no se puede acceder a la base de datos${fateText(fate)}`,
  taken_over: ({ fate }) => `otro nodo acaba de encargarse de esto${fateText(fate)}`,
  too_many_forwards: 'demasiadas solicitudes esperan a otros nodos: no se hizo nada',
  too_many_forwards_to_node:
    'demasiadas solicitudes esperan al nodo que tiene la instancia: no se hizo nada',
  forward_too_late:
    'la solicitud tardó demasiado en llegar al nodo que tiene la instancia: no se hizo nada',
  no_owner: 'ningún nodo tiene la instancia ahora: uno se encarga de ella en unos segundos',
  owner_changing: 'la instancia está pasando a otro nodo',
  owner_silent: 'el nodo que tiene la instancia no responde ahora: no se hizo nada',
  owner_unreachable: 'el nodo consultado no puede acceder al que tiene la instancia',
  owner_answer_lost:
    'el nodo que tiene la instancia no respondió: puede que la solicitud se haya ejecutado',
};
