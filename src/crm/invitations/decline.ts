/** POST /api/v1/invitations/:id/decline */
import { operation } from '../operation.ts';
import { inOwnName } from '../own-name.ts';
import { answerInvitation, answerStep, WHICH_TOKEN } from './answer.ts';
import { ReceivedInvitation, type ReceivedRow } from './model.ts';

/** The actor of who is no member of the account: their own id would say since when they are known. */
const NOBODY = '00000000-0000-0000-0000-000000000000';

export const declineInvitation = operation('POST /api/v1/invitations/:id/decline', {
  permission: null,
  summary: 'Decline an invitation',
  description: `The audit log of the account has it without the id of the current user. ${WHICH_TOKEN}`,
  ...inOwnName,
  status: 200,
  isVersioned: true,
  answer: ReceivedInvitation,
  message: 'Invitation declined successfully',
  run(parts, person, input) {
    async function write(before: ReceivedRow, now: number): Promise<ReceivedRow> {
      const { accountId } = before;
      const after = { ...before, status: 'declined' as const, updatedAt: now };
      const author = { ...person, accountId, userId: NOBODY, tokenId: NOBODY };
      await parts.commits.commit(author, [answerStep(before, after, 'decline')]);
      return after;
    }
    return answerInvitation(parts, person, input, write);
  },
});
