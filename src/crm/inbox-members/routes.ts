/** The door of /api/v1/inbox_members. Owns: paths, documented shapes, and the permission each needs. */
import { Type } from '@sinclair/typebox';
import { Elysia } from 'elysia';
import { ok, SuccessEnvelope } from '../../http/envelope.ts';
import { type Code, failures } from '../../http/failures.ts';
import { answerPost } from '../change-record.ts';
import { BODY_FAILURES, refusals } from '../failures.ts';
import { Uuid } from '../fields.ts';
import { accessOf } from '../guard.ts';
import type { CrmParts } from '../parts.ts';
import { Agent } from '../users/model.ts';
import { AllMembers, SomeMembers } from './model.ts';
import { createInboxMemberService } from './service.ts';

const tags = ['Inbox members'];

/** Of these paths alone, an unexpected error is called INTERNAL_ERROR. */
const answers = (...more: Code[]) => ({
  200: SuccessEnvelope(Type.Array(Agent)),
  ...refusals(...more),
  ...failures('INTERNAL_ERROR'),
});

export function inboxMemberRoutes(parts: CrmParts) {
  const service = createInboxMemberService(parts);
  return new Elysia({ name: 'inbox-members' })
    .use(reading(parts, service))
    .use(adding(parts, service))
    .use(changing(parts, service));
}

type Service = ReturnType<typeof createInboxMemberService>;

const reading = (parts: CrmParts, service: Service) =>
  new Elysia().get(
    '/api/v1/inbox_members/:inbox_id',
    async (context) => {
      const members = await service.list(accessOf(context), context.params.inbox_id);
      return ok(parts.clock.now(), members, 'Inbox members retrieved successfully');
    },
    parts.guard.operation(
      'inbox_members.read',
      {
        params: Type.Object({ inbox_id: Uuid() }),
        response: answers(),
        detail: {
          tags,
          summary: 'The members of an inbox, by name',
          description: 'Open to its members too, whatever their permissions.',
        },
      },
      { orWhen: (access, { inbox_id = '' }) => service.isMember(access, inbox_id) },
    ),
  );

const adding = (parts: CrmParts, service: Service) =>
  new Elysia().post(
    '/api/v1/inbox_members',
    (context) =>
      answerPost(context, parts, 200, async () => {
        const members = await service.add(accessOf(context), context.body);
        return ok(parts.clock.now(), members, 'Inbox members added successfully');
      }),
    parts.guard.operation('inbox_members.create', {
      body: SomeMembers,
      response: answers(...BODY_FAILURES, 'CONFLICT'),
      detail: {
        tags,
        summary: 'Add members to an inbox',
        description: 'Answers all members it has then.',
      },
    }),
  );

const changing = (parts: CrmParts, service: Service) =>
  new Elysia()
    .patch(
      '/api/v1/inbox_members',
      async (context) => {
        const members = await service.set(accessOf(context), context.body);
        return ok(parts.clock.now(), members, 'Inbox members updated successfully');
      },
      parts.guard.operation('inbox_members.update', {
        body: AllMembers,
        response: answers(...BODY_FAILURES, 'CONFLICT'),
        detail: {
          tags,
          summary: 'Set the members of an inbox',
          description: 'Exactly the users named are members afterwards. Answers all members.',
        },
      }),
    )
    .delete(
      '/api/v1/inbox_members',
      async (context) => {
        const members = await service.remove(accessOf(context), context.body);
        return ok(parts.clock.now(), members, 'Inbox members removed successfully');
      },
      parts.guard.operation('inbox_members.delete', {
        body: SomeMembers,
        response: answers(...BODY_FAILURES, 'CONFLICT'),
        detail: {
          tags,
          summary: 'Remove members from an inbox',
          description: 'Answers the members who are left.',
        },
      }),
    );
