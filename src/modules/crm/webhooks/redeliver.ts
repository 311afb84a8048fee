/** POST /api/v1/webhooks/:id/redeliver */

import { type Static, Type } from '@sinclair/typebox';
import { accountWebhook } from '../../../core/events/contract/endpoint.ts';
import { NamedObject } from '../../../core/http/named-object.ts';
import { describe } from '../../../core/http/openapi-schema.ts';
import { failure } from '../../../core/shared/errors.ts';
import { readInstant } from '../../../core/shared/instant.ts';
import {
  contradictions,
  REDELIVERABLE,
  REDELIVERY_IDS_MAX,
} from '../../../core/webhooks/deliveries.ts';
import { auditApart } from '../audited-commit.ts';
import { unprocessable, unprocessableFields } from '../failures.ts';
import { Body, Instant, Uuid, Words } from '../fields.ts';
import { operation } from '../operation.ts';
import { recordOf } from '../records.ts';
import { webhookKind } from './model.ts';

const Redelivery = Body({
  ids: Type.Optional(
    Type.Array(Uuid(), {
      minItems: 1,
      maxItems: REDELIVERY_IDS_MAX,
      description: `Ids of the deliveries to send again, at most ${REDELIVERY_IDS_MAX}; not together with other fields`,
      examples: [['01a1fa97-2109-775b-8df8-e96b45bbbe0f']],
    }),
  ),
  state: Type.Optional(
    describe('Sends again all deliveries in this state', Words(...REDELIVERABLE)),
  ),
  from: Type.Optional(Instant('Only deliveries that were created at this time or later')),
  to: Type.Optional(Instant('Only deliveries that were created at this time or earlier')),
});
type Redelivery = Static<typeof Redelivery>;

const Redelivering = NamedObject('WebhookRedelivery', {
  redelivering: Type.Integer({ description: 'Number of deliveries that are sent again' }),
});

export const redeliver = operation('POST /api/v1/webhooks/:id/redeliver', {
  permission: 'webhooks.update',
  summary: 'Send deliveries again',
  description: 'Starts a new round of attempts with the same event ids; attempt numbers go on.',
  agent: { tool: 'redeliver_crm', effect: 'adds' },
  example: { body: { state: 'discarded' } },
  body: Redelivery,
  check: ({ body }) => refuseUnclear(body),
  status: 202,
  idempotency: 'undecided',
  answer: Redelivering,
  message: 'Deliveries are sent again',
  /** Throws 409 when the webhook is disabled, since nothing could be sent. */
  async run({ db, clock, engine }, access, { params, body }) {
    const webhook = await recordOf(db, webhookKind, access, params.id);
    if (!webhook.enabled) throw failure('webhook_disabled');
    const { ids, state } = body;
    const { from, to } = timesOf(body);
    const { id, name } = webhook;
    const after = { name, ...body };
    const audit = { action: 'redeliver', resourceId: id, before: null, after };
    // It is on disk before anything is sent again, which takes many commits.
    await db.batch([auditApart(access, { ...audit, resource: 'webhooks' }, clock.now())]);
    const redelivering = await engine().redeliver(access.accountId, {
      endpoint: accountWebhook(webhook.id),
      ...(ids && { ids: [...new Set(ids)] }),
      ...(state && { state }),
      ...(from !== undefined && { from }),
      ...(to !== undefined && { to }),
    });
    return { redelivering };
  },
});

/** In ms since 1970; the body's schema has checked them. */
const timesOf = ({ from, to }: Redelivery) => ({ from: time(from), to: time(to) });
const time = (text: string | undefined) => readInstant(text ?? '') ?? undefined;

/** Throws 422 when nothing is selected, or the selection contradicts itself. */
function refuseUnclear(asked: Redelivery): void {
  const { ids, state, from, to } = asked;
  if ((ids ?? state ?? from ?? to) === undefined) throw unprocessable('ids', 'nothing_selected');
  const [first] = contradictions(asked, timesOf(asked));
  if (first !== undefined) throw unprocessableFields([first]);
}
