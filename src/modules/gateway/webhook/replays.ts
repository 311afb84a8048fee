/** Operations on replays to one webhook of an instance. Their paths and fields call a replay a recovery. */
import { Type } from '@sinclair/typebox';
import { endpointOfInstance } from '../../../core/events/contract/endpoint.ts';
import { selectedTypes } from '../../../core/events/contract/event-names.ts';
import type { ReplayRequest } from '../../../core/events/contract/replay.ts';
import { isGone } from '../../../core/events/contract/routing.ts';
import type { ReplayAction } from '../../../core/events/deliver/replay-requests.ts';
import { listReplays, readReplay } from '../../../core/events/log/replays.ts';
import { keepingEmpty } from '../../../core/http/body-values.ts';
import { Moment } from '../../../core/http/field-types.ts';
import { NamedObject } from '../../../core/http/named-object.ts';
import { textOrNull } from '../../../core/http/nullable.ts';
import {
  errorOf,
  fieldError,
  optional,
  parsedIfPresent,
  readFields,
} from '../../../core/http/read-fields.ts';
import { iso } from '../../../core/shared/clock.ts';
import { failure, invalidFields } from '../../../core/shared/errors.ts';
import { problem } from '../../../core/shared/reasons/problems.ts';
import { type InstanceEndpoint, settingsOf } from '../../../core/webhooks/event-settings.ts';
import {
  failureOf,
  LISTED_TEXT,
  REPLAY_ACTIONS,
  REPLAY_TEXT,
  REQUEST_TEXTS,
  replayFields,
  replayRequest,
  replayShare,
  replayView,
  requestFields,
  selectsNothing,
  wrongTimes,
} from '../../../core/webhooks/replays.ts';
import { checkEventNames } from '../../../core/webhooks/subscription.ts';
import { readBody } from '../body.ts';
import type { GatewayPrincipal } from '../guard.ts';
import { instanceOperation, type Operation } from '../operation.ts';
import type { GatewayParts } from '../parts.ts';
import { isCustomerPage, webhookFor } from '../portal/limits.ts';
import { endpointParams } from './endpoint-operations.ts';
import { SWITCHED_ELSEWHERE } from './endpoint-view.ts';

const CHAT_MAX = 200;

const ReplayBody = keepingEmpty(
  NamedObject('RecoveryRequest', {
    since: optional(
      Moment({
        description: `${REQUEST_TEXTS.since}: ISO 8601 with its zone, such as \`2026-01-31T12:00:00Z\``,
      }),
    ),
    until: optional(Moment({ description: REQUEST_TEXTS.until })),
    types: parsedIfPresent(
      Type.Array(Type.String(), {
        description: `${REQUEST_TEXTS.types}, as in an event list`,
        examples: [['MESSAGE']],
      }),
      (value) => {
        const checked = checkEventNames(value);
        if ('problem' in checked) return errorOf(checked.problem);
        return [...selectedTypes(checked.subscription)];
      },
    ),
    chat: parsedIfPresent(
      Type.String({
        maxLength: CHAT_MAX,
        description: 'Only events of this chat, by its JID as events name it',
        examples: ['5511999990001@s.whatsapp.net'],
      }),
      (value) =>
        typeof value === 'string' && value !== '' && value.length <= CHAT_MAX
          ? value
          : fieldError('not_chat_jid', { max: CHAT_MAX }),
    ),
    ...requestFields,
  }),
);

/** Throws 400, which names every wrong field. */
function readReplayBody(body: unknown, now: number): Omit<ReplayRequest, 'endpoint'> {
  const { fields, sentFields, problems } = readFields(ReplayBody, body);
  const request = replayRequest(fields, now);
  const missing = selectsNothing(sentFields) ? [{ field: 'since', ...problem('not_a_time') }] : [];
  const all = [...missing, ...problems, ...wrongTimes(request, now)];
  if (all.length > 0) throw invalidFields(all);
  return request;
}

const Replay = NamedObject('EndpointRecovery', {
  ...replayFields,
  endpoint: Type.String({ description: 'Id of the endpoint that the events are sent to' }),
  chat: textOrNull('Chat whose events are sent; null for every chat'),
});

const params = {
  ...endpointParams,
  recoveryId: Type.String({ description: 'Id of the replay, a UUID' }),
};

type Parts = Pick<GatewayParts, 'db' | 'settings'>;

/** The endpoint that a call on replays names. */
interface ReplayCall {
  readonly caller: GatewayPrincipal;
  readonly instance: { readonly id: string };
  readonly params: { readonly endpointId: string };
}

/** Throws 404 for a webhook that the caller may not know of, and 400 for an endpoint that has no replays. */
function replayable(parts: Parts, { caller, instance, params }: ReplayCall): InstanceEndpoint {
  const { endpointId: id } = params;
  if (SWITCHED_ELSEWHERE.includes(id)) throw failure('no_webhook_to_replay', { id });
  return webhookFor(parts, caller, instance.id, id);
}

/** Throws as `replayable` does, and 404 for an unknown replay. */
async function replayOf(parts: Parts, named: ReplayCall, id: string) {
  const endpoint = endpointOfInstance(replayable(parts, named).id);
  const found = await readReplay(parts.db, named.instance.id, endpoint, id.toLowerCase());
  if (found === null) throw failure('replay_not_found');
  return replayView(found);
}

/**
 * Returns the types to send: for a customer's page only those that the endpoint gets, so that the scope `recovery` alone
 * brings no other events. Throws 400 when none is left.
 */
function typesFor(
  caller: GatewayPrincipal,
  { events }: InstanceEndpoint,
  types: ReplayRequest['types'],
): ReplayRequest['types'] {
  if (types === null || !isCustomerPage(caller)) return types;
  const wanted: ReadonlySet<string> = selectedTypes(events);
  const left = types.filter((type) => wanted.has(type));
  if (left.length === 0)
    throw invalidFields([{ field: 'types', ...problem('without_event_of_endpoint') }]);
  return left;
}

const begin = instanceOperation('POST /webhook/endpoints/:instanceName/:endpointId/recover', {
  tag: 'Webhooks',
  scope: 'settings',
  portal: 'recovery',
  summary: 'Replay events from a time range to an endpoint',
  description: `Starts a replay of all events of a time range, or of those that the endpoint missed, in their order. ${REPLAY_TEXT}`,
  params: endpointParams,
  body: readBody(ReplayBody, (body, { clock }) => readReplayBody(body, clock.now())),
  answer: Replay,
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
      return replayOf(parts, named, idempotentWork.done);
    const found = replayable(parts, named);
    const endpoint = endpointOfInstance(found.id);
    note({ details: { endpoint: found.id, since: iso(body.since), until: iso(body.until) } });
    const target = parts.destinations.target(instance.id, endpoint);
    if (isGone(target)) throw failure('webhook_unusable', { problem: target.gone });
    const types = typesFor(caller, found, body.types);
    const share = replayShare(settingsOf(parts.settings, instance.id), found);
    const asked = { ...body, types, endpoint, share };
    const notesOf = (id: string) => (idempotentWork ? [idempotentWork.statementStoring(id)] : []);
    const begun = await parts.engine.replays.begin(instance.id, asked, notesOf);
    if ('id' in begun) return replayOf(parts, named, begun.id);
    const field = body.eventIds === null ? 'since' : 'eventIds';
    throw failureOf(begun, (tooOld) => invalidFields([{ field, ...tooOld }]));
  },
});

const list = instanceOperation('GET /webhook/endpoints/:instanceName/:endpointId/recoveries', {
  tag: 'Webhooks',
  scope: 'read',
  portal: 'recovery',
  summary: 'List the replays of an endpoint, newest first',
  description: LISTED_TEXT,
  params: endpointParams,
  answer: NamedObject('EndpointRecoveries', { recoveries: Type.Array(Replay) }),
  agent: { tool: 'list_recoveries', effect: 'reads' },
  async run(parts, { instance, params, caller }) {
    const { id } = replayable(parts, { instance, params, caller });
    const found = await listReplays(parts.db, instance.id, endpointOfInstance(id));
    return { recoveries: found.map(replayView) };
  },
});

const readOne = instanceOperation(
  'GET /webhook/endpoints/:instanceName/:endpointId/recoveries/:recoveryId',
  {
    tag: 'Webhooks',
    scope: 'read',
    portal: 'recovery',
    summary: 'Get a replay of an endpoint and its progress',
    params,
    answer: Replay,
    run: (parts, { instance, params, caller }) =>
      replayOf(parts, { instance, params, caller }, params.recoveryId),
  },
);

const acting = (action: ReplayAction) => {
  const { verb, description } = REPLAY_ACTIONS[action];
  return instanceOperation(
    `POST /webhook/endpoints/:instanceName/:endpointId/recoveries/:recoveryId/${action}`,
    {
      tag: 'Webhooks',
      scope: 'settings',
      portal: 'recovery',
      summary: `${verb} a replay`,
      description,
      params,
      answer: Replay,
      failures: ['CONFLICT'],
      audit: `endpoint.recovery.${action}`,
      async run(parts, { instance, params, caller, note }) {
        const named = { instance, params, caller };
        const { endpointId: endpoint, recoveryId } = params;
        note({ details: { endpoint, recovery: recoveryId } });
        const found = await replayOf(parts, named, recoveryId);
        if (!(await parts.engine.replays.act(instance.id, found.id, action)))
          throw failure('replay_in_another_state', { state: found.state });
        return replayOf(parts, named, recoveryId);
      },
    },
  );
};

export const REPLAY_OPERATIONS: readonly Operation[] = [
  begin,
  list,
  readOne,
  acting('pause'),
  acting('resume'),
  acting('cancel'),
];
