/** POST /api/v1/invitations/:id/accept */
import { eq } from 'drizzle-orm';
import { users } from '../../db/schema/crm-access.ts';
import { forbidden } from '../../shared/errors.ts';
import { created } from '../audit.ts';
import { found } from '../change-record.ts';
import { operation } from '../operation.ts';
import { inOwnName } from '../own-name.ts';
import { joining } from '../users/membership.ts';
import { toAgent } from '../users/model.ts';
import { answerInvitation, answerStep, WHICH_TOKEN } from './answer.ts';
import { ReceivedInvitation, type ReceivedRow } from './model.ts';

export const acceptInvitation = operation('POST /api/v1/invitations/:id/accept', {
  permission: null,
  summary: 'Accept an invitation',
  description: `The current user becomes a member of the account, in the role as it is now. With several accounts, requests with a token that is bound to none have to name the acting one. ${WHICH_TOKEN}`,
  ...inOwnName,
  status: 200,
  isVersioned: true,
  answer: ReceivedInvitation,
  message: 'Invitation accepted successfully',
  /** As `answerInvitation`; 403 also a suspended account. */
  run(parts, person, input) {
    async function write(before: ReceivedRow, now: number): Promise<ReceivedRow> {
      const { accountId, userId, roleId, roleKey, accountStatus } = before;
      if (accountStatus === 'suspended') throw forbidden('The account is suspended');
      const [row] = await parts.db.orm.select().from(users).where(eq(users.id, userId));
      const user = found(row ?? null, 'user');
      const after = { ...before, status: 'accepted' as const, updatedAt: now };
      const join = {
        write: joining(accountId, user.id, roleId, now),
        audit: created('users', toAgent({ ...user, roleId, roleKey })),
      };
      const author = { ...person, accountId };
      await parts.commits.commit(author, [answerStep(before, after, 'accept'), join]);
      return after;
    }
    return answerInvitation(parts, person, input, write);
  },
});
