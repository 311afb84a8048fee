/** The answer of create: an instance and its key, with the fields that older clients read. */
import { type Static, Type } from '@sinclair/typebox';
import { BROKERS } from '../../../channels/brokers.ts';
import { NamedObject } from '../../../http/named-object.ts';
import { words } from '../../../http/read-fields.ts';
import type { Created } from '../../../instances/create.ts';
import { NO_SETTINGS } from '../../../providers/account-settings.ts';
import type { CloudNumber } from '../../../providers/whatsapp-cloud/numbers.ts';
import { maskHeaders } from '../../../webhooks/headers.ts';
import { ShownSettings, toShownSettings } from '../settings/model.ts';
import { subscriptionFields } from './cloud-model.ts';
import { INTEGRATIONS, integrationOf } from './integration.ts';
import { Instance, pairingFields, toInstance, toPairingFields } from './model.ts';

const Switched = NamedObject('ChannelSwitch', { enabled: Type.Boolean() });

export const CreatedInstance = NamedObject('CreatedInstance', {
  instance: Type.Object({
    ...Instance.properties,
    integration: words(...INTEGRATIONS),
    status: words('close', 'connecting', 'open'),
    ignored: Type.Array(Type.String(), {
      description:
        'Fields that were sent and ask for what does not exist here: nothing came of them',
    }),
  }),
  apikey: Type.String({ description: 'The key of this instance; shown here only' }),
  hash: Type.String({ description: 'The same as `apikey`' }),
  webhook: Type.Object({
    webhookUrl: Type.String(),
    webhookHeaders: Type.Record(Type.String(), Type.String(), { description: 'Values are masked' }),
    webhookByEvents: Type.Boolean(),
    webhookBase64: Type.Boolean(),
  }),
  ...Object.fromEntries(BROKERS.map(({ field }) => [field, Switched])),
  websocket: Switched,
  settings: ShownSettings,
  ...subscriptionFields,
  message: Type.Optional(Type.Literal('success')),
  data: Type.Optional(
    Type.Object(
      { id: Type.String({ format: 'uuid' }), name: Type.String(), token: Type.String() },
      { description: 'With `name` in place of `instanceName`, as clients of Evolution Go read it' },
    ),
  ),
  qrcode: Type.Optional(
    Type.Object(pairingFields, {
      description: 'With `qrcode: true`; empty when there was no code in time: `reason` says why',
    }),
  ),
});

export function toCreated(
  created: Created,
  number: CloudNumber | null,
): Static<typeof CreatedInstance> {
  const { record, apikey, request, connection, subscription } = created;
  const { webhookUrl = '', headers = {}, base64, byEvents = false } = request.events;
  const { brokers = {}, websocketEnabled } = request.events;
  return {
    instance: {
      ...toInstance(record, number),
      integration: integrationOf(record.provider),
      status: record.state,
      ignored: [...request.ignored],
    },
    apikey,
    hash: apikey,
    webhook: {
      webhookUrl,
      webhookHeaders: maskHeaders(headers),
      webhookByEvents: byEvents,
      webhookBase64: base64 ?? false,
    },
    ...Object.fromEntries(
      BROKERS.map(({ field, name }) => [field, { enabled: brokers[name] ?? false }]),
    ),
    websocket: { enabled: websocketEnabled ?? false },
    settings: toShownSettings({ ...NO_SETTINGS, ...request.accountSettings }),
    ...subscription,
    ...(request.isOfEvolutionGo && {
      message: 'success' as const,
      data: { id: record.id, name: record.name, token: apikey },
    }),
    ...(request.wantsCode && { qrcode: toPairingFields(connection) }),
  };
}
