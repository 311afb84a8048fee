/** Routes of an account's open invitations. Owns: paths, documented shapes, and the permission each needs. */
import { Type } from '@sinclair/typebox';
import { Elysia } from 'elysia';
import { ok, okPage, PageEnvelope, SuccessEnvelope } from '../../http/envelope.ts';
import { admitToOneAccount } from '../accounts/admission.ts';
import { refusals } from '../failures.ts';
import { Deleted, Uuid } from '../fields.ts';
import { accessOf, type GuardContext } from '../guard.ts';
import { PageQuery, pageOf } from '../list.ts';
import type { CrmParts } from '../parts.ts';
import { SentInvitation } from './model.ts';
import { createInvitationService } from './service.ts';

const tags = ['Invitations'];

export function accountInvitationRoutes(parts: CrmParts) {
  const { clock, guard } = parts;
  const service = createInvitationService(parts);
  const admission = { admit: (context: GuardContext) => admitToOneAccount(parts, context) };
  return new Elysia()
    .get(
      '/api/v1/accounts/:id/invitations',
      async (context) => {
        const page = pageOf(context.query);
        const { data, total } = await service.list(accessOf(context), context.params.id, page);
        const counts = { ...page, total };
        return okPage(clock.now(), data, counts, 'Invitations retrieved successfully');
      },
      guard.operation(
        'users.read',
        {
          params: Type.Object({ id: Uuid() }),
          query: PageQuery(),
          response: { 200: PageEnvelope(SentInvitation), ...refusals() },
          detail: {
            tags,
            summary: 'The open invitations of an account',
            description:
              'Made by `POST /api/v1/users`, the oldest first. An invitation is open for 14 days, until it is answered, or until its role is deleted; an account has at most 1,000 at a time.',
          },
        },
        admission,
      ),
    )
    .delete(
      '/api/v1/accounts/:id/invitations/:invitation_id',
      async (context) => {
        const { id: accountId, invitation_id: id } = context.params;
        const deleted = await service.withdraw(context, accessOf(context), { accountId, id });
        return ok(clock.now(), deleted, 'Invitation withdrawn successfully');
      },
      guard.operation(
        'users.delete',
        {
          params: Type.Object({ id: Uuid(), invitation_id: Uuid() }),
          response: {
            200: SuccessEnvelope(Deleted),
            ...refusals('CONFLICT', 'PRECONDITION_FAILED'),
          },
          detail: { tags, summary: 'Withdraw an open invitation' },
        },
        admission,
      ),
    );
}
