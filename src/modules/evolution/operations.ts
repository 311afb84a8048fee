/** Operations that EVOLUTION_MODE adds, or puts in the place of those with the same route. */

import { type Static, Type } from '@sinclair/typebox';
import { BROKERS } from '../../core/channels/brokers.ts';
import { NamedObject } from '../../core/http/named-object.ts';
import { jsonNull, orNull, textOrNull } from '../../core/http/nullable.ts';
import type { InstanceRecord } from '../../core/instances/directory.ts';
import {
  answerListed,
  FINDING_WEBHOOK,
  type GatewayParts,
  type GroupForm,
  GroupInfo,
  groupOperationsIn,
  InstanceWebhook,
  instanceOperation,
  LISTING,
  ListedInstance,
  type Operation,
  operation,
  RESTART,
  RestartFields,
  restartInstance,
  ShownProxy,
  ShownSettings,
  toGroupInfo,
  toShownProxy,
  toShownSettings,
  webhookOf,
} from '../gateway/api.ts';

const VERIFIED = { status: 200, message: 'Credentials are valid' } as const;

const verifyKey = operation('POST /verify-creds', {
  tag: 'Instances',
  scope: 'global',
  summary: 'Whether the key is the global key',
  description: 'Evolution Manager calls it at its log-in.',
  isForAnyNode: true,
  audit: { unaudited: 'It changes nothing.' },
  answer: NamedObject('VerifiedKey', {
    status: Type.Literal(VERIFIED.status),
    message: Type.Literal(VERIFIED.message),
  }),
  run: () => VERIFIED,
});

/** Names of fields in rows begin with a capital letter, as in Evolution API. */
const rowField = (field: string): string => `${field[0]?.toUpperCase()}${field.slice(1)}`;

const Channel = NamedObject('InstanceRowChannel', {
  enabled: Type.Boolean(),
  events: Type.Array(Type.String()),
});

/** Fields that rows have only in this mode, or always. */
const ROW_FIELDS = {
  token: Type.String({
    description: 'The key of the instance; empty unless EVOLUTION_SHOW_KEYS shows it',
  }),
  clientName: Type.Literal('gatehouse'),
  businessId: textOrNull("The business account of a number of WhatsApp's official API"),
  Setting: Type.Object({ ...ShownSettings.properties, instanceId: Type.String() }),
  Proxy: orNull(ShownProxy, 'Its password is masked'),
  ...Object.fromEntries(BROKERS.map(({ field }) => [rowField(field), Channel])),
  Websocket: Channel,
  Sqs: Type.Null({ description: 'Not here' }),
  _count: Type.Object(
    { Message: Type.Integer(), Contact: Type.Integer(), Chat: Type.Integer() },
    { description: 'How much of it is in the message store; 0 while that is switched off' },
  ),
};

/** Names of the fields that rows have in this mode. */
export const ROW_FIELD_NAMES: readonly string[] = Object.keys(ROW_FIELDS);

const InstanceRow = NamedObject('InstanceRow', { ...ListedInstance.properties, ...ROW_FIELDS });

const listRows = operation('GET /instance/fetchInstances', {
  ...LISTING,
  answer: Type.Array(InstanceRow),
  run: (parts, call) => answerListed(parts, call, (row, record) => toRow(parts, record, row)),
});

function toRow(
  { numberOf, settings, accountSettings, proxies }: GatewayParts,
  record: InstanceRecord,
  listed: Static<typeof ListedInstance>,
): Static<typeof InstanceRow> {
  const { id } = record;
  const own = settings.get(id);
  const channel = (enabled = false) => ({ enabled, events: [...(own?.webhook.events ?? [])] });
  const proxy = proxies.get(id);
  return {
    ...listed,
    token: listed.token ?? '',
    clientName: 'gatehouse',
    businessId: numberOf(record)?.businessAccountId ?? null,
    Setting: { ...toShownSettings(accountSettings.get(id)), instanceId: id },
    Proxy: proxy && toShownProxy(proxy),
    ...Object.fromEntries(
      BROKERS.map(({ field, name }) => [rowField(field), channel(own?.brokers[name])]),
    ),
    Websocket: channel(own?.websocketEnabled),
    Sqs: null,
    _count: listed._count ?? { Message: 0, Contact: 0, Chat: 0 },
  };
}

const { error: _, ...RESTARTED } = RestartFields;

/** Clients take any `error` in an answer for a failure. */
const restart = instanceOperation('POST /instance/restart/:instanceName', {
  ...RESTART,
  answer: NamedObject('RestartedInstance', RESTARTED),
  async run(parts, call) {
    const answer = await restartInstance(parts, call);
    if (answer instanceof Response) return answer;
    const { error: _, ...restarted } = answer;
    return restarted;
  },
});

/** Has the fields of the library that Evolution API uses. One tells whether everybody in the group may add members. */
const EvolutionGroup = NamedObject('EvolutionGroup', {
  ...GroupInfo.properties,
  memberAddMode: Type.Boolean({ description: 'Whether everybody in the group may add members' }),
});

const groups: GroupForm = {
  schema: EvolutionGroup,
  from: (group, withParticipants) => ({
    ...toGroupInfo(group, withParticipants),
    memberAddMode: group.memberAddMode === 'all_member_add',
  }),
};

const WebhookRow = NamedObject('WebhookRow', {
  ...InstanceWebhook.properties,
  webhookByEvents: Type.Boolean({ description: 'The same as `byEvents`' }),
  webhookBase64: orNull(Type.Boolean(), 'The same as `base64`'),
});

const findWebhook = instanceOperation('GET /webhook/find/:instanceName', {
  ...FINDING_WEBHOOK,
  answer: orNull(WebhookRow),
  run(parts, { instance, caller }) {
    const found = webhookOf(parts, instance, caller);
    if (found === null) return jsonNull();
    return { ...found, webhookByEvents: found.byEvents, webhookBase64: found.base64 };
  },
});

export const EVOLUTION_OPERATIONS: readonly Operation[] = [
  ...[verifyKey, listRows, restart, findWebhook],
  ...groupOperationsIn(groups),
];
