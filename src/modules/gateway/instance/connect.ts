/** Connecting an instance: for the code to pair it with, or with a change of where its events go. */
import { type Static, Type } from '@sinclair/typebox';
import type { Broker } from '../../../core/channels/broker.ts';
import { BROKERS } from '../../../core/channels/brokers.ts';
import { neverSentIn } from '../../../core/events/contract/event-names.ts';
import { keepingEmpty } from '../../../core/http/body-values.ts';
import { Flag } from '../../../core/http/field-types.ts';
import { NamedObject } from '../../../core/http/named-object.ts';
import {
  checkedFields,
  fieldError,
  optional,
  parsedIfPresent,
  words,
} from '../../../core/http/read-fields.ts';
import type { ConnectOutcome } from '../../../core/instances/connect.ts';
import type { ConnectRequest, ConnectResult } from '../../../core/instances/service.ts';
import { settingsOf } from '../../../core/webhooks/event-settings.ts';
import { INSTANCE_FIELDS, VerifyToken } from '../../../core/webhooks/fields/instance.ts';
import { readUrl, tokenReader } from '../../../core/webhooks/fields/readers.ts';
import { requireHandshake, tokenAfter } from '../../../core/webhooks/handshake.ts';
import { changeDetails, pairingDetails } from '../audit/audited-operation.ts';
import { readBody } from '../body.ts';
import { type GatewayPrincipal, instanceKeyIn, requireScopes } from '../guard.ts';
import { instanceOperation } from '../operation.ts';
import { maskedUrl } from '../webhook/endpoint-view.ts';
import { FormatChange, type SetContext, withEndedFields } from '../webhook/set-request.ts';
import { InstanceState, NamedState, pairingFields, toPairingFields } from './model.ts';
import { pairingNumber, readPairingNumber } from './phone.ts';
import { instanceIdHeader, targetOf } from './target.ts';

const PAIRS_BY_CODE =
  'Phone number of the account with its country code, to pair by code in place of a QR code. Empty is the same as absent';

const ConnectionResult = NamedObject('ConnectionResult', {
  ...pairingFields,
  instance: Type.Optional(NamedState),
});

export const connect = instanceOperation('GET /instance/connect/:instanceName', {
  tag: 'Instances',
  scope: 'connect',
  summary: 'Connect an instance and get the code to pair it with',
  description:
    'Connects the instance and waits up to 10 seconds for the first code. If no code arrives, the failure names the reason; 409 if the instance is logged out or disconnected while it waits. A current code is returned as it is; a new `number` replaces it. An instance that is already open returns empty fields and its state. While WhatsApp asks for the passkey of the account, `passkey` has the links and the code of the ceremony. A call that changes nothing and need not wait leaves no row in the audit.',
  query: Type.Object({
    number: parsedIfPresent(
      Type.String({ description: PAIRS_BY_CODE, examples: ['5511999990000'] }),
      readPairingNumber,
    ),
  }),
  answer: ConnectionResult,
  failures: ['CONFLICT', 'UPSTREAM_ERROR'],
  agent: { tool: 'connect_instance', effect: 'adds', isRepeatable: true },
  async run({ service, audit }, call) {
    const { instance } = call;
    const { number = null } = call.query;
    // Callers poll this: the audit says what was done to the instance, not how often its code was looked at.
    const current = service.currentPairing(instance.id, number);
    if (current) return toConnectionResult(instance.name, current);
    const connection = await audit.run(call, { action: 'instance.connect', instance }, (note) => {
      note({ details: pairingDetails(number) });
      return service.connect(instance.id, number);
    });
    return toConnectionResult(instance.name, connection);
  },
});

function toConnectionResult(
  instanceName: string,
  connection: ConnectOutcome,
): Static<typeof ConnectionResult> {
  const fields = toPairingFields(connection);
  if (connection.kind !== 'open') return fields;
  return { ...fields, instance: { instanceName, state: 'open' } };
}

const SWITCH = new Map<unknown, boolean>([
  ['enabled', true],
  [true, true],
  ['disabled', false],
  [false, false],
]);

const Switch = (where: string) =>
  parsedIfPresent(
    Type.Union([words('enabled', 'disabled'), Type.Boolean()], {
      description: `Whether events also go to ${where}; absent keeps the current setting`,
    }),
    (value) => SWITCH.get(value) ?? fieldError('not_switch'),
  );

const enableField = ({ field }: Broker) => `${field}Enable`;
const brokerSwitches = Object.fromEntries(
  BROKERS.map((broker) => [enableField(broker), Switch(broker.title)]),
);

const ConnectSettings = NamedObject(
  'ConnectSettings',
  {
    webhookUrl: parsedIfPresent(
      keepingEmpty(
        Type.String({
          maxLength: 2048,
          description:
            'http or https URL that events are posted to, such as `https://example.com/hook`; absent keeps the current one',
          examples: ['https://example.com/hook'],
        }),
      ),
      readUrl,
    ),
    subscribe: optional({ ...INSTANCE_FIELDS.events.request, examples: [['MESSAGE']] }),
    format: FormatChange,
    verifyToken: parsedIfPresent(VerifyToken, tokenReader('webhookUrl')),
    ...brokerSwitches,
    websocketEnable: Switch('the WebSocket feed'),
    immediate: optional(
      Flag({
        description: 'Whether to answer at once, without waiting for the first code; default false',
      }),
    ),
    phone: parsedIfPresent(pairingNumber(PAIRS_BY_CODE), readPairingNumber),
  },
  { additionalProperties: true },
);

const ConnectedInstance = NamedObject('ConnectedInstance', {
  message: Type.Literal('success'),
  data: Type.Object({
    jid: Type.String({ description: 'JID of the paired account; empty before pairing' }),
    webhookUrl: Type.String({
      description: 'URL of the webhook, masked for a key without `settings`',
    }),
    eventString: Type.String({ description: 'The names in `subscribe`, joined by commas' }),
    instanceId: Type.String({ format: 'uuid' }),
    instanceName: Type.String(),
    state: InstanceState,
    subscribe: Type.Array(Type.String()),
    neverSent: Type.Optional(
      Type.Array(Type.String(), {
        description: 'Names in `subscribe` of events that never happen here; absent without any',
      }),
    ),
    headersDropped: Type.Optional(
      Type.Array(Type.String(), {
        description:
          'Names of the webhook headers that were dropped because webhookUrl has another scheme, host or port; absent without any',
      }),
    ),
    ...pairingFields,
  }),
});

export const connectWith = instanceOperation('POST /instance/connect', {
  tag: 'Instances',
  scope: 'connect',
  summary: 'Connect an instance and set where its events go',
  description:
    'Connects the instance and changes its event settings; absent fields keep their values. Changing settings needs the scope `settings` too. An instance has one event list, here and in webhook/set. A `webhookUrl` with another scheme, host or port drops the stored headers, which `headersDropped` names, and the `verifyToken`.',
  target: ({ directory }, context) => targetOf(context, directory),
  headers: [instanceIdHeader],
  body: readBody(
    ConnectSettings,
    (body, { webhookGuard: guard, settings }, { instance }) =>
      parseConnectRequest(body, {
        guard,
        stored: settingsOf(settings, instance?.id ?? '').webhook,
      }),
    {
      isOptional: true,
    },
  ),
  answer: ConnectedInstance,
  failures: ['CONFLICT', 'UPSTREAM_ERROR'],
  audit: 'instance.connect',
  example: {
    body: {
      webhookUrl: 'https://shop.example.com/hook',
      subscribe: ['MESSAGE'],
      websocketEnable: 'enabled',
      immediate: true,
    },
  },
  async run(parts, { instance, body: asked, caller, request, note }) {
    const { phone, change } = asked;
    if (Object.keys(change).length > 0) requireScopes(caller, ['settings']);
    note({ details: { ...pairingDetails(phone), ...changeDetails(change) } });
    const { service, settings } = parts;
    const stored = settingsOf(settings, instance.id).webhook;
    const { webhook = {} } = change;
    const checked = { ...webhook, ...tokenAfter(stored, webhook) };
    await requireHandshake(parts, stored, checked, request.signal);
    const key = instanceKeyIn({ request });
    const connected = await service.connectWith(instance.id, { ...asked, stored }, key);
    return toConnectedInstance(connected, caller);
  },
});

/** `body` is as the caller sent it; `{}` asks for nothing but the connection. 400 naming every wrong field. */
function parseConnectRequest(
  body: unknown,
  context: Pick<SetContext, 'guard' | 'stored'>,
): Omit<ConnectRequest, 'stored'> {
  const fields = checkedFields(withEndedFields(ConnectSettings), body, context);
  const { webhookUrl, subscribe, format, immediate = false, phone = null } = fields;
  const { websocketEnable: websocket, verifyToken } = fields;
  const brokers = BROKERS.flatMap((broker) => {
    const isOn = Reflect.get(fields, enableField(broker)) as boolean | undefined;
    return isOn === undefined ? [] : [[broker.name, isOn]];
  });
  const webhook = {
    ...(webhookUrl !== undefined && { isSet: true, enabled: true, url: webhookUrl }),
    ...(subscribe !== undefined && { events: subscribe }),
    ...(verifyToken !== undefined && { verifyToken }),
    ...(format !== undefined && { format, byEvents: false }),
  };
  const change = {
    ...(Object.keys(webhook).length > 0 && { webhook }),
    ...(brokers.length > 0 && { brokers: Object.fromEntries(brokers) }),
    ...(websocket !== undefined && { websocketEnabled: websocket }),
  };
  return { change, isImmediate: immediate, phone };
}

function toConnectedInstance(
  connected: ConnectResult,
  caller: GatewayPrincipal,
): Static<typeof ConnectedInstance> {
  const { record, settings, headersDropped, connection } = connected;
  const { url, events } = settings.webhook;
  const neverSent = neverSentIn(events);
  return {
    message: 'success',
    data: {
      jid: record.ownerJid ?? '',
      webhookUrl: maskedUrl(caller, url),
      eventString: events.join(','),
      instanceId: record.id,
      instanceName: record.name,
      state: record.state,
      subscribe: [...events],
      ...(neverSent.length > 0 && { neverSent }),
      ...(headersDropped.length > 0 && { headersDropped: [...headersDropped] }),
      ...toPairingFields(connection),
    },
  };
}
