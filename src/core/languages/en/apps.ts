/** Connecting software that was made for WhatsApp's official API, in the manager. */
export const apps = {
  title: 'Connect an app',
  which: 'Choose an app',
  app: {
    chatwoot: 'Chatwoot',
    typebot: 'Typebot',
  },
  about: {
    chatwoot:
      'Set `WHATSAPP_CLOUD_BASE_URL` to the address below and start Chatwoot. Then add a “WhatsApp” inbox with the provider “WhatsApp Cloud”. Enter the number of this instance and paste the other values.',
    typebot:
      'Set `WHATSAPP_CLOUD_API_URL` to the address below and start Typebot. Then add a Meta WhatsApp number in its publish dialog and paste the other values. The key is the system user token.',
  },
  baseUrl: 'Graph API address',
  key: 'Key (access token)',
  keyIsHidden:
    'A key is shown only once, when it is created. Use the key you saved, or create one that can read, send and set webhooks.',
  replaceKey: 'Create a new key',
  replaceTitle: (name: string) => `Replace the key of ${name}?`,
  replaceText: 'An instance has one key. The old key stops working in 24 hours.',
  replaceAction: 'Replace key',
  replaced: 'Shown until you leave this page.',
  events: 'Send events to the app',
  eventsAbout: {
    chatwoot: 'Chatwoot shows both values in the inbox settings, under “Configuration”.',
    typebot:
      'Typebot shows both values in the last step of its form. Connect it here before you press “Submit” there.',
  },
  callbackUrl: 'Callback URL',
  connect: (app: string) => `Connect ${app}`,
  connected: (app: string) => `${app} accepted the verify token and receives events from now on.`,
  changed: (app: string) => `${app} is connected. Events go to this address.`,
  appSecretAbout: {
    chatwoot: 'It signs the events. Chatwoot needs it only if it is set to check signatures.',
    typebot: 'It signs the events. Enter it as “App secret” if Typebot should check signatures.',
  },
  docs: 'All steps, other apps, and limits of a paired phone',
};
