/** Instances in the manager: all of them, making one, and the header of one. */
export const instances = {
  title: 'Instances',
  allDeliveries: 'Deliveries of all instances',
  find: 'Search instances',
  switch: 'Switch instance',
  notFound: 'No instance with that name.',
  more: (count: string) => `${count} more: search to find them.`,
  newTitle: 'New instance',
  needsGlobalKey: 'Needs the global key.',
  nameHint: 'Up to 64 characters, no slash',
  provider: 'Provider',
  numberHint: 'Optional, with country code',
  create: 'Create instance',
  phoneNumberId: 'Phone number ID',
  businessAccountId: 'Business account ID',
  fromMeta: 'Your Meta app shows both under “API Setup”',
  accessToken: 'Access token',
  appSecret: 'App secret',
  appSecretHint: 'Optional. Default: the app secret of the service',
  gone: (name: string) => `There is no instance ${name}, or this key cannot see it.`,
  actions: (name: string) => `Actions for ${name}`,
  restart: 'Restart',
  restarted: (state: string) => `Restarted: ${state}`,
  logOut: 'Log out',
  logOutTitle: (name: string) => `Log ${name} out?`,
  logOutText: 'The instance is unpaired. To use it again, pair it with its phone.',
  logOutCloud: 'It keeps its number and token, and sends nothing until you connect it again.',
  logOutAction: (name: string) => `Log ${name} out`,
  loggedOut: (name: string) => `${name} is logged out`,
  deleteTitle: (name: string) => `Delete ${name}?`,
  deleteText:
    'The instance is unpaired. Its key, settings and waiting deliveries are deleted permanently.',
  deleteAction: (name: string) => `Delete ${name}`,
  panels: (name: string) => `Views of ${name}`,
  start: 'First steps',
  connection: 'Connection',
  conversations: 'Conversations',
  endpoints: 'Webhooks',
  apps: 'Apps',
  deliveries: 'Deliveries',
  events: 'Events',
  groups: 'Groups',
  labels: 'Labels',
  templates: 'Templates',
  settings: 'Settings',
  states: {
    open: 'connected',
    connecting: 'connecting',
    close: 'not connected',
  },
  phases: {
    created: 'created',
    logged_out: 'logged out',
    qr_timeout: 'not paired in time',
    failed: 'failed',
    banned: 'banned',
    stopped: 'stopped',
    starting: 'starting',
    waiting_qr: 'QR code',
    pairing: 'pairing',
    passkey: 'passkey',
    passkey_confirm: 'passkey code',
    syncing: 'syncing',
    reconnecting: 'reconnecting',
    open: 'connected',
  },
  /**
   * The reasons that the service gives most, by its own texts, without a code at the end or what comes after a colon; any
   * other is shown as it is.
   */
  reasons: {
    connecting: 'connecting',
    connected: 'connected',
    paired: 'paired',
    'restart requested': 'restart requested',
    'QR code scanned': 'QR code scanned',
    'pairing code typed': 'pairing code typed',
    'waiting for the QR code to be scanned': 'waiting for the QR code to be scanned',
    'waiting for the pairing code to be typed': 'waiting for the pairing code to be typed',
    'waiting for a browser to use the passkey of the account':
      'waiting for a browser to use the passkey of the account',
    'waiting for the code to be compared and confirmed':
      'waiting for the code to be compared and confirmed',
    'no phone typed the pairing code': 'no phone typed the pairing code',
    'WhatsApp declared too many codes void: connect again later':
      'WhatsApp rejected too many codes: connect again later',
    'WhatsApp wants a person to ask for the next code: connect again':
      'WhatsApp wants you to request the next code: connect again',
    'WhatsApp refuses the code to type': 'WhatsApp refuses pairing by code',
    "the phone's answer to the typed code cannot be read":
      "the phone's answer to the pairing code cannot be read",
    'WhatsApp continued the typed code with an unknown step':
      'WhatsApp answered the pairing code with an unknown step',
    'WhatsApp declared the code to type void': 'WhatsApp rejected the pairing code',
    'the credentials cannot be saved': 'the credentials cannot be saved',
    'the credentials are gone: pair again': 'the credentials are gone: pair again',
    'disconnected by request': 'disconnected by request',
    'WhatsApp refuses the log-in as expired: connect again, or log out and pair again':
      'WhatsApp says that the login has expired: connect again, or log out and pair again',
    'WhatsApp refuses the log-in as invalid: connect again, or log out and pair again':
      'WhatsApp says that the login is invalid: connect again, or log out and pair again',
    'WhatsApp does not find the account: log out and pair again':
      'WhatsApp cannot find the account: log out and pair again',
    'WhatsApp does not know this device: log out and pair again':
      'WhatsApp does not know this device: log out and pair again',
    'removed by the phone': 'removed by the phone',
    'logged out by request': 'logged out by request',
    'service restarted': 'service restarted',
    'connection lost': 'connection lost',
    'WhatsApp has banned the account': 'WhatsApp has banned the account',
    'WhatsApp has banned the account for a while': 'WhatsApp has banned the account temporarily',
    'WhatsApp refuses the account: banned, or its phone is gone':
      'WhatsApp refuses the account: banned, or its phone is gone',
    'WhatsApp refuses this client': 'WhatsApp refuses this client',
    'WhatsApp refuses this client as outdated: set WHATSAPP_WEB_VERSION to a current one, or update':
      'WhatsApp refuses this client as outdated: set WHATSAPP_WEB_VERSION to a current one, or update',
    'WhatsApp refuses this version as outdated: connecting as the current one':
      'WhatsApp refuses this version as outdated: connecting with the current one',
    'WhatsApp refuses this version as outdated, and the current one cannot be fetched: let the service reach web.whatsapp.com, or set WHATSAPP_WEB_VERSION':
      'WhatsApp refuses this version as outdated, and the current one cannot be fetched: let the service reach web.whatsapp.com, or set WHATSAPP_WEB_VERSION',
    'WhatsApp refuses this version as outdated, and the current one cannot be fetched: tried again in 10 minutes':
      'WhatsApp refuses this version as outdated, and the current one cannot be fetched: next try in 10 minutes',
    'the account is not set up for linked devices: update WhatsApp on the phone':
      'the account is not set up for linked devices: update WhatsApp on the phone',
    'replaced: another connection uses the same credentials':
      'replaced: another connection uses the same credentials',
    'WhatsApp cannot be reached': 'WhatsApp cannot be reached',
    'the server cannot prove to be WhatsApp': 'the server cannot prove that it is WhatsApp',
    'logged out by WhatsApp': 'logged out by WhatsApp',
    'logged out by request while not connected: remove the device on the phone too':
      'logged out by request while not connected: remove the device on the phone too',
    'no phone scanned any of {count} QR codes': 'no phone scanned any of {count} QR codes',
  },
};
