import type { CreationResult } from '../../../core/instances/create.ts';
import type { SettingsChange } from '../../../core/webhooks/event-settings.ts';
import { auditedValues } from '../../../core/webhooks/fields/field.ts';
import { INSTANCE_FIELDS } from '../../../core/webhooks/fields/instance.ts';

/** Returns the fields that a change of settings sets. Headers appear by name only. */
export const changeDetails = ({
  webhook = {},
  brokers,
  websocketEnabled,
}: SettingsChange): object => ({
  ...auditedValues(INSTANCE_FIELDS, { ...webhook }),
  ...brokers,
  ...(websocketEnabled !== undefined && { websocket: websocketEnabled }),
});

/** Returns the settings that an instance was created with. */
export function creationDetails({
  record,
  request,
}: Pick<CreationResult, 'record' | 'request'>): object {
  const { events, proxy, accountSettings, token, cloud } = request;
  return {
    provider: record.provider,
    ...(token !== null && { keyChosen: true }),
    ...(cloud && { phoneNumberId: cloud.phoneNumberId }),
    ...changeDetails(events),
    ...accountSettings,
    ...(proxy && { proxy: { protocol: proxy.protocol, host: proxy.host, port: proxy.port } }),
  };
}

/** Returns how an instance was to be paired: by a code for a phone number, or by a QR code. */
export const pairingDetails = (phone: string | null): object => ({
  pairing: phone === null ? 'qr' : 'code',
});
