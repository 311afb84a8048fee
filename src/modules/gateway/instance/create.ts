/** Creating an instance. The answer has its key, and the fields that older clients read. */

import { type Static, Type } from '@sinclair/typebox';
import { BROKERS } from '../../../core/channels/brokers.ts';
import { INSTANCE, OWN_NUMBER } from '../../../core/http/example-values.ts';
import { NamedObject } from '../../../core/http/named-object.ts';
import { isFields, words } from '../../../core/http/read-fields.ts';
import type { CreationResult } from '../../../core/instances/create.ts';
import { isInstanceName, storedName } from '../../../core/instances/directory.ts';
import { NO_SETTINGS } from '../../../core/providers/chats.ts';
import type { KnownNumber } from '../../../core/providers/credentials.ts';
import { requireHandshake } from '../../../core/webhooks/handshake.ts';
import { maskHeaders } from '../../../core/webhooks/headers.ts';
import { creationDetails } from '../audit/audited-operation.ts';
import { readBody } from '../body.ts';
import { operation } from '../operation.ts';
import { ShownSettings, toShownSettings } from '../settings/operations.ts';
import { NOTHING_STORED } from '../webhook/set-request.ts';
import { INTEGRATIONS, integrationOf } from './cloud-fields.ts';
import {
  Instance,
  pairingFields,
  subscriptionFields,
  toInstance,
  toPairingFields,
} from './model.ts';
import { NewInstance, parseNewInstance } from './new-instance.ts';

const Switched = NamedObject('ChannelSwitch', { enabled: Type.Boolean() });

const CreatedInstance = NamedObject('CreatedInstance', {
  instance: Type.Object({
    ...Instance.properties,
    integration: words(...INTEGRATIONS),
    status: words('close', 'connecting', 'open'),
    ignored: Type.Array(Type.String(), {
      description: 'Fields of the request that ask for what does not exist here and had no effect',
    }),
  }),
  apikey: Type.String({ description: 'Key of this instance; shown only here' }),
  hash: Type.String({ description: 'Another name of `apikey`' }),
  webhook: Type.Object({
    webhookUrl: Type.String(),
    webhookHeaders: Type.Record(Type.String(), Type.String(), {
      description: 'Headers with masked values',
    }),
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
      {
        description:
          'The instance with `name` in place of `instanceName`, for clients of Evolution Go',
      },
    ),
  ),
  qrcode: Type.Optional(
    Type.Object(pairingFields, {
      description:
        'Pairing code, if `qrcode` was true; empty if no code arrived in time, and `reason` says why',
    }),
  ),
});

export const createInstance = operation('POST /instance/create', {
  tag: 'Instances',
  scope: 'global',
  summary: 'Create an instance',
  description:
    "Creates an instance and returns its key, which is shown only here. Only `instanceName` is required; the other fields are for older clients and do what proxy/set, settings/set, webhook/set and connect do. The call is atomic: if any setting is rejected, no instance is created. A `whatsapp-cloud` number is checked with Meta first: 400 with Meta's reason if the token does not open it, 409 if another instance has it, 502 if Meta cannot be asked.",
  body: readBody(NewInstance, parseNewInstance),
  answer: CreatedInstance,
  status: 201,
  failures: ['BAD_REQUEST', 'CONFLICT', 'UPSTREAM_ERROR'],
  isForAnyNode: true,
  audit: 'instance.create',
  auditedAs: instanceIn,
  example: { body: { instanceName: INSTANCE, provider: 'sandbox', number: OWN_NUMBER } },
  async run(parts, { body, request, note }) {
    const { service, numberOf } = parts;
    await requireHandshake(parts, NOTHING_STORED, body.events.webhook ?? {}, request.signal);
    const created = await service.create(body);
    note({ instance: created.record, details: creationDetails(created) });
    return toCreated(created, numberOf(created.record));
  },
});

/** Returns what is to be created, as far as the body says so in a form that may be recorded. */
function instanceIn(body: unknown): { readonly id: null; readonly name: string } | null {
  const name = isFields(body) ? (body.instanceName ?? body.name) : null;
  return typeof name === 'string' && isInstanceName(name)
    ? { id: null, name: storedName(name) }
    : null;
}

function toCreated(
  created: CreationResult,
  number: KnownNumber | null,
): Static<typeof CreatedInstance> {
  const { record, apikey, request, connection, subscription } = created;
  const { webhook = {}, brokers = {}, websocketEnabled } = request.events;
  const { url: webhookUrl = '', headers = {}, base64, byEvents = false } = webhook;
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
