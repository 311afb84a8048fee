/** Routes of /api/v1/memberships. Owns: paths and documented shapes. */
import { Elysia } from 'elysia';
import { ok, SuccessEnvelope } from '../../http/envelope.ts';
import { refusals } from '../failures.ts';
import { accessOf } from '../guard.ts';
import type { CrmParts } from '../parts.ts';
import { Left } from './model.ts';
import { createMembershipService } from './service.ts';

export function membershipRoutes(parts: CrmParts) {
  const service = createMembershipService(parts);
  return new Elysia({ name: 'memberships' }).delete(
    '/api/v1/memberships/me',
    async (context) => {
      const left = await service.leave(context, accessOf(context));
      return ok(parts.clock.now(), left, 'Account left successfully');
    },
    parts.guard.operation(null, {
      response: { 200: SuccessEnvelope(Left), ...refusals('CONFLICT', 'PRECONDITION_FAILED') },
      detail: {
        tags: ['Memberships'],
        summary: 'Leave the acting account',
        description:
          'The places in its inboxes and the tokens bound to it go along; with their last account a person is deleted, and all their tokens. The last member whose role holds all that `account_owner` holds cannot leave (409), nor can a super_admin, who is a member of every account. A token whose scopes leave out something its user may do is refused (403).',
      },
    }),
  );
}
