/** The body of POST /instance/connect turned into a change of settings; what is absent stays. */
import { Type } from '@sinclair/typebox';
import type { Broker } from '../../../channels/broker.ts';
import { BROKERS } from '../../../channels/brokers.ts';
import { NamedObject } from '../../../http/named-object.ts';
import { checkedFields, readIfGiven, words, wrong } from '../../../http/read-fields.ts';
import type { ConnectRequest } from '../../../instances/service.ts';
import type { UrlGuard } from '../../../webhooks/url.ts';
import { FormatChange } from '../webhook/format-request.ts';
import { readEventNames, readWebhookUrl } from '../webhook/set-request.ts';
import { Phone } from './phone.ts';

const SWITCH = new Map<unknown, boolean>([
  ['enabled', true],
  [true, true],
  ['disabled', false],
  [false, false],
]);

const Switch = (where: string) =>
  readIfGiven(
    Type.Union([words('enabled', 'disabled'), Type.Boolean()], {
      description: `Whether events also go to ${where}; absent: it stays as it is`,
    }),
    (value) => SWITCH.get(value) ?? wrong('must be "enabled", "disabled", true or false'),
  );

const enableField = ({ field }: Broker) => `${field}Enable`;
const brokerSwitches = Object.fromEntries(
  BROKERS.map((broker) => [enableField(broker), Switch(broker.title)]),
);

export const ConnectSettings = NamedObject(
  'ConnectSettings',
  {
    webhookUrl: readIfGiven(
      Type.String({
        maxLength: 2048,
        description: 'http or https URL that events are posted to; absent: it stays as it is',
      }),
      readWebhookUrl,
    ),
    subscribe: readIfGiven(
      Type.Array(Type.String(), {
        description:
          'ALL, event types, categories or names of older systems such as MESSAGES_UPSERT, in any case; empty: ALL',
      }),
      readEventNames,
    ),
    format: FormatChange,
    ...brokerSwitches,
    websocketEnable: Switch('the WebSocket feed'),
    immediate: Type.Optional(
      Type.Boolean({
        failsWith: 'must be true or false',
        description: 'Whether to answer at once, without waiting for the first code; default false',
      }),
    ),
    phone: Type.Optional(
      Phone(
        'Phone number, 7-15 digits with the country code: pairs by a code for it in place of a QR code',
      ),
    ),
  },
  { additionalProperties: true },
);

/** `body` is as the caller sent it; none at all asks for nothing but the connection. 400 naming every wrong field. */
export function parseConnectRequest(body: unknown, guard: UrlGuard): ConnectRequest {
  const fields = checkedFields(ConnectSettings, body ?? {}, guard);
  const { webhookUrl, subscribe, format, immediate = false, phone = null } = fields;
  const { websocketEnable: websocket } = fields;
  const brokers = BROKERS.flatMap((broker) => {
    const isOn = Reflect.get(fields, enableField(broker)) as boolean | undefined;
    return isOn === undefined ? [] : [[broker.name, isOn]];
  });
  const change = {
    ...(webhookUrl !== undefined && { webhookSet: true, webhookEnabled: true, webhookUrl }),
    ...(subscribe !== undefined && { subscribe }),
    ...(format !== undefined && { format, byEvents: false }),
    ...(brokers.length > 0 && { brokers: Object.fromEntries(brokers) }),
    ...(websocket !== undefined && { websocketEnabled: websocket }),
  };
  return { change, isImmediate: immediate, phone };
}
