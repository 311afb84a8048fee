/** The service's own words, as the page offers them. A test holds them to what the service knows. */

export const PROVIDERS = ['sandbox', 'whatsapp', 'whatsapp-cloud'];
export const DELIVERY_STATES = ['waiting', 'sending', 'delivered', 'discarded'];
export const DESTINATIONS = [
  'webhook',
  'global-webhook',
  'amqp',
  'global-amqp',
  'nats',
  'global-nats',
];

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
  CHAT: ['ChatUpdate'],
  CONTACT: ['ContactMerged', 'ContactUpdate'],
  TEMPLATE: ['TemplateUpdate'],
  CALL: ['CallOffer', 'CallRelayLatency', 'CallTerminate'],
  CONNECTION: ['PairSuccess', 'Connected', 'OfflineSyncCompleted', 'LoggedOut'],
  GROUP: ['JoinedGroup', 'GroupInfo'],
  NEWSLETTER: ['NewsletterJoin'],
  QRCODE: ['QRCode', 'PasskeyRequest'],
};

/** Names of events in older systems, with the types they stand for. */
export const OLDER_NAMES = {
  QRCODE_UPDATED: ['QRCode'],
  CONNECTION_UPDATE: ['PairSuccess', 'Connected', 'OfflineSyncCompleted', 'LoggedOut'],
  MESSAGES_UPSERT: ['Message'],
  MESSAGES_EDITED: ['Message'],
  MESSAGES_DELETE: ['Message'],
  MESSAGES_UPDATE: ['MessageStatus', 'Receipt'],
  PRESENCE_UPDATE: ['Presence', 'ChatPresence'],
  GROUPS_UPSERT: ['JoinedGroup', 'GroupInfo'],
  GROUP_UPDATE: ['JoinedGroup', 'GroupInfo'],
  GROUP_PARTICIPANTS_UPDATE: ['JoinedGroup', 'GroupInfo'],
  CHATS_UPSERT: ['ChatUpdate'],
  CHATS_UPDATE: ['ChatUpdate'],
  CHATS_SET: ['ChatUpdate'],
  CHATS_DELETE: ['ChatUpdate'],
  CONTACTS_UPSERT: ['ContactUpdate'],
  CONTACTS_UPDATE: ['ContactUpdate'],
  CONTACTS_SET: ['ContactUpdate'],
  LABELS_EDIT: ['Label'],
  LABELS_ASSOCIATION: ['LabelAssociation'],
  Archive: ['ChatUpdate'],
  Contact: ['ContactUpdate'],
  PushName: ['ContactUpdate'],
  LabelEdit: ['Label'],
  LabelAssociationChat: ['LabelAssociation'],
  LabelAssociationMessage: ['LabelAssociation'],
};
