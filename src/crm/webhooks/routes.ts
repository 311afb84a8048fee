/** The operations of webhooks, in the order of the documentation. */
import { routes } from '../operation.ts';
import { createWebhook } from './create.ts';
import { deleteWebhook } from './delete.ts';
import { getWebhook } from './get.ts';
import { getDelivery } from './get-delivery.ts';
import { listWebhooks } from './list.ts';
import { listDeliveries } from './list-deliveries.ts';
import { redeliver } from './redeliver.ts';
import { rotateWebhook } from './rotate.ts';
import { updateWebhook } from './update.ts';

export const webhookRoutes = routes('Webhooks', [
  listWebhooks,
  getWebhook,
  createWebhook,
  updateWebhook,
  rotateWebhook,
  deleteWebhook,
  listDeliveries,
  getDelivery,
  redeliver,
]);
