/** The door of /api/v1/users. Owns: paths, documented shapes, and the permission each needs. */
import { Type } from '@sinclair/typebox';
import { Elysia } from 'elysia';
import { ok, okPage, PageEnvelope, SuccessEnvelope } from '../../http/envelope.ts';
import { answerPostAs, answerRecord } from '../change-record.ts';
import { BODY_FAILURES, refusals } from '../failures.ts';
import { Deleted, Uuid } from '../fields.ts';
import { accessOf } from '../guard.ts';
import { Invited } from '../invitations/model.ts';
import { PageQuery, pageOf } from '../list.ts';
import type { CrmParts } from '../parts.ts';
import { Agent, NewUser, UserChange } from './model.ts';
import { createUserService } from './service.ts';

const params = Type.Object({ id: Uuid() });
const tags = ['Users'];
const refusalsOfChanges = refusals(...BODY_FAILURES, 'CONFLICT', 'PRECONDITION_FAILED');

const IF_WEAKER = 'Somebody who may do more here than the caller’s token permits is refused (403).';

export function userRoutes(parts: CrmParts) {
  const service = createUserService(parts);
  return new Elysia({ name: 'users' })
    .use(readingAndCreating(parts, service))
    .use(changing(parts, service));
}

type Service = ReturnType<typeof createUserService>;

const readingAndCreating = (parts: CrmParts, service: Service) =>
  new Elysia()
    .get(
      '/api/v1/users',
      async (context) => {
        const page = pageOf(context.query);
        const { data, total } = await service.list(accessOf(context), page);
        return okPage(parts.clock.now(), data, { ...page, total }, 'Users retrieved successfully');
      },
      parts.guard.operation('users.read', {
        query: PageQuery(),
        response: { 200: PageEnvelope(Agent), ...refusals() },
        detail: { tags, summary: 'The people of the account' },
      }),
    )
    .get(
      '/api/v1/users/:id',
      async (context) => {
        const user = await service.get(accessOf(context), context.params.id);
        return answerRecord(context, parts.clock, user, 'User retrieved successfully');
      },
      parts.guard.operation('users.read', {
        params,
        response: { 200: SuccessEnvelope(Agent), ...refusals() },
        detail: { tags, summary: 'One person of the account' },
      }),
    )
    .post(
      '/api/v1/users',
      (context) =>
        answerPostAs(context, parts, async () => {
          const made = await service.create(accessOf(context), context.body);
          const now = parts.clock.now();
          return 'status' in made
            ? { status: 202, body: ok<Invited | Agent>(now, made, 'User invited successfully') }
            : { status: 201, body: ok<Invited | Agent>(now, made, 'User created successfully') };
        }),
      parts.guard.operation('users.create', {
        body: NewUser,
        response: {
          201: SuccessEnvelope(Agent),
          202: SuccessEnvelope(Invited),
          ...refusals(...BODY_FAILURES, 'CONFLICT'),
        },
        detail: {
          tags,
          summary: 'Add a person to the account',
          description:
            'The role, `agent` by default, holds at most what the caller holds; only a super_admin, with a token bound to no account, gives `super_admin`. A person whose address is known from another account is invited (202) and joins, as who they are there, when they accept; `name` and `display_name` are not used then. To invite again changes nothing and answers with the same invitation: withdraw it to give another role. A super_admin adds them at once (201).',
        },
      }),
    );

const changing = (parts: CrmParts, service: Service) =>
  new Elysia()
    .patch(
      '/api/v1/users/:id',
      async (context) => {
        const { params, body } = context;
        const user = await service.change(context, accessOf(context), params.id, body);
        return answerRecord(context, parts.clock, user, 'User updated successfully');
      },
      parts.guard.operation('users.update', {
        params,
        body: UserChange,
        response: { 200: SuccessEnvelope(Agent), ...refusalsOfChanges },
        detail: {
          tags,
          summary: 'Change a person or their role',
          description: `${IF_WEAKER} Only a super_admin, with a token bound to no account, makes somebody a super_admin.`,
        },
      }),
    )
    .delete(
      '/api/v1/users/:id',
      async (context) => {
        const deleted = await service.remove(context, accessOf(context), context.params.id);
        return ok(parts.clock.now(), deleted, 'User deleted successfully');
      },
      parts.guard.operation('users.delete', {
        params,
        response: {
          200: SuccessEnvelope(Deleted),
          ...refusals('CONFLICT', 'PRECONDITION_FAILED'),
        },
        detail: {
          tags,
          summary: 'Remove a person from the account',
          description: `With their last account a person is deleted, and their tokens with them. ${IF_WEAKER}`,
        },
      }),
    );
