/** POST /api/v1/webhooks/:id/redeliver */
import { webhooks } from '../../db/schema/crm.ts';
import { found } from '../change-record.ts';
import { ById } from '../fields.ts';
import { operation } from '../operation.ts';
import { findRecord } from '../records.ts';
import { createDeliveries, refuseUnclear } from './deliveries.ts';
import { Redelivering, Redelivery } from './delivery-model.ts';

export const redeliver = operation({
  method: 'POST',
  path: '/api/v1/webhooks/:id/redeliver',
  permission: 'webhooks.update',
  summary: 'Send deliveries again',
  description: 'Same event ids; attempt numbers go on, with a new round of attempts.',
  params: ById,
  body: Redelivery,
  check: ({ body }) => refuseUnclear(body),
  status: 202,
  answer: Redelivering,
  message: 'Deliveries are sent again',
  async run(parts, { accountId }, { params, body }) {
    const webhook = found(await findRecord(parts.db, webhooks, accountId, params.id), 'webhook');
    return { redelivering: await createDeliveries(parts).again(webhook, body) };
  },
});
