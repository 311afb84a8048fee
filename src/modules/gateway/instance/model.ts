/** Shared by answers about instances. */
import { type Static, Type } from '@sinclair/typebox';
import { NamedObject } from '../../../core/http/named-object.ts';
import { orNull, textOrNull } from '../../../core/http/nullable.ts';
import { words } from '../../../core/http/read-fields.ts';
import { Time } from '../../../core/http/time.ts';
import type { ConnectOutcome } from '../../../core/instances/connect.ts';
import type { InstanceRecord } from '../../../core/instances/directory.ts';
import { SCOPES } from '../../../core/instances/scopes.ts';
import { PROVIDER_NAMES } from '../../../core/providers/all.ts';
import type { KnownNumber } from '../../../core/providers/credentials.ts';
import { CEREMONY_STAGES, type PasskeyOffer } from '../../../core/providers/passkey.ts';
import { PHASES } from '../../../core/providers/provider.ts';
import { iso, isoOrNull } from '../../../core/shared/clock.ts';

/** A ceremony as who pairs an instance sees it. */
export const Passkey = NamedObject(
  'PasskeyOffer',
  {
    stage: words(...CEREMONY_STAGES),
    openUrl: Type.String({
      description:
        'URL to open in a browser that can use the passkey; the browser needs an extension',
    }),
    ceremonyUrl: Type.String({
      description: 'URL where that extension reads the ceremony and answers',
    }),
    code: Type.Union([Type.String(), Type.Null()], {
      description:
        'Code to compare with the one on the phone, such as ABCD-1234; null until it is known',
    }),
    expiresAt: Time(),
  },
  { description: 'The open passkey ceremony, while WhatsApp asks for the passkey of the account' },
);

export const toPasskey = (offer: PasskeyOffer): Static<typeof Passkey> => {
  const { stage, openUrl, ceremonyUrl, code, expiresAt } = offer;
  return { stage, openUrl, ceremonyUrl, code, expiresAt: iso(expiresAt) };
};

export const time = Time();
export const Scopes = Type.Array(words(...SCOPES), { description: 'Scopes of the key' });
export const orNever = orNull(time, 'When the key expires; null if it never does');

export const InstanceState = words('close', 'connecting', 'open');
export const InstancePhase = words(...PHASES);
export const Reason = textOrNull('Why the instance is in this phase');

const graphIds = {
  phoneNumberId: Type.String({
    description:
      "Phone number ID on the paths of the Graph API, in digits; for whatsapp-cloud it is Meta's own",
  }),
  wabaId: Type.String({
    description:
      "Business account ID on the paths of the Graph API, in digits; for whatsapp-cloud it is Meta's own",
  }),
};

/** Details without secrets. */
const CloudDetails = NamedObject(
  'KnownNumber',
  {
    phoneNumberId: graphIds.phoneNumberId,
    businessAccountId: Type.String(),
    displayPhoneNumber: Type.String({ description: 'Phone number as Meta displays it' }),
    verifiedName: Type.String({ description: 'Name that people see as the sender' }),
    status: Type.String({ description: 'Status at Meta; only a CONNECTED number can send' }),
    qualityRating: textOrNull('GREEN, YELLOW, RED or UNKNOWN'),
    nameStatus: textOrNull('Decision of Meta about the name, such as APPROVED'),
    throughput: textOrNull('STANDARD or HIGH: the message rate that Meta allows'),
    messagingLimit: textOrNull('TIER_250 … TIER_UNLIMITED, once a webhook has reported it'),
    hasAppSecret: Type.Boolean({
      description: 'Whether the instance has its own, in place of that of the service',
    }),
    hasVerifyToken: Type.Boolean({
      description: 'Whether the instance has its own, in place of that of the service',
    }),
  },
  { description: 'Last report of Meta about the number; only for whatsapp-cloud' },
);

export const Instance = NamedObject('Instance', {
  instanceId: Type.String({ format: 'uuid' }),
  instanceName: Type.String(),
  provider: words(...PROVIDER_NAMES),
  state: InstanceState,
  phase: InstancePhase,
  reason: Reason,
  number: textOrNull('Number that the instance was created for, digits only'),
  ownerJid: textOrNull('JID of the paired account'),
  profileName: textOrNull('Name of the paired account'),
  ...graphIds,
  details: Type.Optional(CloudDetails),
  keyScopes: Scopes,
  keyExpiresAt: orNever,
  createdAt: time,
  updatedAt: time,
});
export const NamedState = NamedObject('NamedState', {
  instanceName: Type.String(),
  state: InstanceState,
});
export const pairingFields = {
  pairingCode: textOrNull('8 characters to type on the phone; null when pairing by QR code'),
  code: Type.String({ description: 'Content of the QR code; empty when pairing by code' }),
  base64: Type.String({ description: 'The QR code as a data:image/png;base64 URL' }),
  count: Type.Integer({ description: 'Number of the QR code within this attempt' }),
  passkey: Type.Optional(Passkey),
};
export const Done = NamedObject('InstanceDone', {
  success: Type.Literal(true),
  message: Type.String(),
});
/** Fields of the answers to requests that gave an instance its access token. */
export const subscriptionFields = {
  webhookSubscribed: Type.Optional(
    Type.Boolean({
      description: 'Whether Meta sends the events of this number; only for whatsapp-cloud',
    }),
  ),
  reason: Type.Optional(Type.String({ description: 'Why it does not' })),
};

/** `number`: of an instance of the official API. */
export const toInstance = (
  record: InstanceRecord,
  number: KnownNumber | null,
): Static<typeof Instance> => ({
  instanceId: record.id,
  instanceName: record.name,
  provider: record.provider,
  state: record.state,
  phase: record.phase,
  reason: record.reason,
  number: record.number,
  ownerJid: record.ownerJid,
  profileName: record.profileName,
  phoneNumberId: record.phoneNumberId,
  wabaId: record.wabaId,
  ...(number && { details: toCloudDetails(number) }),
  keyScopes: [...record.key.scopes],
  keyExpiresAt: isoOrNull(record.key.expiresAt),
  createdAt: iso(record.createdAt),
  updatedAt: iso(record.updatedAt),
});

export const toNamedState = (record: InstanceRecord): Static<typeof NamedState> => ({
  instanceName: record.name,
  state: record.state,
});

const toCloudDetails = (number: KnownNumber): Static<typeof CloudDetails> => ({
  phoneNumberId: number.phoneNumberId,
  businessAccountId: number.businessAccountId,
  ...number.facts,
  hasAppSecret: number.appSecret !== null,
  hasVerifyToken: number.verifyToken !== null,
});

/** Returns the fields of the current code, which are empty without a code, and the passkey ceremony if there is one. */
export function toPairingFields(connection: ConnectOutcome | null) {
  if (connection?.kind === 'qr') {
    const { code, image, count } = connection;
    return { pairingCode: null, code, base64: image, count };
  }
  const pairingCode = connection?.kind === 'code' ? connection.pairingCode : null;
  const passkey = connection?.kind === 'passkey' && { passkey: toPasskey(connection) };
  return { pairingCode, code: '', base64: '', count: 0, ...passkey };
}
