/** Changes of the connection of a paired instance. */
import { Type } from '@sinclair/typebox';
import {
  count,
  type EventInstance,
  type EvolutionEvent,
  eventType,
  flag,
  isOpen,
  OWN_JID,
  object,
  ownJid,
  pushName,
  text,
  time,
  withoutDevice,
  words,
} from './event-type.ts';

/** `account` has further fields about the account. */
const connectionUpdate = (
  { instanceName }: EventInstance,
  state: 'close' | 'connecting' | 'open',
  statusReason: number,
  account: object = {},
): EvolutionEvent => ({
  event: 'connection.update',
  data: { instance: instanceName, state, statusReason, ...account },
});

const profile = (jid: string, profileName: string) => ({
  wuid: withoutDevice(jid),
  profileName,
});

export const connected = eventType(
  'Connected',
  object('The account that is connected', { status: isOpen, jid: ownJid, pushName }),
)({
  category: 'CONNECTION',
  olderNames: ['CONNECTION_UPDATE'],
  summary: 'The instance is connected',
  sample: () => ({ status: 'open', jid: OWN_JID, pushName: 'Sample shop' }),
  evolution: ({ jid, pushName }, instance) =>
    connectionUpdate(instance, 'open', 200, profile(jid, pushName)),
});

export const offlineSyncCompleted = eventType(
  'OfflineSyncCompleted',
  object('How much came while the instance was offline', {
    Count: count('Number of messages, receipts and other notices that came'),
    Unconfirmed: Type.Optional(
      flag(
        'True if the platform has not said that this was all, and nothing more came for a minute; only then. If it says so later, the event comes again without this field',
      ),
    ),
  }),
)({
  category: 'CONNECTION',
  olderNames: ['CONNECTION_UPDATE'],
  summary: 'Everything that came while the instance was offline has been delivered',
  sample: () => ({ Count: 0 }),
  evolution: (_, instance) => connectionUpdate(instance, 'open', 200),
  // That system says once that the connection is open.
  duplicatesType: () => 'Connected',
});

export const loggedOut = eventType(
  'LoggedOut',
  object('Why the instance was logged out', {
    Reason: text('Reason as a word that stays the same, such as `logged_out`'),
    reason: text('Reason as a sentence for people'),
    OnConnect: flag('Whether this was found out while connecting'),
    code: count("The platform's number for the reason, such as 401"),
  }),
)({
  category: 'CONNECTION',
  olderNames: ['CONNECTION_UPDATE'],
  summary: 'The instance was logged out, here or on the phone',
  sample: () => ({
    Reason: 'logged_out',
    reason: 'logged out from another device',
    OnConnect: false,
    code: 401,
  }),
  evolution: ({ code }, instance) => connectionUpdate(instance, 'close', code),
});

/** A PNG with one white pixel. */
const PIXEL =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGP4DwABAQEAsTj2FAAAAABJRU5ErkJggg==';

export const qrCode = eventType(
  'QRCode',
  object('The QR code to scan with the phone', {
    code: text('Content of the QR code'),
    qrcode: text('The QR code as a data:image/png;base64 URL'),
    count: count(
      'Number of the QR code within this attempt, from 1; the same again when WhatsApp declared it void',
    ),
    maxCount: count('Number of QR codes after which the attempt ends'),
  }),
)({
  category: 'QRCODE',
  olderNames: ['QRCODE_UPDATED'],
  summary: 'A QR code for pairing is available',
  sample: () => ({ code: 'sample', qrcode: PIXEL, count: 1, maxCount: 6 }),
  evolution: ({ code, qrcode, count }, { instanceName }) => ({
    event: 'qrcode.updated',
    data: { qrcode: { instance: instanceName, pairingCode: null, code, base64: qrcode, count } },
  }),
});

export const passkeyRequest = eventType(
  'PasskeyRequest',
  object('Stage of the passkey ceremony, and its addresses', {
    stage: words(
      'Whether a browser is to use the passkey, or a person is to compare the code',
      'challenge',
      'confirmation',
    ),
    openUrl: text('URL to open in the browser that has the passkey'),
    ceremonyUrl: text('URL where a program in the browser reads and answers the challenge'),
    code: text('Code to compare with the one on the phone; empty until it is known'),
    expiresAt: time('When the request expires'),
  }),
)({
  category: 'QRCODE',
  olderNames: [],
  summary: 'WhatsApp asks for a passkey',
  sample: (at) => ({
    stage: 'confirmation',
    openUrl: 'https://web.whatsapp.com/#wapk=sample',
    ceremonyUrl: 'https://gatehouse.example.com/passkey-ceremony/sample',
    code: 'ABCD-1234',
    expiresAt: at,
  }),
  evolution: (data) => ({ event: 'passkey.request', data }),
});

export const pairSuccess = eventType(
  'PairSuccess',
  object('The account that was paired', {
    ID: ownJid,
    jid: ownJid,
    BusinessName: text('Name of the business; empty for an account that is not of a business'),
    Platform: text('System of the phone, such as `android`'),
    pushName,
    status: isOpen,
  }),
)({
  category: 'CONNECTION',
  olderNames: ['CONNECTION_UPDATE'],
  summary: 'An account was paired',
  sample: () => ({
    ID: OWN_JID,
    jid: OWN_JID,
    BusinessName: '',
    Platform: 'android',
    pushName: 'Sample shop',
    status: 'open',
  }),
  evolution: ({ jid, pushName }, instance) =>
    connectionUpdate(instance, 'connecting', 200, profile(jid, pushName)),
});
