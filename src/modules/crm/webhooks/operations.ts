/** Operations on webhooks; `try.ts`, `deliveries.ts` and `replays.ts` have others. */
import { webhooks } from '../../../core/db/schema/crm.ts';
import { accountWebhook } from '../../../core/events/contract/endpoint.ts';
import { uncheckedBody } from '../../../core/http/read-fields.ts';
import { failure } from '../../../core/shared/errors.ts';
import { sendsAgain } from '../../../core/webhooks/event-settings.ts';
import { initialValues } from '../../../core/webhooks/fields/field.ts';
import {
  firstSecrets,
  openSecrets,
  rotatedSecrets,
  sealSecrets,
} from '../../../core/webhooks/secrets.ts';
import type { AuditedWrite } from '../audited-commit.ts';
import type { Access } from '../guard.ts';
import { totalOf } from '../list.ts';
import { Deleted, type Operation, operation } from '../operation.ts';
import type { CrmParts } from '../parts.ts';
import {
  changeOne,
  deleteStep,
  getOperation,
  insertStep,
  listOperation,
  newRecord,
  updateStep,
} from '../records.ts';
import { getDelivery, listDeliveries, redeliver } from './deliveries.ts';
import { getHealth } from './health.ts';
import {
  NewWebhook,
  NOTHING_STORED,
  readWebhook,
  toWebhook,
  Webhook,
  WebhookChange,
  WebhookWithSecret,
  webhookKind,
} from './model.ts';
import { ACCOUNT_FIELDS, type WebhookRow, webhookColumns, webhookIn } from './registry.ts';
import { REPLAY_OPERATIONS } from './replays.ts';
import { testWebhook, tryOnBody, tryOnEvents } from './try.ts';

/** `inMemory` runs after the commit. Disk and memory change in the same order, whatever path the change comes from. */
const commitWebhook = (
  { commits, turns, byOwner }: CrmParts,
  access: Access,
  id: string,
  step: AuditedWrite,
  inMemory: () => Promise<void>,
): Promise<void> =>
  turns.run(`webhook ${id}`, async () => {
    await commits.commit(access, [{ ...step, first: byOwner(access.accountId) }]);
    await inMemory();
  });

type Change = Partial<WebhookRow> & { readonly updatedAt: number };

/** Resolves with the new row; nothing goes to the former URL any more. `action` is the word of the audit entry. */
async function commitChange(
  parts: CrmParts,
  access: Access,
  before: WebhookRow,
  change: Change,
  action: 'update' | 'rotate',
  shownOnce: object = {},
): Promise<WebhookRow> {
  const after = { ...before, ...change };
  const answer = { ...toWebhook(after, access), ...shownOnce };
  const step = { ...updateStep(parts.db, webhookKind, before, change, action), answer };
  await commitWebhook(parts, access, before.id, step, () => parts.webhooks.put(after));
  return after;
}

/** Each event costs a row per webhook that wants it. */
const WEBHOOKS_MAX = 100;

const createWebhook = operation('POST /api/v1/webhooks', {
  permission: 'webhooks.create',
  summary: 'Create a webhook',
  description:
    'Creates a webhook for the events of the account. Events are posted as `{id, event, accountId, sequence, timestamp, data: {previous, current}}`, or in the shape that `format` names, signed, with up to five attempts.',
  example: { body: { name: 'app', url: 'https://shop.example.com/hook', events: ['ALL'] } },
  body: uncheckedBody(NewWebhook),
  answer: WebhookWithSecret,
  message: 'Webhook created successfully',
  /** Throws 422 for a body that cannot be a webhook, 409 when the account has too many. */
  async run(parts, access, { body }) {
    const { db, clock, vault, webhookGuard: guard, turns } = parts;
    const fields = readWebhook(NewWebhook, body, { guard, stored: NOTHING_STORED });
    const secrets = firstSecrets();
    const made = newRecord(access, clock.now());
    const values = { ...initialValues(ACCOUNT_FIELDS), ...fields, ...secrets };
    // The cast: a new webhook has all values.
    const row = {
      ...made,
      formerSecretsSealed: null,
      ...webhookColumns(vault, made.id, values),
    } as WebhookRow;
    const answer = { ...toWebhook(row, access), secret: secrets.secret };
    const step = { ...insertStep(db, webhookKind, row), answer };
    // One after the other, so that several at once do not find the same place.
    await turns.run(`new webhook of ${access.accountId}`, async () => {
      if ((await totalOf(db, access.accountId, 'webhooks')) >= WEBHOOKS_MAX)
        throw failure('too_many_webhooks', { max: WEBHOOKS_MAX });
      await commitWebhook(parts, access, row.id, step, () => parts.webhooks.put(row));
    });
    return answer;
  },
});

/** Here as elsewhere in the zone, a body that no record could take is refused before an unknown record is. */
const ANY_WEBHOOK = { ...NOTHING_STORED, url: 'https://webhook.invalid/' };

const updateWebhook = operation('PATCH /api/v1/webhooks/:id', {
  permission: 'webhooks.update',
  summary: 'Change a webhook',
  description:
    'Changes a webhook. Waiting deliveries go to the new URL, or are discarded if the webhook is disabled; nothing goes to the old URL after the answer. `enabled: true` also sends again to a webhook that was disabled for its failures.',
  example: { body: { enabled: false } },
  body: uncheckedBody(WebhookChange),
  answer: Webhook,
  message: 'Webhook updated successfully',
  /** Throws 422 for a body that cannot be a change, 404 and 412. */
  async run(parts, access, { request, params, body }) {
    const { vault, webhookGuard: guard } = parts;
    const find: typeof webhookKind.find = async (...asked) => {
      const row = await webhookKind.find(...asked);
      if (row === null) readWebhook(WebhookChange, body, { guard, stored: ANY_WEBHOOK });
      return row;
    };
    const asked = { kind: { ...webhookKind, find }, request, id: params.id };
    return changeOne(parts, access, asked, async (before, updatedAt) => {
      const stored = { id: before.id, ...webhookIn(vault, before) };
      const fields = readWebhook(WebhookChange, body, { guard, stored });
      const change = { ...webhookColumns(vault, before.id, fields), updatedAt };
      const after = await commitChange(parts, access, before, change, 'update');
      if (sendsAgain(before, fields))
        await parts.engine().enable(access.accountId, accountWebhook(after.id));
      return toWebhook(after, access);
    });
  },
});

const rotateWebhook = operation('POST /api/v1/webhooks/:id/rotate', {
  permission: 'webhooks.update',
  summary: 'Replace the signing secret of a webhook',
  description:
    'Creates a new signing secret. Each replaced secret also signs for 24 hours. Answers 409 while five secrets sign.',
  status: 200,
  isVersioned: true,
  answer: WebhookWithSecret,
  message: 'Webhook secret rotated successfully',
  /** Throws 404, 409 and 412. */
  run(parts, access, { request, params: { id } }) {
    const { clock, vault } = parts;
    const asked = { kind: webhookKind, request, id };
    return changeOne(parts, access, asked, async (before, updatedAt) => {
      const present = openSecrets(vault, webhooks, [id], before);
      const secrets = rotatedSecrets(present, clock.steady());
      const change = { ...sealSecrets(vault, webhooks, [id], secrets), updatedAt };
      const { secret } = secrets;
      const after = await commitChange(parts, access, before, change, 'rotate', { secret });
      return { ...toWebhook(after, access), secret };
    });
  },
});

const deleteWebhook = operation('DELETE /api/v1/webhooks/:id', {
  permission: 'webhooks.delete',
  summary: 'Delete a webhook',
  description: 'Deletes a webhook and discards its waiting deliveries.',
  answer: Deleted,
  message: 'Webhook deleted successfully',
  /** Throws 404 and 412. */
  run: (parts, access, { request, params: { id } }) =>
    changeOne(parts, access, { kind: webhookKind, request, id }, async (before) => {
      const step = deleteStep(parts.db, webhookKind, before);
      const inMemory = () => parts.webhooks.remove(access.accountId, id);
      await commitWebhook(parts, access, id, step, inMemory);
      return { id };
    }),
});

/** In the order of the documentation. */
export const WEBHOOK_OPERATIONS: readonly Operation[] = [
  listOperation('GET /api/v1/webhooks', webhookKind, {
    agent: { tool: 'list_crm_webhooks', effect: 'reads' },
  }),
  getOperation('GET /api/v1/webhooks/:id', webhookKind),
  getHealth,
  createWebhook,
  updateWebhook,
  rotateWebhook,
  testWebhook,
  tryOnEvents,
  tryOnBody,
  deleteWebhook,
  listDeliveries,
  getDelivery,
  redeliver,
  ...REPLAY_OPERATIONS,
];
