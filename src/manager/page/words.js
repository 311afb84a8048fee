/** The service's own words, as the page offers them. A test holds them to what the service knows. */

export const PROVIDERS = ['sandbox', 'whatsapp', 'whatsapp-cloud'];
export const DELIVERY_STATES = ['waiting', 'sending', 'delivered', 'discarded'];

/** Categories of events with their types. */
export const EVENT_CATEGORIES = {
  MESSAGE: ['Message'],
  READ_RECEIPT: ['Receipt'],
  SEND_MESSAGE: ['SendMessage'],
  MESSAGE_STATUS: ['MessageStatus'],
  UNDECRYPTABLE: ['Undecryptable'],
  PRESENCE: ['Presence'],
  CHAT_PRESENCE: ['ChatPresence'],
  LABEL: ['Label', 'LabelAssociation'],
  CALL: ['CallOffer', 'CallRelayLatency', 'CallTerminate'],
  CONNECTION: ['PairSuccess', 'Connected', 'OfflineSyncCompleted', 'LoggedOut'],
  GROUP: ['JoinedGroup', 'GroupInfo'],
  NEWSLETTER: ['NewsletterJoin'],
  QRCODE: ['QRCode', 'PasskeyRequest'],
};
