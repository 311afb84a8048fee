/** Operations on the endpoints of an instance: the webhooks that it has, and what else its events go to. */
import { Type } from '@sinclair/typebox';
import { DEFAULT_ENDPOINT } from '../../../core/events/contract/endpoint.ts';
import { etagOf, ifMatchHeader, refuseOtherVersion } from '../../../core/http/etag.ts';
import { NamedObject } from '../../../core/http/named-object.ts';
import { invalid } from '../../../core/shared/errors.ts';
import {
  endpointOf,
  type InstanceEndpoint,
  newEndpoint,
  settingsOf,
} from '../../../core/webhooks/event-settings.ts';
import { requireChecked, requireHandshake } from '../../../core/webhooks/handshake.ts';
import { changeDetails } from '../audit/audited-operation.ts';
import { readBody } from '../body.ts';
import { type GatewayPrincipal, instanceKeyIn } from '../guard.ts';
import { instanceOperation, type Operation } from '../operation.ts';
import type { GatewayParts } from '../parts.ts';
import { ownerFor, requireVisible, webhookFor } from '../portal/limits.ts';
import {
  Endpoint,
  Endpoints,
  EndpointWithSecret,
  endpointView,
  endpointViews,
  SWITCHED_ELSEWHERE,
} from './endpoint-view.ts';
import { EndpointChange, NewEndpoint, readEndpoint } from './set-request.ts';

export const endpointParams = {
  endpointId: Type.String({ description: 'Id of the endpoint, such as `default` or a UUID' }),
};

const listEndpoints = instanceOperation('GET /webhook/endpoints/:instanceName', {
  tag: 'Webhooks',
  scope: 'read',
  portal: 'endpoints:read',
  summary: 'List the endpoints that the events of an instance go to',
  description:
    'Returns the webhooks of the instance, of which webhook/set changes the one called `default`, then its queues and feed and those of all instances, enabled or not.',
  answer: Endpoints,
  agent: { tool: 'list_endpoints', effect: 'reads' },
  run: async (parts, { instance, caller }) => ({
    endpoints: await endpointViews(parts, instance.id, caller),
  }),
});

const createEndpoint = instanceOperation('POST /webhook/endpoints/:instanceName', {
  tag: 'Webhooks',
  scope: 'settings',
  portal: 'endpoints:write',
  summary: 'Add an endpoint to an instance',
  description:
    'Creates a webhook with its own events, headers, retries and signing secret. An instance may have as many as ENDPOINTS_PER_INSTANCE says beside `default`.',
  body: readBody(NewEndpoint, (body, { webhookGuard: guard, clock }, { request }) =>
    readEndpoint(NewEndpoint, body, {
      guard,
      stored: newEndpoint('', clock.now()),
      key: instanceKeyIn({ request }),
    }),
  ),
  answer: EndpointWithSecret,
  status: 201,
  failures: ['CONFLICT'],
  idempotency: 'resumes',
  audit: 'endpoint.create',
  example: {
    body: { name: 'orders', url: 'https://orders.example.com/hook', events: ['MESSAGE'] },
  },
  async run(parts, { instance, body, caller, request, note, idempotentWork }) {
    if (idempotentWork && idempotentWork.done !== '')
      return createdEndpoint(parts, instance.id, idempotentWork.done, caller);
    const change = { ...body, owner: ownerFor(caller, body.owner) };
    note({ details: changeDetails({ webhook: change }) });
    const stored = newEndpoint('', parts.clock.now());
    await requireHandshake(parts, stored, change, request.signal);
    const noteOf = idempotentWork
      ? (made: InstanceEndpoint) => idempotentWork.statementStoring(made.id)
      : undefined;
    const { id } = await parts.settings.addEndpoint(instance.id, change, noteOf);
    note({ details: { endpoint: id, ...changeDetails({ webhook: change }) } });
    return createdEndpoint(parts, instance.id, id, caller);
  },
});

async function createdEndpoint(
  parts: GatewayParts,
  instanceId: string,
  id: string,
  caller: GatewayPrincipal,
) {
  const { secret } = endpointOf(settingsOf(parts.settings, instanceId), id);
  return { ...(await endpointView(parts, instanceId, id, caller)), secret };
}

const readOne = instanceOperation('GET /webhook/endpoints/:instanceName/:endpointId', {
  tag: 'Webhooks',
  scope: 'read',
  portal: 'endpoints:read',
  summary: 'Get an endpoint of an instance',
  description:
    'Returns one endpoint. For a webhook of the instance the answer has its version as `ETag`.',
  params: endpointParams,
  answer: Endpoint,
  run: (parts, { instance, params: { endpointId: id }, caller, set }) => {
    if (!SWITCHED_ELSEWHERE.includes(id))
      set.headers.etag = etagOf(webhookFor(parts, caller, instance.id, id).updatedAt);
    return endpointView(parts, instance.id, id, caller);
  },
});

const changeEndpoint = instanceOperation('PATCH /webhook/endpoints/:instanceName/:endpointId', {
  tag: 'Webhooks',
  scope: 'settings',
  portal: 'endpoints:write',
  summary: 'Change an endpoint of an instance',
  description:
    'Changes an endpoint; absent fields keep their values. Waiting deliveries go to the new URL, or are discarded if the endpoint is disabled; nothing goes to the old URL after the answer. `enabled: true` also sends what waits for an endpoint that was disabled for its failures. The events of `default` are also those of queues and of the feed.',
  params: endpointParams,
  /** Returns the change that the body makes. A masked value keeps the stored value at the time of the change. */
  body: readBody(
    EndpointChange,
    (body, { webhookGuard: guard }, { request }) =>
      (stored: InstanceEndpoint) =>
        readEndpoint(EndpointChange, body, { guard, stored, key: instanceKeyIn({ request }) }),
  ),
  headers: [ifMatchHeader],
  answer: Endpoint,
  failures: ['CONFLICT', 'PRECONDITION_FAILED'],
  audit: 'endpoint.update',
  example: { body: { enabled: false } },
  async run(parts, { instance, params, body: changeOf, caller, request, note, set }) {
    const endpointId = changeable(params.endpointId);
    const before = webhookFor(parts, caller, instance.id, endpointId);
    const change = changeOf(before);
    note({ details: { endpoint: endpointId, ...changeDetails({ webhook: change }) } });
    if (change.owner !== undefined) ownerFor(caller, change.owner);
    refuseOtherVersion(request, before.updatedAt);
    await requireHandshake(parts, before, change, request.signal);
    const after = await parts.settings.changeEndpoint(instance.id, endpointId, (stored) => {
      requireVisible(caller, stored);
      refuseOtherVersion(request, stored.updatedAt);
      const present = changeOf(stored);
      requireChecked({ ...before, ...change }, { ...stored, ...present });
      return present;
    });
    set.headers.etag = etagOf(after.updatedAt);
    return endpointView(parts, instance.id, endpointId, caller);
  },
});

const deleteEndpoint = instanceOperation('DELETE /webhook/endpoints/:instanceName/:endpointId', {
  tag: 'Webhooks',
  scope: 'settings',
  portal: 'endpoints:write',
  summary: 'Delete an endpoint of an instance',
  description:
    'Deletes an endpoint and discards its waiting deliveries; nothing goes there after the answer. `default` cannot be deleted.',
  params: endpointParams,
  answer: NamedObject('DeletedEndpoint', {
    id: Type.String({ description: 'Id of the endpoint that was deleted' }),
  }),
  headers: [ifMatchHeader],
  failures: ['PRECONDITION_FAILED'],
  audit: 'endpoint.delete',
  async run(parts, { instance, params: { endpointId: id }, caller, request, note }) {
    note({ details: { endpoint: id } });
    webhookFor(parts, caller, instance.id, changeable(id));
    if (id === DEFAULT_ENDPOINT)
      throw invalid('default cannot be deleted: disable it with {"enabled": false}');
    await parts.settings.removeEndpoint(instance.id, id, (present) => {
      requireVisible(caller, present);
      refuseOtherVersion(request, present.updatedAt);
    });
    return { id };
  },
});

/** Throws 400 for an endpoint that is switched elsewhere. */
function changeable(id: string): string {
  if (!SWITCHED_ELSEWHERE.includes(id)) return id;
  throw invalid(
    id.startsWith('global-')
      ? `${id} is configured by variables of the service`
      : `${id} is configured by operations of its own: see /docs/events.md`,
  );
}

export const ENDPOINT_OPERATIONS: readonly Operation[] = [
  listEndpoints,
  createEndpoint,
  readOne,
  changeEndpoint,
  deleteEndpoint,
];
