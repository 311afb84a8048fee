import type { instances as english } from '../en/instances.ts';

export const instances: typeof english = {
  title: 'Instancias',
  allDeliveries: 'Entregas de todas las instancias',
  find: 'Buscar instancias',
  switch: 'Cambiar de instancia',
  notFound: 'Ninguna instancia con ese nombre.',
  more: (count) => `${count} más: usa la búsqueda.`,
  newTitle: 'Nueva instancia',
  needsGlobalKey: 'Necesita la clave global.',
  nameHint: 'Hasta 64 caracteres, sin barra',
  provider: 'Proveedor',
  numberHint: 'Opcional, con el código de país',
  create: 'Crear instancia',
  phoneNumberId: 'ID del número de teléfono',
  businessAccountId: 'ID de la cuenta comercial',
  fromMeta: 'Tu aplicación de Meta muestra ambos en “Configuración de la API”',
  accessToken: 'Token de acceso',
  appSecret: 'Clave secreta de la aplicación',
  appSecretHint: 'Opcional. Por defecto: la del servicio',
  gone: (name) => `La instancia ${name} no existe o esta clave no puede verla.`,
  actions: (name) => `Acciones de ${name}`,
  restart: 'Reiniciar',
  restarted: (state) => `Reiniciada: ${state}`,
  logOut: 'Cerrar sesión',
  logOutTitle: (name) => `¿Cerrar la sesión de ${name}?`,
  logOutText: 'La instancia se desvincula. Para usarla de nuevo, vincúlala con su teléfono.',
  logOutCloud: 'Conserva su número y su token, y no envía nada hasta que la conectes de nuevo.',
  logOutAction: (name) => `Cerrar la sesión de ${name}`,
  loggedOut: (name) => `Se cerró la sesión de ${name}`,
  deleteTitle: (name) => `¿Eliminar ${name}?`,
  deleteText:
    'La instancia se desvincula. Su clave, sus ajustes y las entregas en espera se eliminan de forma permanente.',
  deleteAction: (name) => `Eliminar ${name}`,
  panels: (name) => `Secciones de ${name}`,
  start: 'Primeros pasos',
  connection: 'Conexión',
  conversations: 'Conversaciones',
  endpoints: 'Webhooks',
  apps: 'Aplicaciones',
  deliveries: 'Entregas',
  events: 'Eventos',
  groups: 'Grupos',
  labels: 'Etiquetas',
  templates: 'Plantillas',
  settings: 'Ajustes',
  states: {
    open: 'conectada',
    connecting: 'conectando',
    close: 'desconectada',
  },
  phases: {
    created: 'creada',
    logged_out: 'sesión cerrada',
    qr_timeout: 'no se vinculó a tiempo',
    failed: 'falló',
    banned: 'bloqueada',
    stopped: 'detenida',
    starting: 'iniciando',
    waiting_qr: 'código QR',
    pairing: 'vinculando',
    passkey: 'llave de acceso',
    passkey_confirm: 'código de la llave de acceso',
    syncing: 'sincronizando',
    reconnecting: 'reconectando',
    open: 'conectada',
  },
  reasons: {
    connecting: 'conectando',
    connected: 'conectada',
    paired: 'vinculada',
    'restart requested': 'reinicio solicitado',
    'QR code scanned': 'código QR escaneado',
    'pairing code typed': 'código de vinculación escrito',
    'waiting for the QR code to be scanned': 'esperando que se escanee el código QR',
    'waiting for the pairing code to be typed': 'esperando que se escriba el código de vinculación',
    'waiting for a browser to use the passkey of the account':
      'esperando que un navegador use la llave de acceso de la cuenta',
    'waiting for the code to be compared and confirmed':
      'esperando que se compare y confirme el código',
    'no phone typed the pairing code': 'ningún teléfono escribió el código de vinculación',
    'WhatsApp declared too many codes void: connect again later':
      'WhatsApp anuló demasiados códigos: conecta de nuevo más tarde',
    'WhatsApp wants a person to ask for the next code: connect again':
      'WhatsApp quiere que pidas el próximo código: conecta de nuevo',
    'WhatsApp refuses the code to type': 'WhatsApp rechaza la vinculación por código',
    "the phone's answer to the typed code cannot be read":
      'no se puede leer la respuesta del teléfono al código de vinculación',
    'WhatsApp continued the typed code with an unknown step':
      'WhatsApp respondió al código de vinculación con un paso desconocido',
    'WhatsApp declared the code to type void': 'WhatsApp anuló el código de vinculación',
    'the credentials cannot be saved': 'no se pueden guardar las credenciales',
    'the credentials are gone: pair again': 'las credenciales ya no están: vincula de nuevo',
    'disconnected by request': 'desconectada a pedido',
    'WhatsApp refuses the log-in as expired: connect again, or log out and pair again':
      'WhatsApp dice que el acceso venció: conecta de nuevo, o cierra la sesión y vincula otra vez',
    'WhatsApp refuses the log-in as invalid: connect again, or log out and pair again':
      'WhatsApp dice que el acceso no es válido: conecta de nuevo, o cierra la sesión y vincula otra vez',
    'WhatsApp does not find the account: log out and pair again':
      'WhatsApp no encuentra la cuenta: cierra la sesión y vincula otra vez',
    'WhatsApp does not know this device: log out and pair again':
      'WhatsApp no conoce este dispositivo: cierra la sesión y vincula otra vez',
    'removed by the phone': 'quitada desde el teléfono',
    'logged out by request': 'sesión cerrada a pedido',
    'service restarted': 'servicio reiniciado',
    'connection lost': 'conexión perdida',
    'WhatsApp has banned the account': 'WhatsApp bloqueó la cuenta',
    'WhatsApp has banned the account for a while': 'WhatsApp bloqueó la cuenta temporalmente',
    'WhatsApp refuses the account: banned, or its phone is gone':
      'WhatsApp rechaza la cuenta: bloqueada, o sin teléfono',
    'WhatsApp refuses this client': 'WhatsApp rechaza este cliente',
    'WhatsApp refuses this client as outdated: set WHATSAPP_WEB_VERSION to a current one, or update':
      'WhatsApp rechaza este cliente por antiguo: define WHATSAPP_WEB_VERSION con una versión actual, o actualiza',
    'WhatsApp refuses this version as outdated: connecting as the current one':
      'WhatsApp rechaza esta versión por antigua: se conecta con la actual',
    'WhatsApp refuses this version as outdated, and the current one cannot be fetched: let the service reach web.whatsapp.com, or set WHATSAPP_WEB_VERSION':
      'WhatsApp rechaza esta versión por antigua, y no se puede obtener la actual: permite que el servicio llegue a web.whatsapp.com, o define WHATSAPP_WEB_VERSION',
    'WhatsApp refuses this version as outdated, and the current one cannot be fetched: tried again in 10 minutes':
      'WhatsApp rechaza esta versión por antigua, y no se puede obtener la actual: se intenta de nuevo en 10 minutos',
    'the account is not set up for linked devices: update WhatsApp on the phone':
      'la cuenta no está lista para dispositivos vinculados: actualiza WhatsApp en el teléfono',
    'replaced: another connection uses the same credentials':
      'sustituida: otra conexión usa las mismas credenciales',
    'WhatsApp cannot be reached': 'no se puede acceder a WhatsApp',
    'the server cannot prove to be WhatsApp': 'el servidor no puede demostrar que es WhatsApp',
    'logged out by WhatsApp': 'sesión cerrada por WhatsApp',
    'logged out by request while not connected: remove the device on the phone too':
      'sesión cerrada a pedido sin estar conectada: quita también el dispositivo en el teléfono',
    'no phone scanned any of {count} QR codes':
      'ningún teléfono escaneó ninguno de los {count} códigos QR',
  },
};
