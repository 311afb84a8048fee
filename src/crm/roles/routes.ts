/** The door of /api/v1/roles. Owns: paths, documented shapes, and the permission each needs. */
import { Type } from '@sinclair/typebox';
import { Elysia } from 'elysia';
import { ok, okPage, PageEnvelope, SuccessEnvelope } from '../../http/envelope.ts';
import { answerPost, answerRecord } from '../change-record.ts';
import { BODY_FAILURES, refusals } from '../failures.ts';
import { Deleted, Uuid } from '../fields.ts';
import { accessOf } from '../guard.ts';
import { PageQuery, pageOf } from '../list.ts';
import type { CrmParts } from '../parts.ts';
import { NewRole, Role, RoleChange, RolePermissions } from './model.ts';
import { createRoleService } from './service.ts';

const params = Type.Object({ id: Uuid() });
const tags = ['Roles'];
const refusalsOfChanges = refusals(...BODY_FAILURES, 'CONFLICT', 'PRECONDITION_FAILED');

const IF_HELD = 'A role that permits more than the caller’s token is refused (403).';

export function roleRoutes(parts: CrmParts) {
  const service = createRoleService(parts);
  return new Elysia({ name: 'roles' })
    .use(readingAndCreating(parts, service))
    .use(changing(parts, service));
}

type Service = ReturnType<typeof createRoleService>;

const readingAndCreating = (parts: CrmParts, service: Service) =>
  new Elysia()
    .get(
      '/api/v1/roles',
      async (context) => {
        const page = pageOf(context.query);
        const { data, total } = await service.list(accessOf(context), page);
        return okPage(parts.clock.now(), data, { ...page, total }, 'Roles retrieved successfully');
      },
      parts.guard.operation('roles.read', {
        query: PageQuery(),
        response: { 200: PageEnvelope(Role), ...refusals() },
        detail: { tags, summary: 'The roles of the account' },
      }),
    )
    .get(
      '/api/v1/roles/:id',
      async (context) => {
        const role = await service.get(accessOf(context), context.params.id);
        return answerRecord(context, parts.clock, role, 'Role retrieved successfully');
      },
      parts.guard.operation('roles.read', {
        params,
        response: { 200: SuccessEnvelope(Role), ...refusals() },
        detail: { tags, summary: 'One role' },
      }),
    )
    .post(
      '/api/v1/roles',
      (context) =>
        answerPost(context, parts, 201, async () => {
          const role = await service.create(accessOf(context), context.body);
          return ok(parts.clock.now(), role, 'Role created successfully');
        }),
      parts.guard.operation('roles.create', {
        body: NewRole,
        response: { 201: SuccessEnvelope(Role), ...refusals(...BODY_FAILURES, 'CONFLICT') },
        detail: {
          tags,
          summary: 'Create a role',
          description: 'It holds at most what its maker holds.',
        },
      }),
    );

const changing = (parts: CrmParts, service: Service) =>
  new Elysia()
    .patch(
      '/api/v1/roles/:id',
      async (context) => {
        const { params, body } = context;
        const role = await service.change(context, accessOf(context), params.id, body);
        return answerRecord(context, parts.clock, role, 'Role updated successfully');
      },
      parts.guard.operation('roles.update', {
        params,
        body: RoleChange,
        response: { 200: SuccessEnvelope(Role), ...refusalsOfChanges },
        detail: { tags, summary: 'Change a custom role', description: IF_HELD },
      }),
    )
    .put(
      '/api/v1/roles/:id/permissions',
      async (context) => {
        const { params, body } = context;
        const role = await service.change(context, accessOf(context), params.id, body);
        return answerRecord(context, parts.clock, role, 'Role permissions updated successfully');
      },
      parts.guard.operation('roles.update', {
        params,
        body: RolePermissions,
        response: { 200: SuccessEnvelope(Role), ...refusalsOfChanges },
        detail: { tags, summary: 'Set what a custom role permits', description: IF_HELD },
      }),
    )
    .delete(
      '/api/v1/roles/:id',
      async (context) => {
        const deleted = await service.remove(context, accessOf(context), context.params.id);
        return ok(parts.clock.now(), deleted, 'Role deleted successfully');
      },
      parts.guard.operation('roles.delete', {
        params,
        response: {
          200: SuccessEnvelope(Deleted),
          ...refusals('CONFLICT', 'PRECONDITION_FAILED'),
        },
        detail: { tags, summary: 'Delete a custom role that nobody holds', description: IF_HELD },
      }),
    );
