/** Connecting software that was made for WhatsApp's official API, in the manager. */
export const apps = {
  title: 'Connect an app',
  which: 'Which one?',
  app: {
    chatwoot: 'Chatwoot',
    typebot: 'Typebot',
  },
  about: {
    chatwoot:
      'Start Chatwoot with `WHATSAPP_CLOUD_BASE_URL` set to the address below. Then add an inbox “WhatsApp” with the provider “WhatsApp Cloud”, enter the number of this instance, and paste the other values.',
    typebot:
      'Start Typebot with `WHATSAPP_CLOUD_API_URL` set to the address below. Then add a WhatsApp number of Meta in its publish dialog and paste the other values; the key is the system user token.',
  },
  baseUrl: 'Address of the Graph API',
  phoneNumberId: 'Phone number ID',
  businessAccountId: 'Business account ID',
  key: 'Key (access token)',
  keyIsHidden:
    'A key is shown once, when it is made. Use the one that you kept, or replace it by one that may read, send and set webhooks.',
  replaceKey: 'Make a new key',
  replaceTitle: (name: string) => `Replace the key of ${name}?`,
  replaceText: 'An instance has one key. Programs with the old one are refused from tomorrow on.',
  replaceAction: 'Replace the key',
  replaced: 'It is shown until you leave this page.',
  events: 'Send it what happens',
  eventsAbout: {
    chatwoot: 'Chatwoot shows both in the settings of its inbox, under “Configuration”.',
    typebot:
      'Typebot shows both in the last step of its form. Connect it before you press “Submit” there.',
  },
  callbackUrl: 'Callback URL',
  verifyToken: 'Verify token',
  connect: (app: string) => `Connect ${app}`,
  connected: (app: string) => `${app} has answered the challenge. Events go there from now on.`,
  changed: (app: string) => `${app} is connected: events go to this address.`,
  appSecret: 'App secret',
  appSecretAbout: {
    chatwoot:
      'It signs what is sent. Chatwoot needs it only where it was told to check signatures.',
    typebot: 'It signs what is sent. Enter it as “App secret” if Typebot is to check that.',
  },
  docs: 'Every step, other apps, and what a paired phone cannot do',
};
