/** The body of POST /instance/connect turned into a change of settings; what is absent stays. */
import { Type } from '@sinclair/typebox';
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
    rabbitmqEnable: Switch('RabbitMQ'),
    natsEnable: Switch('NATS'),
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
  const { rabbitmqEnable: amqp, natsEnable: nats, websocketEnable: websocket } = fields;
  const change = {
    ...(webhookUrl !== undefined && { webhookSet: true, webhookEnabled: true, webhookUrl }),
    ...(subscribe !== undefined && { subscribe }),
    ...(format !== undefined && { format, byEvents: false }),
    ...(amqp !== undefined && { amqpEnabled: amqp }),
    ...(nats !== undefined && { natsEnabled: nats }),
    ...(websocket !== undefined && { websocketEnabled: websocket }),
  };
  return { change, isImmediate: immediate, phone };
}
