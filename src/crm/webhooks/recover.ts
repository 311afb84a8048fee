/** Recoveries of a webhook: events of the log are sent to it again, as for endpoints of instances. */
import { type Static, Type } from '@sinclair/typebox';
import { accountWebhook } from '../../events/contract/endpoint.ts';
import {
  RATE_DEFAULT,
  RATE_MAX,
  REPLAY_STATES,
  type ReplayProgress,
  type ReplayRequest,
} from '../../events/contract/replay.ts';
import type { ReplayAction } from '../../events/deliver/replay-requests.ts';
import { listReplays, readReplay } from '../../events/log/replays.ts';
import { NamedObject } from '../../http/named-object.ts';
import { described } from '../../http/openapi-schema.ts';
import { iso, isoOrNull } from '../../shared/clock.ts';
import { conflict, failure } from '../../shared/errors.ts';
import { readInstant } from '../../shared/instant.ts';
import {
  archiveAway,
  prunedText,
  RECOVERY_BOUNDS,
  RECOVERY_COUNTS,
  RECOVERY_STATE,
  recoveryCounts,
  tooManyText,
} from '../../webhooks/recovery.ts';
import { EVENT_NAMES_MAX } from '../../webhooks/subscription.ts';
import { auditIfChanged, Stale } from '../audited-commit.ts';
import { found } from '../change-record.ts';
import { CRM_EVENT_TYPES } from '../events.ts';
import { unprocessable } from '../failures.ts';
import { Body, Id, Instant, nullable, Time, Words } from '../fields.ts';
import type { Access } from '../guard.ts';
import { operation, type Route } from '../operation.ts';
import type { CrmParts } from '../parts.ts';
import { recordOf } from '../records.ts';
import { retryOvertaken } from '../retry-overtaken.ts';
import { webhookKind } from './model.ts';

const RecoveryBody = Body({
  since: Instant('Start of the time range'),
  until: Type.Optional(Instant('End of the time range; defaults to now, and may not be later')),
  types: Type.Optional(
    Type.Array(Words(...CRM_EVENT_TYPES), {
      minItems: 1,
      maxItems: EVENT_NAMES_MAX,
      description: 'Names of the events to send; defaults to those that the webhook gets now',
    }),
  ),
  only_failed: Type.Optional(
    Type.Boolean({
      description:
        'Whether to send only what the webhook missed, and leave out events that were delivered to it or wait for it; default false',
    }),
  ),
  rate_per_second: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: RATE_MAX,
      description: `Maximum number of events a second: 1-${RATE_MAX}, default ${RATE_DEFAULT}`,
    }),
  ),
});

const count = (name: keyof typeof RECOVERY_COUNTS) =>
  Type.Integer({ description: RECOVERY_COUNTS[name] });

const Recovery = NamedObject('WebhookRecovery', {
  id: described('Id of the replay, which its requests carry in the header x-gatehouse-replay', Id),
  state: described(RECOVERY_STATE, Words(...REPLAY_STATES)),
  reason: described(
    'Why the replay was paused or cancelled; null if somebody asked for that',
    nullable(Type.String()),
  ),
  since: described('Start of the time range', Time),
  until: described('End of the time range', Time),
  types: described(
    'Types of the events; null for those that the webhook gets',
    nullable(Type.Array(Type.String())),
  ),
  only_failed: Type.Boolean({
    description: 'Whether only events that the webhook missed are sent',
  }),
  rate_per_second: Type.Integer({ description: 'Maximum number of events a second' }),
  total: count('total'),
  examined: count('examined'),
  found: count('found'),
  delivered: count('delivered'),
  waiting: count('waiting'),
  discarded: count('discarded'),
  missing: count('missing'),
  created_at: described('When the replay was requested', Time),
  updated_at: described('When the replay last advanced or was changed', Time),
  finished_at: described(
    'When the replay was done or cancelled; null while it is not finished',
    nullable(Time),
  ),
});

const toRecovery = (replay: ReplayProgress): Static<typeof Recovery> => ({
  id: replay.id,
  state: replay.state,
  reason: replay.reason,
  since: iso(replay.since),
  until: iso(replay.until),
  types: replay.types && [...replay.types],
  only_failed: replay.onlyFailed,
  rate_per_second: replay.ratePerSecond,
  ...recoveryCounts(replay),
  created_at: iso(replay.createdAt),
  updated_at: iso(replay.updatedAt),
  finished_at: isoOrNull(replay.finishedAt),
});

/** Throws 404. */
async function recoveryOf({ db }: Pick<CrmParts, 'db'>, access: Access, id: string, one: string) {
  const webhook = await recordOf(db, webhookKind, access, id);
  const replay = await readReplay(db, access.accountId, accountWebhook(webhook.id), one);
  return toRecovery(found(replay, 'replay'));
}

/** In ms since 1970; the body's schema has checked it. */
const timeOf = (text: string) => readInstant(text) ?? 0;

/** Throws 422 for times in the wrong order or in the future. */
function readRequest(
  body: Static<typeof RecoveryBody>,
  now: number,
): Omit<ReplayRequest, 'endpoint'> {
  const since = timeOf(body.since);
  const until = body.until === undefined ? now : timeOf(body.until);
  if (until > now) throw unprocessable('until', 'must not be in the future');
  if (since > until) throw unprocessable('since', 'must not be after until, and not in the future');
  return {
    since,
    until,
    types: body.types ?? null,
    chat: null,
    onlyFailed: body.only_failed ?? false,
    ratePerSecond: body.rate_per_second ?? RATE_DEFAULT,
  };
}

/** A recovery in audit rows, whose id is not that of the webhook. */
type AuditedRecovery = Pick<Static<typeof Recovery>, 'state'> & {
  /** The name of the webhook. */
  readonly name: string;
  readonly recovery_id: string;
};

/** Returns the audit row of a change of a recovery, which is one of its webhook. */
const auditOf = (
  { clock }: Pick<CrmParts, 'clock'>,
  access: Access,
  webhookId: string,
  change: { action: string; before: AuditedRecovery | null; after: AuditedRecovery },
) =>
  auditIfChanged(access, { ...change, resource: 'webhooks', resourceId: webhookId }, clock.now());

export const recoverWebhook = operation('POST /api/v1/webhooks/:id/recover', {
  permission: 'webhooks.update',
  summary: 'Replay events from a time range to a webhook',
  description: `Starts a replay of all events of a time range, or of those that the webhook missed, in their order. New events never wait for a replay. It goes on after a restart; its requests carry the header x-gatehouse-replay. ${RECOVERY_BOUNDS}`,
  agent: { tool: 'recover_crm_events', effect: 'adds' },
  example: { body: { since: '2026-01-05T10:00:00.000Z', only_failed: true } },
  body: RecoveryBody,
  status: 202,
  answer: Recovery,
  message: 'The events are sent',
  /** Throws 409 when nothing could be sent, or there are too many, and 422 for a time that is no longer kept. */
  async run(parts, access, { params, body }) {
    const { db, clock, engine } = parts;
    const webhook = await recordOf(db, webhookKind, access, params.id);
    if (!webhook.enabled) throw failure('webhook_disabled');
    const endpoint = accountWebhook(webhook.id);
    const request = { ...readRequest(body, clock.now()), endpoint };
    const { types, onlyFailed: only_failed, ratePerSecond: rate_per_second } = request;
    const times = { since: iso(request.since), until: iso(request.until) };
    const begun = await engine().replays.begin(access.accountId, request, (recovery_id) => {
      const asked = { ...times, types: types && [...types], only_failed, rate_per_second };
      const { name } = webhook;
      const after = { name, recovery_id, state: 'running' as const, ...asked };
      const change = { action: 'begin_recovery', before: null, after };
      const audit = auditOf(parts, access, webhook.id, change);
      return access.idempotentCommit
        ? [audit, access.idempotentCommit.statementStoring(recovery_id, undefined)]
        : [audit];
    });
    if ('id' in begun) return recoveryOf(parts, access, webhook.id, begun.id);
    if (begun.refused === 'too_many') throw conflict(tooManyText(begun));
    if (begun.refused === 'archive') throw archiveAway(begun.problem);
    throw unprocessable('since', prunedText(begun.oldest));
  },
});

export const listRecoveries = operation('GET /api/v1/webhooks/:id/recoveries', {
  permission: 'webhooks.read',
  summary: 'List the replays of a webhook, newest first',
  description: 'Returns at most 100 replays; a finished one is kept for as long as deliveries are.',
  agent: { tool: 'list_crm_recoveries', effect: 'reads' },
  isVersioned: false,
  answer: NamedObject('WebhookRecoveries', { recoveries: Type.Array(Recovery) }),
  message: 'Recoveries retrieved successfully',
  /** Throws 404. */
  async run({ db }, access, { params }) {
    const { id } = await recordOf(db, webhookKind, access, params.id);
    const replays = await listReplays(db, access.accountId, accountWebhook(id));
    return { recoveries: replays.map(toRecovery) };
  },
});

export const getRecovery = operation('GET /api/v1/webhooks/:id/recoveries/:recovery_id', {
  permission: 'webhooks.read',
  summary: 'Get a replay of a webhook and its progress',
  isVersioned: false,
  answer: Recovery,
  message: 'Recovery retrieved successfully',
  run: (parts, access, { params }) => recoveryOf(parts, access, params.id, params.recovery_id),
});

/** The state of a recovery after each action. */
const STATE_AFTER = { pause: 'paused', resume: 'running', cancel: 'cancelled' } as const;

interface RecoveryRequest {
  readonly id: string;
  readonly one: string;
  readonly action: ReplayAction;
}

/** Throws Stale when the recovery has got another state since it was read, so that the audit row would not be true. */
async function act(parts: CrmParts, access: Access, { id, one, action }: RecoveryRequest) {
  const { name } = await recordOf(parts.db, webhookKind, access, id);
  const { id: recovery_id, state } = await recoveryOf(parts, access, id, one);
  const note = auditOf(parts, access, id, {
    action: `${action}_recovery`,
    before: { name, recovery_id, state },
    after: { name, recovery_id, state: STATE_AFTER[action] },
  });
  const recorded = { note, from: state };
  const isDone = await parts.engine().replays.act(access.accountId, recovery_id, action, recorded);
  const after = await recoveryOf(parts, access, id, one);
  if (isDone) return after;
  throw after.state === state ? failure('replay_in_another_state', { state }) : new Stale();
}

const acting = <const R extends Route>(
  route: R,
  action: ReplayAction,
  texts: { readonly summary: string; readonly description: string; readonly message: string },
) =>
  operation(route, {
    permission: 'webhooks.update',
    ...texts,
    status: 200,
    isVersioned: false,
    answer: Recovery,
    /** Throws 404, and 409 for a recovery that is in another state. */
    async run(parts, access, { params }) {
      // Every route below has both.
      const { id = '', recovery_id: one = '' } = params as Readonly<Record<string, string>>;
      const isStale = (error: unknown) => error instanceof Stale;
      return retryOvertaken('recovery is', isStale, () => act(parts, access, { id, one, action }));
    },
  });

export const pauseRecovery = acting(
  'POST /api/v1/webhooks/:id/recoveries/:recovery_id/pause',
  'pause',
  {
    summary: 'Pause a replay of a webhook',
    description:
      'Sends nothing more of the replay until it is resumed; attempts in progress finish.',
    message: 'Recovery paused successfully',
  },
);
export const resumeRecovery = acting(
  'POST /api/v1/webhooks/:id/recoveries/:recovery_id/resume',
  'resume',
  {
    summary: 'Resume a replay of a webhook',
    description: 'Continues the replay where it stopped.',
    message: 'Recovery resumed successfully',
  },
);
export const cancelRecovery = acting(
  'POST /api/v1/webhooks/:id/recoveries/:recovery_id/cancel',
  'cancel',
  {
    summary: 'Cancel a replay of a webhook',
    description:
      'Ends the replay and discards the events that it has found and not yet sent. Attempts in progress finish.',
    message: 'Recovery cancelled successfully',
  },
);
