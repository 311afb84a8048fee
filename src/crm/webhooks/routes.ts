/** The door of /api/v1/webhooks. Owns: paths, documented shapes, and the permission each needs. */
import { Type } from '@sinclair/typebox';
import { Elysia } from 'elysia';
import { ok, okPage, PageEnvelope, SuccessEnvelope } from '../../http/envelope.ts';
import { answerPost, answerRecord } from '../change-record.ts';
import { BODY_FAILURES, refusals } from '../failures.ts';
import { Deleted, Uuid } from '../fields.ts';
import { accessOf } from '../guard.ts';
import { PageQuery, pageOf } from '../list.ts';
import type { CrmParts } from '../parts.ts';
import { deliveryRoutes } from './delivery-routes.ts';
import { NewWebhook, toWebhook, Webhook, WebhookChange, WebhookWithSecret } from './model.ts';
import { createWebhookService, type WebhookService } from './service.ts';

const params = Type.Object({ id: Uuid() });
const tags = ['Webhooks'];

export function webhookRoutes(parts: CrmParts) {
  const service = createWebhookService(parts);
  return new Elysia({ name: 'webhooks' })
    .use(readingAndCreating(parts, service))
    .use(changing(parts, service))
    .use(deliveryRoutes(parts, service));
}

const readingAndCreating = (parts: CrmParts, service: WebhookService) =>
  new Elysia()
    .get(
      '/api/v1/webhooks',
      async (context) => {
        const page = pageOf(context.query);
        const { data, total } = await service.list(accessOf(context), page);
        const counts = { ...page, total };
        return okPage(parts.clock.now(), data, counts, 'Webhooks retrieved successfully');
      },
      parts.guard.operation('webhooks.read', {
        query: PageQuery(),
        response: { 200: PageEnvelope(Webhook), ...refusals() },
        detail: { tags, summary: 'The webhooks of the account' },
      }),
    )
    .get(
      '/api/v1/webhooks/:id',
      async (context) => {
        const webhook = toWebhook(await service.get(accessOf(context), context.params.id));
        return answerRecord(context, parts.clock, webhook, 'Webhook retrieved successfully');
      },
      parts.guard.operation('webhooks.read', {
        params,
        response: { 200: SuccessEnvelope(Webhook), ...refusals() },
        detail: { tags, summary: 'One webhook' },
      }),
    )
    .post(
      '/api/v1/webhooks',
      (context) =>
        answerPost(context, parts, 201, async () => {
          const webhook = await service.create(accessOf(context), context.body);
          return ok(parts.clock.now(), webhook, 'Webhook created successfully');
        }),
      parts.guard.operation('webhooks.create', {
        body: NewWebhook,
        response: {
          201: SuccessEnvelope(WebhookWithSecret),
          ...refusals(...BODY_FAILURES, 'CONFLICT'),
        },
        detail: {
          tags,
          summary: 'Create a webhook',
          description:
            'Events of the account are posted to it as `{id, event, accountId, sequence, timestamp, data: {previous, current}}`, signed, and again up to five times in all.',
        },
      }),
    );

const changing = (parts: CrmParts, service: WebhookService) =>
  new Elysia()
    .patch(
      '/api/v1/webhooks/:id',
      async (context) => {
        const { params, body } = context;
        const webhook = await service.change(context, accessOf(context), params.id, body);
        return answerRecord(context, parts.clock, webhook, 'Webhook updated successfully');
      },
      parts.guard.operation('webhooks.update', {
        params,
        body: WebhookChange,
        response: {
          200: SuccessEnvelope(Webhook),
          ...refusals(...BODY_FAILURES, 'CONFLICT', 'PRECONDITION_FAILED'),
        },
        detail: {
          tags,
          summary: 'Change a webhook',
          description:
            'What waits for it goes to the new URL, or is discarded when it is disabled; nothing goes to the old URL after the answer.',
        },
      }),
    )
    .post(
      '/api/v1/webhooks/:id/rotate',
      (context) =>
        answerPost(context, parts, 200, async () => {
          const webhook = await service.rotate(context, accessOf(context), context.params.id);
          return ok(parts.clock.now(), webhook, 'Webhook secret rotated successfully');
        }),
      parts.guard.operation('webhooks.update', {
        params,
        response: {
          200: SuccessEnvelope(WebhookWithSecret),
          ...refusals('CONFLICT', 'PRECONDITION_FAILED'),
        },
        detail: {
          tags,
          summary: 'Give a webhook a new signing secret',
          description: 'The former one signs along for 24 hours.',
        },
      }),
    )
    .delete(
      '/api/v1/webhooks/:id',
      async (context) => {
        const deleted = await service.remove(context, accessOf(context), context.params.id);
        return ok(parts.clock.now(), deleted, 'Webhook deleted successfully');
      },
      parts.guard.operation('webhooks.delete', {
        params,
        response: {
          200: SuccessEnvelope(Deleted),
          ...refusals('CONFLICT', 'PRECONDITION_FAILED'),
        },
        detail: {
          tags,
          summary: 'Delete a webhook',
          description: 'What waits for it is discarded.',
        },
      }),
    );
