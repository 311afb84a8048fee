/** The door of /api/v1/accounts. Owns: paths, documented shapes, and the permission each needs. */
import { Type } from '@sinclair/typebox';
import { Elysia } from 'elysia';
import { ok, okPage, PageEnvelope, SuccessEnvelope } from '../../http/envelope.ts';
import { answerPost, answerRecord } from '../change-record.ts';
import { BODY_FAILURES, refusals } from '../failures.ts';
import { Deleted, Uuid } from '../fields.ts';
import { accessOf } from '../guard.ts';
import { PageQuery, pageOf } from '../list.ts';
import type { CrmParts } from '../parts.ts';
import { admitToAccounts, admitToOneAccount } from './admission.ts';
import { Account, AccountChange, NewAccount } from './model.ts';
import { createAccountService } from './service.ts';

const params = Type.Object({ id: Uuid() });
const tags = ['Accounts'];
const refusalsOfChanges = refusals(...BODY_FAILURES, 'CONFLICT', 'PRECONDITION_FAILED');

export function accountRoutes(parts: CrmParts) {
  const service = createAccountService(parts);
  return new Elysia({ name: 'accounts' })
    .use(readingAndCreating(parts, service))
    .use(changing(parts, service));
}

type Service = ReturnType<typeof createAccountService>;

const readingAndCreating = (parts: CrmParts, service: Service) =>
  new Elysia()
    .get(
      '/api/v1/accounts',
      async (context) => {
        const page = pageOf(context.query);
        const { data, total } = await service.list(accessOf(context), page);
        return okPage(
          parts.clock.now(),
          data,
          { ...page, total },
          'Accounts retrieved successfully',
        );
      },
      parts.guard.operation(
        'accounts.read',
        {
          query: PageQuery(),
          response: { 200: PageEnvelope(Account), ...refusals() },
          detail: { tags, summary: 'The accounts of the current user' },
        },
        { admit: admitToAccounts(parts.db) },
      ),
    )
    .get(
      '/api/v1/accounts/:id',
      async (context) => {
        const account = await service.get(accessOf(context), context.params.id);
        return answerRecord(context, parts.clock, account, 'Account retrieved successfully');
      },
      parts.guard.operation(
        'accounts.read',
        {
          params,
          response: { 200: SuccessEnvelope(Account), ...refusals() },
          detail: { tags, summary: 'One account' },
        },
        { admit: admitToOneAccount(parts.db) },
      ),
    )
    .post(
      '/api/v1/accounts',
      (context) =>
        answerPost(context, parts, 201, async () => {
          const account = await service.create(accessOf(context), context.body);
          return ok(parts.clock.now(), account, 'Account created successfully');
        }),
      parts.guard.operation(
        'accounts.create',
        {
          body: NewAccount,
          response: { 201: SuccessEnvelope(Account), ...refusals(...BODY_FAILURES, 'CONFLICT') },
          detail: {
            tags,
            summary: 'Create an account',
            description:
              'With the system roles; its maker and every super_admin are members of it.',
          },
        },
        { admit: admitToAccounts(parts.db) },
      ),
    );

const changing = (parts: CrmParts, service: Service) =>
  new Elysia()
    .patch(
      '/api/v1/accounts/:id',
      async (context) => {
        const { params, body } = context;
        const account = await service.change(context, accessOf(context), params.id, body);
        return answerRecord(context, parts.clock, account, 'Account updated successfully');
      },
      parts.guard.operation(
        'accounts.update',
        {
          params,
          body: AccountChange,
          response: { 200: SuccessEnvelope(Account), ...refusalsOfChanges },
          detail: { tags, summary: 'Change or suspend an account' },
        },
        { admit: admitToOneAccount(parts.db) },
      ),
    )
    .delete(
      '/api/v1/accounts/:id',
      async (context) => {
        const deleted = await service.remove(context, accessOf(context), context.params.id);
        return ok(parts.clock.now(), deleted, 'Account deleted successfully');
      },
      parts.guard.operation(
        'accounts.delete',
        {
          params,
          response: {
            200: SuccessEnvelope(Deleted),
            ...refusals('CONFLICT', 'PRECONDITION_FAILED'),
          },
          detail: {
            tags,
            summary: 'Delete an account with everything in it',
            description: 'People without another account are deleted, and their tokens with them.',
          },
        },
        { admit: admitToOneAccount(parts.db) },
      ),
    );
