/** Schemas of the instance operations. */

import { type Static, Type } from '@sinclair/typebox';
import { neverSentIn } from '../../../events/contract/event-names.ts';
import { NamedObject } from '../../../http/named-object.ts';
import { words } from '../../../http/read-fields.ts';
import { Time } from '../../../http/time.ts';
import type { ConnectOutcome } from '../../../instances/connect.ts';
import type { WithKey } from '../../../instances/create.ts';
import type { InstanceRecord } from '../../../instances/directory.ts';
import { SCOPES } from '../../../instances/scopes.ts';
import type { ConnectedWith } from '../../../instances/service.ts';
import { PROVIDER_NAMES } from '../../../providers/all.ts';
import { PHASES } from '../../../providers/provider.ts';
import type { CloudNumber } from '../../../providers/whatsapp-cloud/numbers.ts';
import { iso } from '../../../shared/clock.ts';
import { Passkey, toPasskey } from '../../passkey/model.ts';
import { ProxyState } from '../proxy/model.ts';
import { CloudDetails, toCloudDetails } from './cloud-model.ts';
import { OfferedCode } from './offered-model.ts';

const nullable = (description: string) => Type.Union([Type.String(), Type.Null()], { description });
const time = Time();
const Scopes = Type.Array(words(...SCOPES), { description: 'What the key may do' });
const orNever = Type.Union([time, Type.Null()], {
  description: 'From when the key is refused; null: never',
});

export const InstanceState = words('close', 'connecting', 'open');
export const InstancePhase = words(...PHASES);
export const Reason = nullable('Why it is in this phase');

export const Instance = NamedObject('Instance', {
  instanceId: Type.String({ format: 'uuid' }),
  instanceName: Type.String(),
  provider: words(...PROVIDER_NAMES),
  state: InstanceState,
  phase: InstancePhase,
  reason: Reason,
  number: nullable('The number it was created for, digits only'),
  ownerJid: nullable('The paired account'),
  profileName: nullable('The name of the paired account'),
  details: Type.Optional(CloudDetails),
  keyScopes: Scopes,
  keyExpiresAt: orNever,
  createdAt: time,
  updatedAt: time,
});
export const RotatedKey = NamedObject('RotatedKey', {
  apikey: Type.String({ description: 'The new key; shown here only' }),
  expiresAt: orNever,
  scopes: Scopes,
  previousKeyExpiresAt: Type.Union([time, Type.Null()], {
    description: 'Until when the key before it is good; null: it has ended',
  }),
});

export const ConnectionState = NamedObject('ConnectionState', {
  instance: Type.Object({
    instanceName: Type.String(),
    state: InstanceState,
    phase: InstancePhase,
    reason: Reason,
    proxy: Type.Optional(ProxyState),
    passkey: Type.Optional(Passkey),
    code: Type.Optional(OfferedCode),
  }),
});
const NamedState = NamedObject('NamedState', { instanceName: Type.String(), state: InstanceState });
/** That it worked, in the fields that clients of Evolution API read. */
const workedFields = {
  status: Type.Literal('SUCCESS'),
  error: Type.Literal(false),
  response: Type.Object({ message: Type.String() }),
};
export const RestartResult = NamedObject('RestartResult', {
  instance: NamedState,
  ...workedFields,
});
/** The one place of this form of failure: restarting what is not connected. */
export const NotConnected = NamedObject('NotConnected', {
  error: Type.Literal(true),
  message: Type.String(),
});

export const pairingFields = {
  pairingCode: nullable('8 characters to type on the phone; null when pairing by QR code'),
  code: Type.String({ description: 'What the QR code holds; empty when pairing by code' }),
  base64: Type.String({ description: 'The QR code as a data:image/png;base64 URL' }),
  count: Type.Integer({ description: 'Which QR code of this attempt it is' }),
  passkey: Type.Optional(Passkey),
};
export const ConnectionResult = NamedObject('ConnectionResult', {
  ...pairingFields,
  instance: Type.Optional(NamedState),
});

export const ConnectedInstance = NamedObject('ConnectedInstance', {
  message: Type.Literal('success'),
  data: Type.Object({
    jid: Type.String({ description: 'The paired account; empty before pairing' }),
    webhookUrl: Type.String(),
    eventString: Type.String({ description: 'subscribe, joined by commas' }),
    instanceId: Type.String({ format: 'uuid' }),
    instanceName: Type.String(),
    state: InstanceState,
    subscribe: Type.Array(Type.String()),
    neverSent: Type.Optional(
      Type.Array(Type.String(), {
        description: 'Names in `subscribe` of events that never happen here. Absent without any.',
      }),
    ),
    headersDropped: Type.Optional(
      Type.Array(Type.String(), {
        description:
          'Names of the webhook headers that were dropped: webhookUrl has another scheme, host or port now. Absent when none were.',
      }),
    ),
    ...pairingFields,
  }),
});
export const Done = NamedObject('InstanceDone', {
  success: Type.Literal(true),
  message: Type.String(),
});
/** Of what ends a connection. */
export const Ended = NamedObject('InstanceEnded', { ...Done.properties, ...workedFields });

/** `number`: of an instance of the official API. */
export const toInstance = (
  record: InstanceRecord,
  number: CloudNumber | null,
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
  ...(number && { details: toCloudDetails(number) }),
  keyScopes: [...record.key.scopes],
  keyExpiresAt: orNull(record.key.expiresAt),
  createdAt: iso(record.createdAt),
  updatedAt: iso(record.updatedAt),
});

export const toRotatedKey = ({ record, apikey }: WithKey): Static<typeof RotatedKey> => ({
  apikey,
  expiresAt: orNull(record.key.expiresAt),
  scopes: [...record.key.scopes],
  previousKeyExpiresAt: orNull(record.previousKey?.expiresAt ?? null),
});

const orNull = (at: number | null): string | null => (at === null ? null : iso(at));

const toWorked = (message: string) => ({
  status: 'SUCCESS' as const,
  error: false as const,
  response: { message },
});

export const toEnded = (message: string): Static<typeof Ended> => ({
  success: true,
  message,
  ...toWorked(message),
});

export const toRestarted = (record: InstanceRecord): Static<typeof RestartResult> => ({
  instance: toNamedState(record),
  ...toWorked(`Instance ${record.name} restarted`),
});

export const toNamedState = (record: InstanceRecord): Static<typeof NamedState> => ({
  instanceName: record.name,
  state: record.state,
});

export function toConnectionResult(
  instanceName: string,
  connection: ConnectOutcome,
): Static<typeof ConnectionResult> {
  const fields = toPairingFields(connection);
  if (connection.kind !== 'open') return fields;
  return { ...fields, instance: { instanceName, state: 'open' } };
}

export function toConnectedInstance(connected: ConnectedWith): Static<typeof ConnectedInstance> {
  const { record, settings, headersDropped, connection } = connected;
  const neverSent = neverSentIn(settings.subscribe);
  return {
    message: 'success',
    data: {
      jid: record.ownerJid ?? '',
      webhookUrl: settings.webhookUrl,
      eventString: settings.subscribe.join(','),
      instanceId: record.id,
      instanceName: record.name,
      state: record.state,
      subscribe: [...settings.subscribe],
      ...(neverSent.length > 0 && { neverSent }),
      ...(headersDropped.length > 0 && { headersDropped: [...headersDropped] }),
      ...toPairingFields(connection),
    },
  };
}

/** The fields of a code, empty when there is none to show, and the passkey ceremony under way. */
export function toPairingFields(connection: ConnectOutcome | null) {
  if (connection?.kind === 'qr') {
    const { code, image, count } = connection;
    return { pairingCode: null, code, base64: image, count };
  }
  const pairingCode = connection?.kind === 'code' ? connection.pairingCode : null;
  const passkey = connection?.kind === 'passkey' && { passkey: toPasskey(connection) };
  return { pairingCode, code: '', base64: '', count: 0, ...passkey };
}
