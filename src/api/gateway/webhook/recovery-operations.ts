/** Operations on recoveries: replays of events to one endpoint of an instance. */

import { type Static, Type } from '@sinclair/typebox';
import { endpointOfInstance } from '../../../events/contract/endpoint.ts';
import { selectedTypes } from '../../../events/contract/event-names.ts';
import {
  REPLAY_STATES,
  type ReplayProgress,
  type ReplayRequest,
} from '../../../events/contract/replay.ts';
import { isGone } from '../../../events/contract/routing.ts';
import type { ReplayAction } from '../../../events/deliver/replay-requests.ts';
import { listReplays, readReplay } from '../../../events/log/replays.ts';
import { NamedObject } from '../../../http/named-object.ts';
import { orNull, textOrNull } from '../../../http/nullable.ts';
import { words } from '../../../http/read-fields.ts';
import { Time } from '../../../http/time.ts';
import { iso, isoOrNull } from '../../../shared/clock.ts';
import { conflict, failure, invalid } from '../../../shared/errors.ts';
import type { InstanceEndpoint } from '../../../webhooks/endpoint.ts';
import { settingsOf } from '../../../webhooks/event-settings.ts';
import {
  archiveAway,
  prunedText,
  RECOVERY_BOUNDS,
  RECOVERY_COUNTS,
  RECOVERY_STATE,
  recoveryCounts,
  recoveryShare,
  tooManyText,
} from '../../../webhooks/recovery.ts';
import { readBody } from '../body.ts';
import type { GatewayPrincipal } from '../guard.ts';
import { instanceOperation, type Operation, type Route } from '../operation.ts';
import type { GatewayParts } from '../parts.ts';
import { isCustomerPage, webhookFor } from '../portal/limits.ts';
import { endpointParams } from './endpoint-operations.ts';
import { SWITCHED_ELSEWHERE } from './endpoint-view.ts';
import { RecoveryRequest, readRecovery } from './recovery-request.ts';

const counts = Object.fromEntries(
  Object.entries(RECOVERY_COUNTS).map(([name, description]) => [
    name,
    Type.Integer({ description }),
  ]),
) as Record<keyof typeof RECOVERY_COUNTS, ReturnType<typeof Type.Integer>>;

const Recovery = NamedObject('EndpointRecovery', {
  id: Type.String({
    format: 'uuid',
    description: 'Id of the replay, which its requests carry in the header x-gatehouse-replay',
  }),
  endpoint: Type.String({ description: 'Id of the endpoint that the events are sent to' }),
  state: Type.Unsafe<ReplayProgress['state']>({
    ...words(...REPLAY_STATES),
    description: RECOVERY_STATE,
  }),
  reason: textOrNull('Why the replay was paused or cancelled; null if somebody asked for that'),
  since: Time({ description: 'Start of the time range' }),
  until: Time({ description: 'End of the time range' }),
  types: orNull(
    Type.Array(Type.String()),
    'Types of the events; null for those that the endpoint gets',
  ),
  chat: textOrNull('Chat whose events are sent; null for every chat'),
  onlyFailed: Type.Boolean({
    description: 'Whether only events that the endpoint missed are sent',
  }),
  ratePerSecond: Type.Integer({ description: 'Maximum number of events a second' }),
  ...counts,
  createdAt: Time({ description: 'When the replay was requested' }),
  updatedAt: Time({ description: 'When the replay last advanced or was changed' }),
  finishedAt: orNull(
    Time(),
    'When the replay was done or cancelled; null while it is not finished',
  ),
});

const recoveryView = (replay: ReplayProgress, endpoint: string): Static<typeof Recovery> => ({
  id: replay.id,
  endpoint,
  state: replay.state,
  reason: replay.reason,
  since: iso(replay.since),
  until: iso(replay.until),
  types: replay.types && [...replay.types],
  chat: replay.chat,
  onlyFailed: replay.onlyFailed,
  ratePerSecond: replay.ratePerSecond,
  ...recoveryCounts(replay),
  createdAt: iso(replay.createdAt),
  updatedAt: iso(replay.updatedAt),
  finishedAt: isoOrNull(replay.finishedAt),
});

const params = {
  ...endpointParams,
  recoveryId: Type.String({ description: 'Id of the replay, a UUID' }),
};

type Parts = Pick<GatewayParts, 'db' | 'settings'>;

/** The endpoint that a call on recoveries names. */
interface Named {
  readonly caller: GatewayPrincipal;
  readonly instance: { readonly id: string };
  readonly params: { readonly endpointId: string };
}

/** Throws 404 for a webhook that the caller may not know of, and 400 for an endpoint that has no recoveries. */
function recoverable(parts: Parts, { caller, instance, params }: Named): InstanceEndpoint {
  const { endpointId: id } = params;
  if (SWITCHED_ELSEWHERE.includes(id))
    throw invalid(`${id} is no webhook of the instance, and only those can replay events`);
  return webhookFor(parts, caller, instance.id, id);
}

/** Throws as `recoverable` does, and 404 for an unknown recovery. */
async function recoveryOf(parts: Parts, named: Named, id: string) {
  const endpoint = recoverable(parts, named);
  const lane = endpointOfInstance(endpoint.id);
  const found = await readReplay(parts.db, named.instance.id, lane, id.toLowerCase());
  if (found === null) throw failure('replay_not_found');
  return recoveryView(found, endpoint.id);
}

/**
 * Returns the types to send: for a customer's page only those that the endpoint gets, so that the scope `recovery` alone
 * brings no other events. Throws 400 when none is left.
 */
function typesFor(
  caller: GatewayPrincipal,
  { subscribe }: InstanceEndpoint,
  types: ReplayRequest['types'],
): ReplayRequest['types'] {
  if (types === null || !isCustomerPage(caller)) return types;
  const wanted: ReadonlySet<string> = selectedTypes(subscribe);
  const left = types.filter((type) => wanted.has(type));
  if (left.length === 0) throw invalid('types must have an event that the endpoint gets');
  return left;
}

const recover = instanceOperation('POST /webhook/endpoints/:instanceName/:endpointId/recover', {
  tag: 'Webhooks',
  scope: 'settings',
  portal: 'recovery',
  summary: 'Replay events from a time range to an endpoint',
  description: `Starts a replay of all events of a time range, or of those that the endpoint missed, in their order. New events never wait for a replay. It goes on after a restart; its requests carry the header x-gatehouse-replay. ${RECOVERY_BOUNDS}`,
  params: endpointParams,
  body: readBody(RecoveryRequest, (body, { clock }) => readRecovery(body, clock.now())),
  answer: Recovery,
  status: 202,
  failures: ['CONFLICT'],
  idempotency: 'resumes',
  audit: 'endpoint.recover',
  agent: { tool: 'recover_events', effect: 'adds' },
  example: { body: { since: '2026-01-05T10:00:00.000Z', onlyFailed: true } },
  /** Throws 409 when nothing could be sent, or there are too many, and 400 for a time that is no longer kept. */
  async run(parts, { instance, params, caller, body, note, idempotentWork }) {
    const named = { instance, params, caller };
    if (idempotentWork && idempotentWork.done !== '')
      return recoveryOf(parts, named, idempotentWork.done);
    const found = recoverable(parts, named);
    const endpoint = endpointOfInstance(found.id);
    note({ details: { endpoint: found.id, since: iso(body.since), until: iso(body.until) } });
    const target = parts.destinations.target(instance.id, endpoint);
    if (isGone(target)) throw conflict(target.gone);
    const types = typesFor(caller, found, body.types);
    const share = recoveryShare(settingsOf(parts.settings, instance.id), found);
    const asked = { ...body, types, endpoint, share };
    const notesOf = (id: string) => (idempotentWork ? [idempotentWork.statementStoring(id)] : []);
    const begun = await parts.engine.replays.begin(instance.id, asked, notesOf);
    if ('id' in begun) return recoveryOf(parts, named, begun.id);
    if (begun.refused === 'too_many') throw conflict(tooManyText(begun));
    if (begun.refused === 'archive') throw archiveAway(begun.problem);
    throw invalid(`since ${prunedText(begun.oldest)}`);
  },
});

const listRecoveries = instanceOperation(
  'GET /webhook/endpoints/:instanceName/:endpointId/recoveries',
  {
    tag: 'Webhooks',
    scope: 'read',
    portal: 'recovery',
    summary: 'List the replays of an endpoint, newest first',
    description:
      'Returns at most 100 replays; a finished one is kept for as long as deliveries are.',
    params: endpointParams,
    answer: NamedObject('EndpointRecoveries', { recoveries: Type.Array(Recovery) }),
    agent: { tool: 'list_recoveries', effect: 'reads' },
    async run(parts, { instance, params, caller }) {
      const { id } = recoverable(parts, { instance, params, caller });
      const found = await listReplays(parts.db, instance.id, endpointOfInstance(id));
      return { recoveries: found.map((one) => recoveryView(one, id)) };
    },
  },
);

const readOne = instanceOperation(
  'GET /webhook/endpoints/:instanceName/:endpointId/recoveries/:recoveryId',
  {
    tag: 'Webhooks',
    scope: 'read',
    portal: 'recovery',
    summary: 'Get a replay of an endpoint and its progress',
    params,
    answer: Recovery,
    run: (parts, { instance, params, caller }) =>
      recoveryOf(parts, { instance, params, caller }, params.recoveryId),
  },
);

const acting = (action: ReplayAction, summary: string, description: string) => {
  const route: Route = `POST /webhook/endpoints/:instanceName/:endpointId/recoveries/:recoveryId/${action}`;
  return instanceOperation(route, {
    tag: 'Webhooks',
    scope: 'settings',
    portal: 'recovery',
    summary,
    description,
    params,
    answer: Recovery,
    failures: ['CONFLICT'],
    audit: `endpoint.recovery.${action}`,
    async run(parts, { instance, params: given, caller, note }) {
      // The route is built, so its parameters are not known to the compiler.
      const { endpointId = '', recoveryId = '' } = given as Readonly<Record<string, string>>;
      const named = { instance, params: { endpointId }, caller };
      note({ details: { endpoint: endpointId, recovery: recoveryId } });
      const found = await recoveryOf(parts, named, recoveryId);
      if (!(await parts.engine.replays.act(instance.id, found.id, action)))
        throw failure('replay_in_another_state', { state: found.state });
      return recoveryOf(parts, named, recoveryId);
    },
  });
};

export const RECOVERY_OPERATIONS: readonly Operation[] = [
  recover,
  listRecoveries,
  readOne,
  acting(
    'pause',
    'Pause a replay',
    'Sends nothing more of the replay until it is resumed; attempts in progress finish.',
  ),
  acting('resume', 'Resume a replay', 'Continues the replay where it stopped.'),
  acting(
    'cancel',
    'Cancel a replay',
    'Ends the replay and discards the events that it has found and not yet sent. Attempts in progress finish.',
  ),
];
