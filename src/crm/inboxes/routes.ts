/** The door of /api/v1/inboxes. Owns: paths, documented shapes, and the permission each needs. */
import { Type } from '@sinclair/typebox';
import { Elysia } from 'elysia';
import { ok, okPage, PageEnvelope, SuccessEnvelope } from '../../http/envelope.ts';
import { answerPost, answerRecord } from '../change-record.ts';
import { BODY_FAILURES, refusals } from '../failures.ts';
import { Deleted, Uuid } from '../fields.ts';
import { accessOf } from '../guard.ts';
import { PageQuery, pageOf } from '../list.ts';
import type { CrmParts } from '../parts.ts';
import { Inbox, InboxChange, NewInbox } from './model.ts';
import { createInboxService } from './service.ts';

const params = Type.Object({ id: Uuid() });
const tags = ['Inboxes'];

export function inboxRoutes(parts: CrmParts) {
  const service = createInboxService(parts);
  return new Elysia({ name: 'inboxes' })
    .use(reading(parts, service))
    .use(creating(parts, service))
    .use(changing(parts, service));
}

type Service = ReturnType<typeof createInboxService>;

const reading = (parts: CrmParts, service: Service) =>
  new Elysia()
    .get(
      '/api/v1/inboxes',
      async (context) => {
        const page = pageOf(context.query);
        const { data, total } = await service.list(accessOf(context), page);
        const counts = { ...page, total };
        return okPage(parts.clock.now(), data, counts, 'Inboxes retrieved successfully');
      },
      parts.guard.operation('inboxes.read', {
        query: PageQuery(),
        response: { 200: PageEnvelope(Inbox), ...refusals() },
        detail: { tags, summary: 'The inboxes of the account' },
      }),
    )
    .get(
      '/api/v1/inboxes/:id',
      async (context) => {
        const inbox = await service.get(accessOf(context), context.params.id);
        return answerRecord(context, parts.clock, inbox, 'Inbox retrieved successfully');
      },
      parts.guard.operation('inboxes.read', {
        params,
        response: { 200: SuccessEnvelope(Inbox), ...refusals() },
        detail: { tags, summary: 'One inbox' },
      }),
    );

const creating = (parts: CrmParts, service: Service) =>
  new Elysia().post(
    '/api/v1/inboxes',
    (context) =>
      answerPost(context, parts, 201, async () => {
        const inbox = await service.create(accessOf(context), context.body);
        return ok(parts.clock.now(), inbox, 'Inbox created successfully');
      }),
    parts.guard.operation('inboxes.create', {
      body: NewInbox,
      response: { 201: SuccessEnvelope(Inbox), ...refusals(...BODY_FAILURES, 'CONFLICT') },
      detail: {
        tags,
        summary: 'Create an inbox',
        description: '`channel_type` is `api` when it is not given.',
      },
    }),
  );

const changing = (parts: CrmParts, service: Service) =>
  new Elysia()
    .patch(
      '/api/v1/inboxes/:id',
      async (context) => {
        const { params, body } = context;
        const inbox = await service.change(context, accessOf(context), params.id, body);
        return answerRecord(context, parts.clock, inbox, 'Inbox updated successfully');
      },
      parts.guard.operation('inboxes.update', {
        params,
        body: InboxChange,
        response: {
          200: SuccessEnvelope(Inbox),
          ...refusals(...BODY_FAILURES, 'CONFLICT', 'PRECONDITION_FAILED'),
        },
        detail: { tags, summary: 'Change an inbox' },
      }),
    )
    .delete(
      '/api/v1/inboxes/:id',
      async (context) => {
        const deleted = await service.remove(context, accessOf(context), context.params.id);
        return ok(parts.clock.now(), deleted, 'Inbox deleted successfully');
      },
      parts.guard.operation('inboxes.delete', {
        params,
        response: {
          200: SuccessEnvelope(Deleted),
          ...refusals('CONFLICT', 'PRECONDITION_FAILED'),
        },
        detail: { tags, summary: 'Delete an inbox; its members lose their seats in it' },
      }),
    );
