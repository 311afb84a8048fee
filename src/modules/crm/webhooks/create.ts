/** POST /api/v1/webhooks */
import { uncheckedBody } from '../../../core/http/read-fields.ts';
import { failure } from '../../../core/shared/errors.ts';
import { initialValues } from '../../../core/webhooks/fields/field.ts';
import { firstSecrets } from '../../../core/webhooks/secrets.ts';
import { totalOf } from '../list.ts';
import { operation } from '../operation.ts';
import { insertStep, newRecord } from '../records.ts';
import { commitWebhook } from './changes.ts';
import { ACCOUNT_FIELDS, type WebhookRow, webhookColumns } from './fields.ts';
import {
  NewWebhook,
  NOTHING_STORED,
  readWebhook,
  toWebhook,
  WebhookWithSecret,
  webhookKind,
} from './model.ts';

/** Each event costs a row per webhook that wants it. */
const WEBHOOKS_MAX = 100;

export const createWebhook = operation('POST /api/v1/webhooks', {
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
