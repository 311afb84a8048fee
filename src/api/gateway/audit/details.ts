import type { CreationResult } from '../../../instances/create.ts';
import { maskUrl } from '../../../shared/mask-url.ts';
import type { SettingsChange } from '../../../webhooks/event-settings.ts';

/** Returns the fields that a change of settings sets. Headers appear by name only. */
export function changeDetails({ webhook = {}, brokers, websocketEnabled }: SettingsChange): object {
  const { name, description, enabled, url, headers, base64, events, format, byEvents } = webhook;
  const { filter, transform, retry, ordering, autoDisable, owner, verifyToken } = webhook;
  return withoutUndefined({
    name,
    owner,
    description,
    enabled,
    url: url && maskUrl(url),
    headers: headers && Object.keys(headers),
    // The token itself is a secret.
    verified: verifyToken === undefined ? undefined : verifyToken !== null,
    base64,
    format,
    byEvents,
    events,
    filter,
    transform,
    retry,
    ordering,
    autoDisable,
    ...brokers,
    websocket: websocketEnabled,
  });
}

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

const withoutUndefined = (fields: Record<string, unknown>): object =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
