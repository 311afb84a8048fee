/**
 * Exports every type and value of Baileys that the service uses. Nothing outside of this folder imports Baileys, so an
 * upgrade shows here first. The contract test (`ties.ts`) lists what is replaced inside of Baileys.
 */
export type {
  AuthenticationCreds,
  BinaryNode,
  CacheStore,
  ChatModification,
  decodeBinaryNode,
  GroupMetadata,
  KeyPair,
  proto,
  SignalDataSet,
  SignalDataTypeMap,
  SignalKeyStore,
  SignalKeyStoreWithTransaction,
  SignalRepositoryWithLIDStore,
  UserFacingSocketConfig,
  WAMessage,
  WAMessageAddressingMode,
  WASocket,
} from '@whiskeysockets/baileys';

type Library = typeof import('@whiskeysockets/baileys');
type ReportingLibrary = typeof import('@whiskeysockets/baileys/lib/Utils/reporting-utils.js');

export const USED_VALUES = [
  'BufferJSON',
  'Curve',
  'DEFAULT_CONNECTION_CONFIG',
  'S_WHATSAPP_NET',
  'WA_CERT_DETAILS',
  'buildAckStanza',
  'bytesToCrockford',
  'cleanMessage',
  'decodeBinaryNode',
  'decodeMessageNode',
  'decryptMediaRetryData',
  'encodeSignedDeviceIdentity',
  'encryptMediaRetryRequest',
  'extractE2ESessionFromRetryReceipt',
  'generateMessageIDV2',
  'generateSignalPubKey',
  'generateWAMessageFromContent',
  'getBinaryNodeChildBuffer',
  'getBinaryNodeChildString',
  'initAuthCreds',
  'jidDecode',
  'jidNormalizedUser',
  'makeWASocket',
  'normalizeMessageContent',
  'parseAndInjectE2ESessions',
  'proto',
  'unpadRandomMax16',
  'xmppSignedPreKey',
] as const satisfies readonly (keyof Library)[];

/** Not exported by Baileys: it proves to WhatsApp which message somebody reports. */
export const USED_REPORTING = [
  'getMessageReportingToken',
  'shouldIncludeReportingToken',
] as const satisfies readonly (keyof ReportingLibrary)[];

/** The values, once they are loaded. */
export type Baileys = Pick<Library, (typeof USED_VALUES)[number]> &
  Pick<ReportingLibrary, (typeof USED_REPORTING)[number]>;
