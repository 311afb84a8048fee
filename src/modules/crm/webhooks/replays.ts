/** Replays to a webhook: events of the log are sent to it again. Their paths and fields call a replay a recovery. */
import { type Static, Type } from '@sinclair/typebox';
import { accountWebhook } from '../../../core/events/contract/endpoint.ts';
import type { ReplayProgress } from '../../../core/events/contract/replay.ts';
import type { ReplayAction } from '../../../core/events/deliver/replay-requests.ts';
import { listReplays, readReplay } from '../../../core/events/log/replays.ts';
import { NamedObject } from '../../../core/http/named-object.ts';
import { iso } from '../../../core/shared/clock.ts';
import { failure } from '../../../core/shared/errors.ts';
import { readInstant } from '../../../core/shared/instant.ts';
import {
  failureOf,
  LISTED_TEXT,
  REPLAY_ACTIONS,
  REPLAY_TEXT,
  REQUEST_TEXTS,
  replayFields,
  replayRequest,
  replayView,
  requestFields,
  selectsNothing,
  wrongTimes,
} from '../../../core/webhooks/replays.ts';
import { EVENT_NAMES_MAX } from '../../../core/webhooks/subscription.ts';
import { auditIfChanged, Stale } from '../audited-commit.ts';
import { requireFound } from '../change-record.ts';
import { CRM_EVENT_TYPES } from '../events.ts';
import { unprocessable, unprocessableFields } from '../failures.ts';
import { Body, Instant, Words } from '../fields.ts';
import type { Access } from '../guard.ts';
import { camelCased, snakeCased } from '../names.ts';
import { operation } from '../operation.ts';
import type { CrmParts } from '../parts.ts';
import { recordOf } from '../records.ts';
import { retryConflicts } from '../retry-conflicts.ts';
import { webhookKind } from './model.ts';

const ReplayBody = Body({
  since: Type.Optional(Instant(REQUEST_TEXTS.since)),
  until: Type.Optional(Instant(REQUEST_TEXTS.until)),
  types: Type.Optional(
    Type.Array(Words(...CRM_EVENT_TYPES), {
      minItems: 1,
      maxItems: EVENT_NAMES_MAX,
      description: REQUEST_TEXTS.types,
    }),
  ),
  ...snakeCased(requestFields),
});

const Replay = NamedObject('WebhookRecovery', snakeCased(replayFields));
type Replay = Static<typeof Replay>;

/** Leaves out the endpoint, which is always this webhook, and the chat, which a request cannot name. */
function toReplay(replay: ReplayProgress): Replay {
  const { endpoint, chat, ...view } = replayView(replay);
  return snakeCased(view);
}

/** Throws 404. */
async function replayOf({ db }: Pick<CrmParts, 'db'>, access: Access, id: string, one: string) {
  const webhook = await recordOf(db, webhookKind, access, id);
  const replay = await readReplay(db, access.accountId, accountWebhook(webhook.id), one);
  return toReplay(requireFound(replay, 'replay'));
}

/** In ms since 1970; the body's schema has checked it. */
const timeOf = (text: string) => readInstant(text) ?? 0;

/** Throws 422 for times in the wrong order or in the future. */
function readRequest({ since, until, ...asked }: Static<typeof ReplayBody>, now: number) {
  const fields = {
    ...camelCased(asked),
    ...(since !== undefined && { since: timeOf(since) }),
    ...(until !== undefined && { until: timeOf(until) }),
  };
  const request = replayRequest(fields, now);
  if (selectsNothing(fields)) throw unprocessable('since', 'required');
  const [wrong] = wrongTimes(request, now);
  if (wrong !== undefined) throw unprocessableFields([wrong]);
  return request;
}

/** A replay in audit rows, whose id is not that of the webhook. */
type AuditedReplay = Pick<Replay, 'state'> & {
  /** The name of the webhook. */
  readonly name: string;
  readonly recovery_id: string;
};

/** Returns the audit row of a change of a replay, which is one of its webhook. */
const auditOf = (
  { clock }: Pick<CrmParts, 'clock'>,
  access: Access,
  webhookId: string,
  change: { action: string; before: AuditedReplay | null; after: AuditedReplay },
) =>
  auditIfChanged(access, { ...change, resource: 'webhooks', resourceId: webhookId }, clock.now());

const begin = operation('POST /api/v1/webhooks/:id/recover', {
  permission: 'webhooks.update',
  summary: 'Replay events from a time range to a webhook',
  description: `Starts a replay of all events of a time range, or of those that the webhook missed, in their order. ${REPLAY_TEXT}`,
  agent: { tool: 'recover_crm_events', effect: 'adds' },
  example: { body: { since: '2026-01-05T10:00:00.000Z', only_failed: true } },
  body: ReplayBody,
  status: 202,
  answer: Replay,
  message: 'The events are sent',
  /** Throws 409 when nothing could be sent, or there are too many, and 422 for a time that is no longer kept. */
  async run(parts, access, { params, body }) {
    const { db, clock, engine } = parts;
    const webhook = await recordOf(db, webhookKind, access, params.id);
    if (!webhook.enabled) throw failure('webhook_disabled');
    const request = { ...readRequest(body, clock.now()), endpoint: accountWebhook(webhook.id) };
    const { types, eventIds, onlyFailed: only_failed, ratePerSecond: rate_per_second } = request;
    const times = { since: iso(request.since), until: iso(request.until) };
    const begun = await engine().replays.begin(access.accountId, request, (recovery_id) => {
      const lists = { types: types && [...types], event_ids: eventIds && [...eventIds] };
      const asked = { ...times, ...lists, only_failed, rate_per_second };
      const { name } = webhook;
      const after = { name, recovery_id, state: 'running' as const, ...asked };
      const change = { action: 'begin_recovery', before: null, after };
      const audit = auditOf(parts, access, webhook.id, change);
      return access.idempotentCommit
        ? [audit, access.idempotentCommit.statementStoring(recovery_id, undefined)]
        : [audit];
    });
    if ('id' in begun) return replayOf(parts, access, webhook.id, begun.id);
    const field = request.eventIds === null ? 'since' : 'event_ids';
    throw failureOf(begun, (tooOld) => unprocessableFields([{ field, ...tooOld }]));
  },
});

const list = operation('GET /api/v1/webhooks/:id/recoveries', {
  permission: 'webhooks.read',
  summary: 'List the replays of a webhook, newest first',
  description: LISTED_TEXT,
  agent: { tool: 'list_crm_recoveries', effect: 'reads' },
  isVersioned: false,
  answer: NamedObject('WebhookRecoveries', { recoveries: Type.Array(Replay) }),
  message: 'Replays retrieved successfully',
  /** Throws 404. */
  async run({ db }, access, { params }) {
    const { id } = await recordOf(db, webhookKind, access, params.id);
    const replays = await listReplays(db, access.accountId, accountWebhook(id));
    return { recoveries: replays.map(toReplay) };
  },
});

const readOne = operation('GET /api/v1/webhooks/:id/recoveries/:recovery_id', {
  permission: 'webhooks.read',
  summary: 'Get a replay of a webhook and its progress',
  isVersioned: false,
  answer: Replay,
  message: 'Replay retrieved successfully',
  run: (parts, access, { params }) => replayOf(parts, access, params.id, params.recovery_id),
});

interface Act {
  readonly id: string;
  readonly one: string;
  readonly action: ReplayAction;
}

/** Throws Stale when the replay has got another state since it was read, so that the audit row would not be true. */
async function act(parts: CrmParts, access: Access, { id, one, action }: Act) {
  const { name } = await recordOf(parts.db, webhookKind, access, id);
  const { id: recovery_id, state } = await replayOf(parts, access, id, one);
  const note = auditOf(parts, access, id, {
    action: `${action}_recovery`,
    before: { name, recovery_id, state },
    after: { name, recovery_id, state: REPLAY_ACTIONS[action].after },
  });
  const recorded = { note, from: state };
  const isDone = await parts.engine().replays.act(access.accountId, recovery_id, action, recorded);
  const after = await replayOf(parts, access, id, one);
  if (isDone) return after;
  throw after.state === state ? failure('replay_in_another_state', { state }) : new Stale();
}

const acting = (action: ReplayAction) => {
  const { verb, done, description } = REPLAY_ACTIONS[action];
  return operation(`POST /api/v1/webhooks/:id/recoveries/:recovery_id/${action}`, {
    permission: 'webhooks.update',
    summary: `${verb} a replay of a webhook`,
    description,
    message: `Replay ${done} successfully`,
    status: 200,
    isVersioned: false,
    answer: Replay,
    /** Throws 404, and 409 for a replay that is in another state. */
    async run(parts, access, { params: { id, recovery_id: one } }) {
      const isStale = (error: unknown) => error instanceof Stale;
      return retryConflicts('replay is', isStale, () => act(parts, access, { id, one, action }));
    },
  });
};

export const REPLAY_OPERATIONS = [
  begin,
  list,
  readOne,
  acting('pause'),
  acting('resume'),
  acting('cancel'),
];
