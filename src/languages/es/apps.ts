import type { apps as english } from '../en/apps.ts';

export const apps: typeof english = {
  title: 'Conectar una aplicación',
  which: '¿Cuál?',
  app: {
    chatwoot: 'Chatwoot',
    typebot: 'Typebot',
  },
  about: {
    chatwoot:
      'Inicia Chatwoot con `WHATSAPP_CLOUD_BASE_URL` igual a la dirección de abajo. Después añade una bandeja “WhatsApp” con el proveedor “WhatsApp Cloud”, indica el número de esta instancia y pega los demás valores.',
    typebot:
      'Inicia Typebot con `WHATSAPP_CLOUD_API_URL` igual a la dirección de abajo. Después añade un número de WhatsApp de Meta en su ventana de publicación y pega los demás valores; la clave es el token del usuario del sistema.',
  },
  baseUrl: 'Dirección de la Graph API',
  phoneNumberId: 'ID del número de teléfono',
  businessAccountId: 'ID de la cuenta comercial',
  key: 'Clave (token de acceso)',
  keyIsHidden:
    'Una clave se muestra una vez, cuando se crea. Usa la que guardaste, o reemplázala por una que puede leer, enviar y configurar webhooks.',
  replaceKey: 'Crear una clave nueva',
  replaceTitle: (name) => `¿Reemplazar la clave de ${name}?`,
  replaceText:
    'Una instancia tiene una clave. Los programas con la anterior se rechazan a partir de mañana.',
  replaceAction: 'Reemplazar la clave',
  replaced: 'Se muestra hasta que dejes esta página.',
  events: 'Envíale lo que sucede',
  eventsAbout: {
    chatwoot: 'Chatwoot muestra ambos en los ajustes de su bandeja, en “Configuración”.',
    typebot:
      'Typebot muestra ambos en el último paso de su formulario. Conéctalo antes de pulsar “Submit” allí.',
  },
  callbackUrl: 'URL de callback',
  verifyToken: 'Token de verificación',
  connect: (app) => `Conectar ${app}`,
  connected: (app) => `${app} ha respondido al desafío. Desde ahora los eventos van allí.`,
  changed: (app) => `${app} está conectado: los eventos van a esta dirección.`,
  appSecret: 'Secreto de la aplicación',
  appSecretAbout: {
    chatwoot: 'Firma lo que se envía. Chatwoot solo lo necesita si debe comprobar las firmas.',
    typebot: 'Firma lo que se envía. Indícalo como “App secret” si Typebot debe comprobarlo.',
  },
  docs: 'Cada paso, otras aplicaciones, y lo que un teléfono vinculado no puede hacer',
};
