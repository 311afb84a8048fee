import type { apps as english } from '../en/apps.ts';

export const apps: typeof english = {
  title: 'Conectar una aplicación',
  which: 'Elige una aplicación',
  app: {
    chatwoot: 'Chatwoot',
    typebot: 'Typebot',
  },
  about: {
    chatwoot:
      'Define `WHATSAPP_CLOUD_BASE_URL` con la dirección de abajo e inicia Chatwoot. Después agrega una bandeja de entrada “WhatsApp” con el proveedor “WhatsApp Cloud”. Indica el número de esta instancia y pega los demás valores.',
    typebot:
      'Define `WHATSAPP_CLOUD_API_URL` con la dirección de abajo e inicia Typebot. Después agrega un número de WhatsApp de Meta en su ventana de publicación y pega los demás valores. La clave es el token del usuario del sistema.',
  },
  baseUrl: 'Dirección de la Graph API',
  key: 'Clave (token de acceso)',
  keyIsHidden:
    'Una clave solo se muestra una vez, al crearla. Usa la clave que guardaste o crea una que pueda leer, enviar y configurar webhooks.',
  replaceKey: 'Crear una clave nueva',
  replaceTitle: (name) => `¿Reemplazar la clave de ${name}?`,
  replaceText: 'Una instancia tiene una clave. La anterior deja de funcionar en 24 horas.',
  replaceAction: 'Reemplazar clave',
  replaced: 'Se muestra hasta que salgas de esta página.',
  events: 'Enviar eventos a la aplicación',
  eventsAbout: {
    chatwoot:
      'Chatwoot muestra ambos valores en los ajustes de la bandeja de entrada, en “Configuración”.',
    typebot:
      'Typebot muestra ambos valores en el último paso de su formulario. Conéctalo aquí antes de hacer clic en “Submit” allí.',
  },
  callbackUrl: 'URL de callback',
  connect: (app) => `Conectar ${app}`,
  connected: (app) => `${app} aceptó el token de verificación y ya recibe los eventos.`,
  changed: (app) => `${app} está conectado. Los eventos van a esta dirección.`,
  appSecretAbout: {
    chatwoot:
      'Firma los eventos. Chatwoot solo la necesita si está configurado para comprobar las firmas.',
    typebot: 'Firma los eventos. Indícala como “App secret” si Typebot debe comprobar las firmas.',
  },
  docs: 'Todos los pasos, otras aplicaciones y los límites de un teléfono vinculado',
};
